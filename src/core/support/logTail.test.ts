import { expect, test } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { LogTail } from './logTail';
import { Redactor } from './redactor';

test('keeps the newest 500 lines as they are written, without secrets', () => {
  const written = new KeptLog();
  const tail = new LogTail(written, new StoppedClock());
  const log = Redactor.of(['hunter2-token']).log(tail);
  log.warn('Key hunter2-token', { server: 'a', env: 'B=1' });
  for (let i = 0; i < 500; i += 1) log.debug('x'.repeat(5_000));
  log.info('Last');
  const kept = [...tail.rows.after(0)];
  expect([kept.length, kept[0]?.message.length, kept.at(-1)]).toEqual([
    500,
    2_000,
    { seq: 502, ts: expect.any(Number), level: 'info', message: 'Last' },
  ]);
  expect(JSON.stringify(written.lines)).toContain('Key •••');
  expect(written.lines).toHaveLength(502);
});

test('masks what a log must not say, and leaves out what an error says', () => {
  const tail = new LogTail(new KeptLog(), new StoppedClock());
  tail.warn('Key', { token: 'abc', error: 'Error: in line "secret"', server: 'a' });
  expect([...tail.rows.after(0)]).toMatchObject([{ level: 'warn', message: 'Key token=••• server="a"' }]);
});
