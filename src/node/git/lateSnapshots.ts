import { join } from 'node:path';
import type { Snapshots, UnfinishedRestore } from '../../core/snapshots/snapshot';
import { GitSnapshots, type GitSnapshotsParts } from './gitSnapshots';
import { RestoreRecords } from './restore/restoreRecords';

/** Snapshots by a git that is still being looked at: only what needs git waits for it. `git` never rejects. */
export function lateSnapshots(
  git: Promise<string | undefined>,
  parts: Omit<GitSnapshotsParts, 'gitBinary'>,
): Snapshots {
  let opened: Snapshots | undefined;
  const snapshots = git.then(gitBinary => (opened = new GitSnapshots({ ...parts, gitBinary })));
  return {
    take: async signal => (await snapshots).take(signal),
    account: async (request, signal) => (await snapshots).account(request, signal),
    planRestore: async (request, paths, signal) => (await snapshots).planRestore(request, paths, signal),
    planUndo: async (outcome, signal) => (await snapshots).planUndo(outcome, signal),
    applyRestore: async (plan, choices, signal) => (await snapshots).applyRestore(plan, choices, signal),
    // Asked at every start. Until git is known no restore of ours can be under way.
    unfinishedRestores: async (): Promise<readonly UnfinishedRestore[]> =>
      opened?.unfinishedRestores() ?? new RestoreRecords(join(parts.storageFolder, 'restores')).list(),
    settleRestore: async (id, way, signal) => (await snapshots).settleRestore(id, way, signal),
    read: async (snapshot, path, signal) => (await snapshots).read(snapshot, path, signal),
    retain: async (kept, signal) => (await snapshots).retain(kept, signal),
  };
}
