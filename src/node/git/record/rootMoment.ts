import type { RootSnapshot } from '../../../core/snapshots/snapshot';
import type { RootRecord } from '../plumbing/snapshotRecords';
import type { TreeDiff } from '../plumbing/treeDiff';

/** One root at one moment with what is kept beside it; undefined where the root was not there. */
export interface RootMoment {
  readonly snapshot: RootSnapshot;
  readonly record: RootRecord | undefined;
}

/** How a root differs between two moments. */
export interface RootDiff extends TreeDiff {
  /** Why the answer may lack something, in words. */
  readonly partial: readonly string[];
  /** Why the answer says nothing, in words; undefined where it says something. `partial` has it as well. */
  readonly unknown?: string;
  /** Folders that ignore rules hide which came between the moments; readable, with a slash at the end. */
  readonly hidden?: readonly string[];
}
