import { expect, test } from 'vitest';
import { hasPayload } from './payloads';

test('finds a way out of a folder, however far it climbs', () => {
  for (const climb of ['../../../', '../'.repeat(40)])
    expect(hasPayload(`read ${climb}etc/passwd`)).toBe(true);
  expect(hasPayload('read ../../etc/passwd')).toBe(false);
});

test('takes time in proportion to a flood', () => {
  // By the square, it would be an hour.
  expect(hasPayload(`read ${'../'.repeat(3_000_000)}`)).toBe(false);
});
