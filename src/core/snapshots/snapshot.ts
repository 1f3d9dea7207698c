import type { Instant } from '../support/clock';

/** A task's id, as tools hand it out. */
export type TaskId = string & { readonly brand: 'TaskId' };

/** How a root was recorded: a tree in its repository, a tree in a repository of ours beside it, a list of files with hashes. */
export type SnapshotMethod = 'tree' | 'shadow' | 'manifest' | 'none';

/** One repository, worktree, submodule or plain folder, as it was at one moment. Plain JSON: it is kept in the journal. */
export interface RootSnapshot {
  /** Absolute path of the root's folder, real (links followed). In a journal that machines share: its way from the workspace folder. */
  readonly root: string;
  /** The root relative to the workspace folder, with `/`; `''` for the workspace folder itself or one that contains it. */
  readonly label: string;
  readonly method: SnapshotMethod;
  /** Id of the tree, for the methods that make one; name of the stored list for a manifest. */
  readonly tree: string | null;
  /** Commit that HEAD named, null where there is none. */
  readonly head: string | null;
  /** Branch that HEAD named, null when detached or without git. */
  readonly branch: string | null;
  /** Whether contents were kept, so that the root can be put back. */
  readonly isRestorable: boolean;
  /** Why something is missing in it, in words; null when it is whole. */
  readonly partial: string | null;
}

/** Every root of the workspace at one moment. Plain JSON. */
export interface Snapshot {
  readonly id: string;
  readonly takenAt: Instant;
  /** `pending`: it is still being taken; the next call that needs it waits. */
  readonly state: 'complete' | 'partial' | 'pending';
  readonly roots: readonly RootSnapshot[];
  /** Of which disk it is, where several machines share a journal; left out where there is one. */
  readonly disk?: string;
  /** Who took it: who signed in at an endpoint, else the name under which they share the journal. */
  readonly by?: string;
}

/** How it was recorded: `git` where a tree exists in the user's repository or ours, `checksum` else. */
export function snapshotTypeOf(snapshot: Snapshot): 'git' | 'checksum' {
  return snapshot.roots.some(root => root.method === 'tree' || root.method === 'shadow') ? 'git' : 'checksum';
}

/** Commits that are gone with what is in them: git made nothing else of them. */
export function lostCommits({ dropped }: Pick<TaskAccount, 'dropped'>): readonly DroppedCommit[] {
  return dropped.filter(({ rewrittenAs }) => rewrittenAs === undefined);
}

/** One path that is not what it was. */
export interface FileChange {
  /** Relative to the workspace folder where it lies inside, with `/`; the raw name, never quoted. */
  readonly path: string;
  /** Where it was before, for a rename. */
  readonly from?: string;
  /** `mode`: only the executable bit changed; `type`: file, link and submodule changed places. */
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'mode' | 'type';
  /** Modes before and after where they differ, e.g. `100644>100755`. */
  readonly mode?: string;
  readonly insertions?: number;
  readonly deletions?: number;
  readonly isBinary?: boolean;
}

/** A stretch of time between two neighbouring boundaries in which the same tasks ran. */
export interface Interval {
  readonly from: Snapshot;
  readonly to: Snapshot;
  /** Whether no other task can have written anything meanwhile. */
  readonly isAlone: boolean;
  /**
   * The tasks that a path of the workspace may belong to if it changed meanwhile: the one whose areas hold it, else the
   * innermost subtask, else all that ran (docs/record.md, "Several tasks").
   */
  readonly owners: (path: string) => readonly TaskId[];
}

/** A commit as people name it. */
export interface CommitName {
  readonly id: string;
  readonly subject: string;
}

/** A commit that no branch has any more. */
export interface DroppedCommit extends CommitName {
  /** The commit that git made of it, by amend or rebase; left out where its work went with it. */
  readonly rewrittenAs?: string;
}

/** What a task changed and what merely happened while it ran. */
export interface TaskAccount {
  readonly own: readonly FileChange[];
  /** Came by checkout, merge, rebase or pull. */
  readonly imported: readonly FileChange[];
  /** Another task ran at the same time. */
  readonly shared: readonly (FileChange & { readonly with: readonly TaskId[] })[];
  /** Was ignored at the start; an ignore rule went away. */
  readonly revealed: readonly FileChange[];
  /** Of `own`: was changed before the task began and was changed again, or its work was destroyed. */
  readonly preExistingTouched: readonly (FileChange & { readonly isDestroyed: boolean })[];
  readonly commits: readonly CommitName[];
  /** Commits that a branch had at the start and that no branch has now. */
  readonly dropped: readonly DroppedCommit[];
  /** `unknown`: what HEAD did is forgotten, by an expired reflog or a collected commit. */
  readonly history: 'linear' | 'unknown' | 'merged' | 'rebased' | 'switched' | 'reset';
  /** In words, for the answer. */
  readonly warnings: readonly string[];
  /** Why the account may lack something; null when it is whole. */
  readonly partial: string | null;
  /**
   * Why nothing could be found out, so that no files says nothing; null where it could. A root says nothing where it was not
   * recorded at the start or at the end, where the two can't be compared, or where new files were left out and nothing else
   * changed. It is set when no root says anything; when some do, the reasons of the others are in `partial`.
   */
  readonly unknown: string | null;
  readonly isRestorable: boolean;
}

/** What was asked of the account. */
export interface AccountRequest {
  readonly task: TaskId;
  readonly start: Snapshot;
  readonly end: Snapshot;
  /** Every interval from start to end, in order and without gaps. */
  readonly intervals: readonly Interval[];
}

/** What a restore would do to one path. */
export interface RestoreStep {
  readonly path: string;
  /**
   * `write`, `delete`: as the start had it. `keep`: it is so already. `merge`: changed later, and the later change can be kept.
   * `conflict`: changed later in the same place. `impossible`: its content was not kept. `keep-ignored`: ignored files are left alone.
   */
  readonly action: 'write' | 'delete' | 'keep' | 'merge' | 'conflict' | 'impossible' | 'keep-ignored';
  /** In words, for all but write and delete. */
  readonly reason?: string;
  /** Of a conflict: why it cannot be merged by hand, in words; null when it can. */
  readonly mergeObstacle?: string | null;
  /** Of a conflict about whose the change is: merging takes the change out and leaves nothing to do by hand. */
  readonly mergesCleanly?: boolean;
  /** Of a conflict: the tasks whose work it may be as well, or instead. */
  readonly sharedWith?: readonly TaskId[];
  /** Of `keep`: it was put back before, and is not as it was then. */
  readonly isChangedSince?: true;
  /** False of a path that is none of the task's own, and was asked for by name. */
  readonly isOwn?: false;
  /** Id of what is put back instead of the start's content: a part of the change is taken out, the rest stays. */
  readonly instead?: string;
}

/**
 * A path that a restore leaves out. `not-asked`: the task's own, and not as it was. `shared`: may be another task's. `imported`:
 * came by checkout, merge, rebase or pull. `subtask`: a subtask did it. `unchanged`: asked for, and nothing that the task changed.
 */
export interface LeftPath {
  readonly path: string;
  readonly why: 'not-asked' | 'shared' | 'imported' | 'subtask' | 'unchanged';
  /** In words. */
  readonly reason: string;
  /** Of a shared one: the tasks that ran at the same time. */
  readonly sharedWith?: readonly TaskId[];
}

/** What is planned: putting a task's changes back, or taking such a restore back. */
export type RestoreWay = 'restore' | 'undo';

/**
 * What to do with a path in conflict: `theirs` (put the start's content back), `mine` (leave it), or `markers` (write both,
 * with conflict markers around the lines in conflict, to be merged by hand).
 */
export type ConflictChoice = 'theirs' | 'mine' | 'markers';

/** A restore that was worked out and not yet done. Plain JSON. */
export interface RestorePlan {
  readonly id: string;
  readonly task: TaskId;
  readonly way: RestoreWay;
  /** What is put back, and what it replaces. */
  readonly start: Snapshot;
  readonly end: Snapshot;
  /** The disk as it was when the plan was made: applying refuses when one of the steps' paths is another by then. */
  readonly before: Snapshot;
  readonly steps: readonly RestoreStep[];
  /** What was changed between the task's start and end and is not among the steps, with why. */
  readonly left: readonly LeftPath[];
  /** Where files of several tasks are put back together: each with its files, the plan's own first. */
  readonly tasks?: readonly { readonly task: TaskId; readonly paths: readonly string[] }[];
}

/** What a restore makes of one path; null where there is no file. */
export interface RestoredFile {
  readonly path: string;
  readonly now: Uint8Array | null;
  /** What it is to hold. */
  readonly goal: Uint8Array | null;
}

/** A restore that was done. Plain JSON: `planUndo` needs it. */
export interface RestoreOutcome {
  readonly task: TaskId;
  readonly written: readonly string[];
  readonly deleted: readonly string[];
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** A restore that a crash cut short. */
export interface UnfinishedRestore {
  /** The plan's id. */
  readonly id: string;
  readonly before: Snapshot;
  readonly paths: readonly string[];
}

/** What the workflow tracker needs of snapshots. Everything may take seconds: it stops with the signal. */
export interface Snapshots {
  /** Takes a snapshot of every root; never longer than its time budget, then `partial` with the reason. */
  take(signal: AbortSignal): Promise<Snapshot>;
  /** Whose the changes between a task's start and end are. */
  account(request: AccountRequest, signal: AbortSignal): Promise<TaskAccount>;
  /**
   * What putting the task's own changes back would do; changes nothing. `paths`: only these, and those among them that may be
   * another task's too, which are conflicts then. `instead`: contents of files that are put back in the place of the start's.
   * `doubts`: files that a person has to choose for in any case, with why; what else is in them can't be merged.
   * @throws {Refusal} not-restorable where what it changed is not known
   */
  planRestore(
    request: AccountRequest,
    paths: readonly string[] | null,
    signal: AbortSignal,
    instead?: ReadonlyMap<string, Uint8Array>,
    doubts?: ReadonlyMap<string, string>,
  ): Promise<RestorePlan>;
  /** What files would hold when a plan is applied with these choices; changes nothing. @throws {Refusal} as `applyRestore` */
  previewRestore(
    plan: RestorePlan,
    choices: ReadonlyMap<string, ConflictChoice>,
    signal: AbortSignal,
  ): Promise<readonly RestoredFile[]>;
  /**
   * What taking a restore back would do: exactly its paths, later changes kept. Changes nothing. What it plans is applied
   * like any other plan, so an undo can be undone too.
   */
  planUndo(outcome: RestoreOutcome, signal: AbortSignal): Promise<RestorePlan>;
  /**
   * Does it. `choices`: one for each path in conflict.
   * @throws {Refusal} plan-outdated, conflicts-open, not-mergeable, restore-failed (nothing was changed)
   */
  applyRestore(
    plan: RestorePlan,
    choices: ReadonlyMap<string, ConflictChoice>,
    signal: AbortSignal,
  ): Promise<{
    readonly written: readonly string[];
    readonly deleted: readonly string[];
    readonly before: Snapshot;
  }>;
  /** Restores that a crash cut short; those of a process that is still at it are not among them. */
  unfinishedRestores(): Promise<readonly UnfinishedRestore[]>;
  /**
   * Ends one: forwards to its end, or back to what was there before. What was changed since is left: gives the paths of that.
   * @throws {Refusal} no-such-restore
   */
  settleRestore(id: string, way: 'finish' | 'undo', signal: AbortSignal): Promise<readonly string[]>;
  /** A file as a snapshot has it; undefined when it was not there or not kept. */
  read(snapshot: Snapshot, path: string, signal: AbortSignal): Promise<Uint8Array | undefined>;
  /** What the same file has in every snapshot, and no other: by content, kind and executable bit. Undefined as for `read`. */
  entry(snapshot: Snapshot, path: string, signal: AbortSignal): Promise<string | undefined>;
  /** Lets go of a snapshot that nobody was told of. */
  release(snapshot: Snapshot, signal: AbortSignal): Promise<void>;
  /** Lets go of what is kept for snapshots other than these, but not of the youngest: they may not be in the journal yet. */
  retain(snapshots: readonly Snapshot[], signal: AbortSignal): Promise<void>;
}
