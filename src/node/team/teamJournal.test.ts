import { expect, test } from 'vitest';
import { counting } from '../../../test/support/counting';
import { KeptLog } from '../../../test/support/keptLog';
import { MemoryEventStore } from '../../../test/support/memoryEventStore';
import { runningClock } from '../../../test/support/runningClock';
import { Bus } from '../../core/journal/bus';
import { LiveJournal } from '../../core/journal/liveJournal';
import { Redactor } from '../../core/support/redactor';
import { teamJournal } from './teamJournal';

/** Nothing listens there, and nothing is written. */
const NOWHERE = '/nonexistent/folder';

test('where the shared journal cannot be opened, the local one is closed again', async () => {
  const log = new KeptLog();
  const wish = {
    url: `postgres://ann@localhost/db?host=${NOWHERE}`,
    password: undefined,
    workspaceId: 'team',
  };
  const place = { workspace: NOWHERE, stateFolder: NOWHERE };
  const openBoth = await teamJournal(wish, place, { log, redactor: new Redactor(), agents: () => 0 });
  const broken = {
    ...counting,
    name: 'blackboard',
    create() {
      throw new Error('This domain is broken.');
    },
  };
  let closed = 0;
  const opening = openBoth(
    { domains: [counting, broken], clock: runningClock, bus: new Bus(log), log },
    async parts => {
      const journal = await LiveJournal.open({ ...parts, store: new MemoryEventStore() });
      return { journal, dispose: () => void closed++ };
    },
  );
  await expect(opening).rejects.toThrow('This domain is broken.');
  expect(closed).toBe(1);
});
