import { join } from 'node:path';
import { once } from '../../core/support/once';
import type { Snapshots, UnfinishedRestore } from '../../core/snapshots/snapshot';
import { GitSnapshots, type GitSnapshotsParts } from './gitSnapshots';
import { RestoreRecords } from './restore/restoreRecords';

/** Snapshots by a git that is looked for when something first needs it. `git` never rejects. */
export function lateSnapshots(
  git: () => Promise<string | undefined>,
  parts: Omit<GitSnapshotsParts, 'gitBinary'>,
): Snapshots {
  let opened: Snapshots | undefined;
  const open = once(async () => {
    opened = new GitSnapshots({ ...parts, gitBinary: await git() });
    return opened;
  });
  return {
    take: async signal => (await open()).take(signal),
    account: async (request, signal) => (await open()).account(request, signal),
    planRestore: async (...asked) => (await open()).planRestore(...asked),
    previewRestore: async (plan, choices, signal) => (await open()).previewRestore(plan, choices, signal),
    planUndo: async (outcome, signal) => (await open()).planUndo(outcome, signal),
    applyRestore: async (plan, choices, signal) => (await open()).applyRestore(plan, choices, signal),
    // Asked at every start. Until git is known no restore of ours can be under way.
    unfinishedRestores: async (): Promise<readonly UnfinishedRestore[]> =>
      opened?.unfinishedRestores() ??
      new RestoreRecords(join(parts.storageFolder, 'restores'), parts.log).list(),
    settleRestore: async (id, way, signal) => (await open()).settleRestore(id, way, signal),
    read: async (snapshot, path, signal) => (await open()).read(snapshot, path, signal),
    entry: async (snapshot, path, signal) => (await open()).entry(snapshot, path, signal),
    release: async (snapshot, signal) => (await open()).release(snapshot, signal),
    retain: async (kept, signal) => (await open()).retain(kept, signal),
  };
}
