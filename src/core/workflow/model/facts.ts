import type { Snapshot, TaskAccount, TaskId } from '../../snapshots/snapshot';
import type { SessionId } from '../../../shared/ids';
import type {
  AgentClaims,
  Decision,
  Issue,
  Outcome,
  ReviewReason,
  TaskCaller,
  Verification,
  WorkflowEnder,
} from './state';
import type { EndStatus, ReviewVerdict, TaskStatus, WorkflowId } from './words';

/** A workflow began, its plan's steps announced with it. */
export interface WorkflowStarted {
  readonly type: 'workflowStarted';
  readonly workflow: WorkflowId;
  readonly workspace: string;
  readonly name: string;
  readonly description: string | null;
  readonly plan: readonly { readonly task: TaskId; readonly step: string; readonly goal: string }[];
  readonly session: SessionId;
  readonly key: string | null;
  readonly fingerprint: string;
  /** A person planned it. */
  readonly isByUser?: true;
}

/** A person added a task to a workflow. */
export interface TaskPlanned {
  readonly type: 'taskPlanned';
  readonly workflow: WorkflowId;
  readonly workspace: string;
  readonly task: TaskId;
  readonly step: string;
  readonly goal: string;
  readonly session: SessionId;
}

/** A task began, or was recorded as waiting for others. */
export interface TaskStarted {
  readonly type: 'taskStarted';
  readonly task: TaskId;
  readonly workspace: string;
  readonly workflow: WorkflowId;
  readonly parent: TaskId | null;
  readonly name: string;
  readonly goal: string;
  readonly areas: readonly string[];
  readonly dependsOn: readonly TaskId[];
  readonly caller: TaskCaller | null;
  readonly session: SessionId;
  /** The program that it is worked on through. */
  readonly program: string | null;
  readonly snapshot: Snapshot;
  /** It waits for a task it depends on: recorded, and not worked on yet. */
  readonly isBlocked: boolean;
}

/** Work on a task went on after a break. */
export interface TaskTakenUp {
  readonly type: 'taskTakenUp';
  readonly task: TaskId;
  readonly session: SessionId;
  readonly program: string | null;
  readonly snapshot: Snapshot;
  /** It had not begun: this snapshot is its first. */
  readonly isFirst: boolean;
}

/** A task ended, with all that is answered of it. */
export interface TaskCompleted {
  readonly type: 'taskCompleted';
  readonly task: TaskId;
  /** What the task is in from now on: the outcome's, or `awaiting_review`. */
  readonly status: TaskStatus;
  readonly outcomeStatus: EndStatus;
  readonly outcome: Outcome;
  readonly claims: AgentClaims;
  readonly account: TaskAccount;
  readonly verification: Verification;
  readonly end: Snapshot | null;
  readonly reasons: readonly ReviewReason[];
  readonly isByUser: boolean;
}

/** A person looked at a task. */
export interface TaskReviewed {
  readonly type: 'taskReviewed';
  readonly task: TaskId;
  readonly review: string;
  readonly verdict: ReviewVerdict;
  readonly comments: readonly string[];
  /** What the task is in from now on. */
  readonly status: TaskStatus;
}

/** Nothing more happens in a workflow, unless a review reopens it. */
export interface WorkflowEnded {
  readonly type: 'workflowEnded';
  readonly workflow: WorkflowId;
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly summary: string | null;
  /** `plan`: by itself, when its last task ended. */
  readonly by: WorkflowEnder;
}

/** Everything that can have happened to workflows and tasks, milestones aside. */
export type WorkflowFact =
  | WorkflowStarted
  | TaskPlanned
  | TaskStarted
  | TaskTakenUp
  | TaskCompleted
  | TaskReviewed
  | WorkflowEnded
  | {
      readonly type: 'taskWoken';
      readonly task: TaskId;
      readonly session: SessionId;
      readonly program: string | null;
    }
  /** A person gave a planned task another goal. */
  | { readonly type: 'taskReworded'; readonly task: TaskId; readonly goal: string }
  /** It stands before another task of its workflow from now on; null: after all others. */
  | { readonly type: 'taskMoved'; readonly task: TaskId; readonly before: TaskId | null }
  /** It is a subtask of another one from now on. */
  | { readonly type: 'taskPlaced'; readonly task: TaskId; readonly parent: TaskId }
  /** Its program had gone: it ended with the disk as it was when that was found. */
  | { readonly type: 'taskAbandoned'; readonly task: TaskId; readonly snapshot: Snapshot }
  | {
      readonly type: 'taskWentStale';
      readonly task: TaskId;
      readonly reason: 'session-gone' | 'window-closed';
    }
  | {
      readonly type: 'taskCancelled';
      readonly task: TaskId;
      readonly snapshot: Snapshot | null;
      readonly isByUser: boolean;
    }
  | { readonly type: 'decisionLogged'; readonly task: TaskId; readonly decision: Omit<Decision, 'at'> }
  | { readonly type: 'issueLogged'; readonly task: TaskId; readonly issue: Omit<Issue, 'at'> }
  | { readonly type: 'reviewDelivered'; readonly task: TaskId; readonly review: string }
  | { readonly type: 'workflowReopened'; readonly workflow: WorkflowId }
  | { readonly type: 'workflowArchived'; readonly workflow: WorkflowId; readonly isArchived: boolean }
  | { readonly type: 'workflowDeleted'; readonly workflow: WorkflowId }
  | {
      readonly type: 'restoreBegun';
      readonly task: TaskId;
      readonly plan: string;
      readonly before: Snapshot;
      /** What the plan is to write and delete: a crash in the middle leaves no other word of it. */
      readonly written: readonly string[];
      readonly deleted: readonly string[];
      /** Whether all of the task's own files are to be back with it. */
      readonly isWhole: boolean;
      readonly isPart?: true;
    }
  | {
      readonly type: 'restoreAbandoned';
      readonly task: TaskId;
      /** Null in facts of version 1: the only one. */
      readonly plan: string | null;
    }
  | {
      readonly type: 'taskReverted';
      readonly task: TaskId;
      /** Null in facts of version 1: the only one. */
      readonly plan: string | null;
      /** Whether all of the task's own files are back with it: only then is the task reverted. */
      readonly isWhole: boolean;
      readonly isPart?: true;
      readonly before: Snapshot;
      readonly after: Snapshot;
      readonly written: readonly string[];
      readonly deleted: readonly string[];
    }
  | {
      readonly type: 'restoreUndone';
      readonly task: TaskId;
      /** The plan of the restore that was taken back; null in facts of version 1: the only one. */
      readonly plan: string | null;
      readonly before: Snapshot;
      readonly after: Snapshot;
    };
