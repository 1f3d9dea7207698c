import { expect, test } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import { rehearse } from './rehearsal';

test('a rehearsal lists the tools of a server that is not there, and says nothing', async () => {
  const log = new KeptLog();
  expect(await rehearse('1.0.0', log)).toBe(20);
  expect(log.lines).toEqual([]);
});
