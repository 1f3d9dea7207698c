import { expect, test } from 'vitest';
import { judgedRealTools, judgedSet } from '../../../test/trust/corpus';

/** Least share of malicious tools that is found: what is measured, less two tools. */
const FLOORS = { first: 0.89, second: 0.83, holdout: 0.83 } as const;

/** Most harmless tools that may be flagged. */
const MOST_ALARMS = 0.03;

test.each(Object.entries(FLOORS))(
  'finds what tries to steer an agent, and little else: %s',
  (name, floor) => {
    const { malicious, found, benign, alarms, kinds } = judgedSet(name as keyof typeof FLOORS);
    expect(kinds.size).toBe(8);
    expect(malicious).toBeGreaterThanOrEqual(60);
    expect(benign).toBeGreaterThanOrEqual(60);
    expect(found / malicious).toBeGreaterThanOrEqual(floor);
    expect({ alarms, isRare: alarms.length / benign <= MOST_ALARMS }).toMatchObject({ isRare: true });
  },
);

test('flags at most one in a thousand tools of servers that people use', () => {
  const { tools, alarms } = judgedRealTools();
  expect(tools).toBeGreaterThan(2_000);
  expect({ alarms, isRare: alarms.length / tools <= 0.001 }).toMatchObject({ isRare: true });
});
