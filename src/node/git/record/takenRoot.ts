import type { GitRoot } from './gitRoot';
import type { RootSnapshot } from '../../../core/snapshots/snapshot';
import type { RootRecord } from '../plumbing/snapshotRecords';

/** A root's snapshot with what is kept beside it. */
export interface TakenRoot {
  readonly snapshot: Omit<RootSnapshot, 'label'>;
  readonly record: RootRecord | undefined;
  /** Folders of repositories inside. */
  readonly nested: readonly string[];
  /** Whether something that matters for the account is missing. */
  readonly isPartial: boolean;
  /** What recorded it, where that was git. */
  readonly root?: GitRoot;
}
