import { expect, test } from 'vitest';
import { once } from './once';

test('makes its value when it is asked for, once, also where that is undefined', () => {
  let made = 0;
  const value = once(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(made).toBe(1);
});
