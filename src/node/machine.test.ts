import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/journalOnDisk';
import { KeptLog } from '../../test/support/keptLog';
import { memorySignIns } from '../../test/support/signInWorld';
import { type MachineOptions, openMachine } from './machine';
import { openJournal } from './journal/openJournal';
import type { OAuthSignIns } from './oauth/signIns';

/** A machine that waits for who is signed in; `opened` resolves when its journal is open, `closed` when it is closed again. */
function waitingMachine(signIns: Promise<OAuthSignIns>) {
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const stateFolder = temporaryFolder();
  const options: MachineOptions = {
    stateFolder,
    workspaceFolder: undefined,
    dataFolder: join(import.meta.dirname, '..', '..', 'data'),
    gitBinary: undefined,
    program: 'headless.js',
    trash: () => Promise.resolve(),
    credentialAdvice: 'Enter it.',
    signIns,
    modules: [],
    version: '1.0.0',
    log: new KeptLog(),
    async openJournal(parts) {
      const journal = await openJournal(stateFolder, parts);
      opened.resolve();
      return {
        journal: journal.journal,
        dispose: () => {
          journal.dispose();
          closed.resolve();
        },
      };
    },
  };
  return { machine: openMachine(options), opened: opened.promise, closed: closed.promise };
}

test('the journal is opened while the secret store has not answered', async () => {
  const { promise, resolve } = Promise.withResolvers<OAuthSignIns>();
  const { machine, opened } = waitingMachine(promise);
  await opened;
  const signIns = await memorySignIns();
  resolve(signIns);
  const { ports, dispose } = await machine;
  expect(ports.signIns).toBe(signIns);
  dispose();
});

test('where it answers with an error, the journal is closed again', async () => {
  const { promise, reject } = Promise.withResolvers<OAuthSignIns>();
  const { machine, opened, closed } = waitingMachine(promise);
  await opened;
  reject(new Error('locked'));
  await expect(machine).rejects.toThrow('locked');
  await closed;
});
