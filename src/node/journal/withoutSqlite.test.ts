import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/journalOnDisk';
import { KeptLog } from '../../../test/support/keptLog';
import { runningClock } from '../../../test/support/runningClock';
import { openSqliteEventStore } from './openSqliteEventStore';

test('a Node.js without SQLite records nothing, and says what to do', async () => {
  const builtin = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  onTestFinished(() => builtin.mockRestore());
  const opened = await openSqliteEventStore(temporaryFolder(), { clock: runningClock, log: new KeptLog() });
  const why = expect.stringMatching(/^Nothing can be recorded: this Node\.js is without SQLite/);
  expect(opened.problem).toEqual(why);
  const { readOnlyReason } = opened.store;
  expect(readOnlyReason).toEqual(why);
});
