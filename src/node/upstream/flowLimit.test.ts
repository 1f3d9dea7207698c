import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { FlowLimit } from './flowLimit';

test('makes a stream wait that brings more than it may, and lets it go on', async () => {
  const stream = new PassThrough().resume();
  const limit = new FlowLimit(stream, 10);
  limit.take(10);
  expect(stream.isPaused()).toBe(false);
  limit.take(1);
  expect(stream.isPaused()).toBe(true);
  await expect.poll(() => stream.isPaused()).toBe(false);
  limit.take(10);
  expect(stream.isPaused()).toBe(false);
});
