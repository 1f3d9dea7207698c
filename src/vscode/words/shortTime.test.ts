import { expect, test } from 'vitest';
import { shortTime } from './shortTime';

const HOUR_MS = 3_600_000;
const noon = new Date(2026, 10, 15, 12, 5).getTime();

test.each([
  ['en', '12:05 PM', 'Nov 15, 12:05 PM'],
  ['fr', '12:05', '15 nov., 12:05'],
])('says the time of day of what is near, and the day too of what is not: %s', (language, near, far) => {
  // Some languages put a narrow space before PM.
  const text = (now: number) => shortTime(noon, now, language).replaceAll(/\s/g, ' ');
  for (const hours of [-11, 0, 11]) expect(text(noon + hours * HOUR_MS)).toBe(near);
  for (const hours of [-12, 12, 200]) expect(text(noon + hours * HOUR_MS)).toBe(far);
});
