import { checkText } from './checkTexts';
import type { Clock } from '../support/clock';
import type { IdSource } from '../support/ids';
import { Refusal } from '../support/refusal';
import type { Snapshots, TaskAccount } from './snapshot';

/** Why the changes of a task are unknown where no folder is open. */
export const NO_FOLDER = checkText('noFolder');

/** What there is to tell where there is nothing to look at. */
const NOTHING: TaskAccount = {
  own: [],
  imported: [],
  shared: [],
  revealed: [],
  preExistingTouched: [],
  commits: [],
  history: 'linear',
  warnings: [],
  partial: null,
  dropped: [],
  unknown: NO_FOLDER,
  isRestorable: false,
};

/** Snapshots of no workspace: tasks can be recorded, files can't. */
export function noSnapshots(clock: Clock, ids: IdSource): Snapshots {
  const refuse = async (): Promise<never> => {
    throw new Refusal('not-restorable', 'No folder is open: there is nothing to restore.');
  };
  return {
    take: async () => ({ id: ids.next(), takenAt: clock.now(), state: 'complete', roots: [] }),
    account: async () => NOTHING,
    planRestore: refuse,
    previewRestore: refuse,
    planUndo: refuse,
    applyRestore: refuse,
    unfinishedRestores: async () => [],
    settleRestore: refuse,
    read: async () => undefined,
    entry: async () => undefined,
    release: async () => undefined,
    retain: async () => undefined,
  };
}
