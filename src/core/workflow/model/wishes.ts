import type { Snapshot, TaskAccount, TaskId } from '../../snapshots/snapshot';
import type { SessionId } from '../../../shared/ids';
import type { AgentClaims, Decision, Issue, Outcome, TaskCaller, Verification } from './state';
import type { EndStatus, OutcomeStatus, ReviewVerdict, WorkflowId } from './words';

interface Here {
  /** Key of the workspace that the caller works in. */
  readonly workspace: string;
}

/** Starts a workflow, once for each idempotency key. */
export interface StartWorkflowWish extends Here {
  readonly verb: 'startWorkflow';
  readonly workflow: WorkflowId;
  readonly name: string;
  readonly description: string | null;
  readonly plan: readonly { readonly task: TaskId; readonly step: string; readonly goal: string }[];
  readonly session: SessionId;
  readonly key: string | null;
  readonly fingerprint: string;
  readonly isByUser?: true;
}

/** Adds a task that a person planned to a workflow. */
export interface PlanTaskWish extends Here {
  readonly verb: 'planTask';
  readonly workflow: string;
  readonly task: TaskId;
  readonly goal: string;
  readonly session: SessionId;
}

/** What an agent says of the task it starts. */
export interface StartTaskInput {
  /** Null: that of the task, or the only one in progress. */
  readonly workflow: string | null;
  readonly parent: string | null;
  /** Null: what was announced, or what it has had. */
  readonly name: string | null;
  readonly goal: string | null;
  readonly areas: readonly string[];
  readonly dependsOn: readonly string[];
  /** Which announced step it is. */
  readonly plannedStep: string | null;
  /** Which task it takes up again. */
  readonly resume: string | null;
  readonly caller: TaskCaller | null;
}

/** Starts a task, a planned one, or takes one up again. */
export interface StartTaskWish extends Here, StartTaskInput {
  readonly verb: 'startTask';
  /** The id it gets, unless it takes up one that is there. */
  readonly task: TaskId;
  readonly session: SessionId;
  readonly program: string | null;
  readonly snapshot: Snapshot;
}

/** What an agent says of the task it ends. */
export interface CompleteTaskInput {
  readonly task: string;
  readonly status: OutcomeStatus;
  readonly outcome: Outcome;
  readonly claims: AgentClaims;
}

/** Ends a task with what was measured. */
export interface CompleteTaskWish extends Here, Omit<CompleteTaskInput, 'status'> {
  readonly verb: 'completeTask';
  readonly status: EndStatus;
  /** A person ends it, over the head of its agent. */
  readonly isByUser: boolean;
  readonly account: TaskAccount;
  readonly verification: Verification;
  readonly end: Snapshot | null;
}

/** Adds a decision to a running task. */
export interface LogDecisionWish extends Here {
  readonly verb: 'logDecision';
  readonly task: string;
  readonly session: SessionId;
  readonly program: string | null;
  readonly decision: Omit<Decision, 'at'>;
}

/** Adds an issue to a running task. */
export interface LogIssueWish extends Here {
  readonly verb: 'logIssue';
  readonly task: string;
  readonly session: SessionId;
  readonly program: string | null;
  readonly issue: Omit<Issue, 'at'>;
}

/** Adds a person's review to a task. */
export interface ReviewWish extends Here {
  readonly verb: 'review';
  readonly task: string;
  readonly review: string;
  readonly verdict: ReviewVerdict;
  readonly comments: readonly string[];
}

/** Ends a workflow before or after its tasks have. */
export interface EndWorkflowWish extends Here {
  readonly verb: 'endWorkflow';
  readonly workflow: string;
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly summary: string | null;
  readonly isByUser: boolean;
  /** The disk as it is, for tasks that end with it. */
  readonly snapshot: Snapshot | null;
}

/** Ends tasks whose programs have gone. */
export interface AbandonWish extends Here {
  readonly verb: 'abandon';
  readonly tasks: readonly LostTask[];
  /** The disk as it was found. */
  readonly snapshot: Snapshot;
}

/** A task, and the program that has gone. */
export interface LostTask {
  readonly task: TaskId;
  readonly program: string;
}

/** Everything that can be asked of workflows and tasks, milestones aside. */
export type WorkflowWish =
  | StartWorkflowWish
  | PlanTaskWish
  | StartTaskWish
  | CompleteTaskWish
  | LogDecisionWish
  | LogIssueWish
  | ReviewWish
  | EndWorkflowWish
  | (Here & {
      readonly verb: 'wake';
      readonly task: string;
      readonly session: SessionId;
      readonly program: string | null;
    })
  | AbandonWish
  | (Here & { readonly verb: 'rewordTask'; readonly task: string; readonly goal: string })
  | (Here & { readonly verb: 'moveTask'; readonly task: string; readonly to: 'up' | 'down' })
  | (Here & { readonly verb: 'cancelPlanned'; readonly task: string })
  | (Here & {
      readonly verb: 'markStale';
      readonly tasks: readonly TaskId[];
      readonly reason: 'session-gone' | 'window-closed';
    })
  | (Here & { readonly verb: 'deliverReviews'; readonly reviews: readonly string[] })
  | (Here & { readonly verb: 'archive'; readonly workflow: string; readonly isArchived: boolean })
  | (Here & { readonly verb: 'delete'; readonly workflow: string })
  | (Here & {
      readonly verb: 'beginRestore';
      readonly task: string;
      readonly plan: string;
      readonly before: Snapshot;
      readonly written: readonly string[];
      readonly deleted: readonly string[];
      /** Whether all of the task's own files are to be back with it. */
      readonly isWhole: boolean;
      /** Whether a part of a file is to be back with it. */
      readonly isPart?: true;
      /** Other tasks whose files are put back with it. */
      readonly others?: readonly RestoredTask[];
    })
  | (Here & { readonly verb: 'abandonRestore'; readonly task: string; readonly plan: string })
  | (Here & {
      readonly verb: 'markReverted';
      readonly task: string;
      readonly plan: string;
      readonly isWhole: boolean;
      readonly isPart?: true;
      readonly before: Snapshot;
      readonly after: Snapshot;
      readonly written: readonly string[];
      readonly deleted: readonly string[];
      /** Of what was begun: what somebody changed after a crash, and what therefore stays as it is. */
      readonly left?: readonly string[];
    })
  | (Here & {
      readonly verb: 'undoRestore';
      readonly task: string;
      /** The plan of the restore that was taken back. */
      readonly plan: string;
      readonly before: Snapshot;
      readonly after: Snapshot;
    });

/** What a restore of several tasks puts back for one of them. */
export interface RestoredTask {
  readonly task: TaskId;
  readonly written: readonly string[];
  readonly deleted: readonly string[];
  readonly isWhole: boolean;
}
