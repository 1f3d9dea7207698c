import { expect, test } from 'vitest';
import { LazySignal } from './lazySignal';

test('fires for whoever asked for it before, and for whoever asks afterwards, with the first reason', () => {
  const before = new LazySignal();
  const { signal } = before;
  expect(signal.aborted).toBe(false);
  before.abort('first');
  before.abort('second');
  expect([signal.aborted, signal.reason, before.signal === signal]).toEqual([true, 'first', true]);
  const after = new LazySignal();
  after.abort(undefined);
  expect(after.signal.aborted).toBe(true);
});
