import { expect, test } from 'vitest';
import { mayMeet } from './areasMeet';

test.each([
  [[], ['src'], true],
  [['src/api'], ['src/web'], false],
  [['src/api'], ['src/api/routes'], true],
  [['src/api/'], ['./src\\api'], true],
  [['auth'], ['api'], false],
  [['auth'], ['src/auth'], true],
  [['auth'], ['src/auth.ts'], true],
  [['src/api'], ['api2'], false],
  [['src/**/*.ts'], ['src/web'], true],
  [['src/**/*.ts'], ['docs/guide'], false],
  [['*.sql'], ['src/web'], true],
  [['src/api', 'docs'], ['src/web', 'docs'], true],
])('%j and %j may meet: %j', (one, other, expected) => {
  expect(mayMeet(one, other)).toBe(expected);
  expect(mayMeet(other, one)).toBe(expected);
});
