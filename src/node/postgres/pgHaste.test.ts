import { expect, test } from 'vitest';
import { Haste } from './pgHaste';

test('a try that fails costs twice as many calm ones as the one before, and one that gets through half', () => {
  const haste = new Haste();
  const calmBefore = (): number => {
    let tries = 0;
    for (; !haste.mayTry; tries++) haste.found(false);
    return tries;
  };
  const failing = Array.from({ length: 8 }, () => {
    haste.failed();
    return calmBefore();
  });
  expect([new Haste().mayTry, failing]).toEqual([true, [2, 4, 8, 16, 32, 64, 64, 64]]);

  for (let i = 0; i < 6; i++) haste.succeeded();
  haste.failed();
  haste.found(false);
  haste.found(true);
  expect([haste.mayTry, calmBefore()]).toEqual([false, 2]);
});
