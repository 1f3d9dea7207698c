import type { HeadMove } from './headMoves';
import type { TreeEntry } from './restoreDecision';

/** A commit, as far as whose work it is depends on it. */
export interface CommitFacts {
  readonly parents: readonly string[];
  /**
   * `foreign`: it was there before the task began, or it was fetched. `own`: it was made in this repository while the
   * task ran, in whichever worktree. `foreign-on-own`: it was fetched, and holds own commits that had gone out before.
   */
  readonly origin: 'own' | 'foreign' | 'foreign-on-own';
  /** Author, author date and subject: what stays the same when git applies a commit again. */
  readonly signature: string;
  /** Applied from a commit that HEAD never was at, and that only the task can have made. */
  readonly isOfTask?: boolean;
}

/** What is known of how HEAD went while a task ran. `null` for a commit: there was none. */
export interface HistoryFacts {
  /** Commit of HEAD at the start. */
  readonly start: string | null;
  /** Oldest first; undefined where the reflog does not tell, then start to end count as one move. */
  readonly moves: readonly HeadMove[] | undefined;
  /** Commit of HEAD at the end. */
  readonly end: string | null;
  /** Commit that a merge begun in the task, and not committed, brings in. */
  readonly merging: string | null;
  /** Every commit that is named by the moves or made in between; a commit that is not here is gone. */
  readonly commits: ReadonlyMap<string, CommitFacts>;
  /** Best common ancestors, by `mergeKey`. */
  readonly mergeBases: ReadonlyMap<string, string>;
  /** Which of `moves`, by their place, were resets that wrote files. */
  readonly hardResets: ReadonlySet<number>;
  /** What a commit's tree has at a path. */
  readonly entryOf: (commit: string | null, path: string) => TreeEntry;
  /** What was on the disk at the start; where that is what HEAD's commit stands for, the commit's entry. */
  readonly entryAtStart: (path: string) => TreeEntry;
}

/** The key of two merged commits in `mergeBases`. */
export function mergeKey(first: string, second: string): string {
  return `${first} ${second}`;
}

/** A commit's id as the reflog writes it: zeros where there was none. */
export function commitOrNull(id: string): string | null {
  return /^0+$/.test(id) ? null : id;
}
