import { type FileChange, type Snapshot, snapshotTypeOf, type TaskAccount } from './snapshot';

/**
 * For a path whose content a snapshot can't give, though the account says that it was there: that it was not kept, and
 * why. Undefined for a path that was not there.
 */
export function unkeptContent(
  account: TaskAccount | undefined,
  snapshot: Snapshot,
  path: string,
  version: 'before' | 'after',
): string | undefined {
  const { own = [], shared = [], imported = [], revealed = [] } = account ?? {};
  const changes = [...own, ...shared, ...imported, ...revealed];
  if (!changes.some(change => wasThere(change, path, version))) return undefined;
  return `The content of this file was not stored: ${whyNot(snapshot)}`;
}

function wasThere(change: FileChange, path: string, version: 'before' | 'after'): boolean {
  return version === 'before'
    ? (change.from ?? change.path) === path && change.status !== 'added'
    : change.path === path && change.status !== 'deleted';
}

function whyNot(snapshot: Snapshot): string {
  if (snapshotTypeOf(snapshot) === 'checksum') return 'without git, only checksums of files are recorded.';
  const reasons = snapshot.roots.map(({ partial }) => partial).filter(partial => partial !== null);
  return reasons.length > 0 ? reasons.join(' ') : 'it was too large to copy, or is a separate repository.';
}
