import type { Snapshot, TaskAccount, TaskId } from '../../snapshots/snapshot';
import type { Instant } from '../../support/clock';
import type { SessionId } from '../../../shared/ids';
import type {
  DecisionCategory,
  EndStatus,
  IssueType,
  ReviewVerdict,
  TaskStatus,
  TestStatus,
  WorkflowId,
  WorkflowStatus,
} from './words';

/** A piece of work with a goal, made of tasks. */
export interface Workflow {
  readonly id: WorkflowId;
  /** Key of the workspace it belongs to: nothing else may read or write it. */
  readonly workspace: string;
  readonly name: string;
  readonly description: string | null;
  readonly session: SessionId;
  readonly createdAt: Instant;
  /** Whether steps were announced: such a workflow ends with the last of them. */
  readonly hasPlan: boolean;
  /** In the order they were announced or begun, subtasks included; a person may move planned ones. */
  readonly tasks: TaskId[];
  status: WorkflowStatus;
  endedAt: Instant | null;
  /** Who ended it; `plan`: it did so itself, with its last task, and goes on with the next one. */
  endedBy: WorkflowEnder | null;
  summary: string | null;
  isArchived: boolean;
}

/** Who can end a workflow: itself, an agent, or a person. */
export type WorkflowEnder = 'plan' | 'call' | 'user';

/** Who does the task, where a host has several agents. */
export interface TaskCaller {
  readonly kind: 'orchestrator' | 'subagent';
  readonly name: string | null;
}

/** A choice an agent made, with its reasons. */
export interface Decision {
  readonly id: string;
  readonly category: DecisionCategory;
  readonly question: string;
  readonly options: readonly string[];
  readonly chosen: string;
  readonly reasoning: string;
  readonly tradeOffs: string | null;
  readonly at: Instant;
}

/** A problem an agent met, and how it got past it. */
export interface Issue {
  readonly id: string;
  readonly issueType: IssueType;
  readonly description: string;
  readonly resolution: string;
  readonly needsReview: boolean;
  readonly at: Instant;
}

/** What the agent says it did. */
export interface Outcome {
  readonly summary: string;
  readonly achievements: readonly string[];
  readonly limitations: readonly string[];
  readonly needsReview: boolean;
  readonly reviewReason: string | null;
  readonly nextSteps: readonly string[];
}

/** What the agent says beside it. Null: it said nothing. */
export interface AgentClaims {
  readonly packagesAdded: readonly string[] | null;
  readonly packagesRemoved: readonly string[] | null;
  readonly commands: readonly string[] | null;
  readonly testsStatus: TestStatus | null;
}

/** A claim of the agent beside what was found. */
export interface CheckedClaim {
  readonly claim: string;
  readonly fact: string;
}

/** What the checks of a completion found. */
export interface Verification {
  readonly scopeMatch: boolean;
  readonly unexpectedFiles: readonly string[];
  readonly warnings: readonly string[];
  readonly claims: readonly CheckedClaim[];
}

/** How a task ended: the answer that `complete_task` gives, however often it is called. */
export interface Completion {
  readonly status: EndStatus;
  readonly outcome: Outcome;
  readonly claims: AgentClaims;
  readonly account: TaskAccount;
  readonly verification: Verification;
  /** Null for a task that never began. */
  readonly end: Snapshot | null;
  readonly durationSeconds: number;
  readonly at: Instant;
}

/** Why a person should look at a task. */
export interface ReviewReason {
  /** `unknown`: what the task changed could not be found out. */
  readonly kind: 'manual' | 'scope' | 'destroyed' | 'dropped' | 'unknown' | 'issue';
  readonly text: string;
}

/** What a person said of a task. */
export interface Review {
  readonly id: string;
  readonly verdict: ReviewVerdict;
  readonly comments: readonly string[];
  readonly at: Instant;
  /** Whether an agent has been told. */
  isDelivered: boolean;
}

/** The stretch in which a task was worked on, by numbers of marks: from `from` on, and before `to` where it has ended. */
export interface Span {
  readonly from: number;
  to: number | null;
  /** Its agent said that the work was done: what changed until it was taken up again, it did not do. */
  isDone?: true;
}

/** A restore that was begun: what is needed to undo it, also after a crash in the middle. */
export interface Restore {
  readonly plan: string;
  readonly before: Snapshot;
  /** Whether it puts back all that the task changed itself and that was not back before. */
  readonly isWhole: boolean;
  /** Whether it puts a part of a file back: the rest of what the task changed there is still to be put back. */
  readonly isPart?: true;
  /** What was planned to be written and deleted, until it is done: then what was. */
  readonly written: readonly string[];
  readonly deleted: readonly string[];
  /** Null until it is done. */
  readonly after: Snapshot | null;
  /** What the task was in before. */
  readonly from: TaskStatus;
  /** Number of the mark at which it began. */
  readonly mark: number;
}

/** A piece of a workflow: planned, begun with a snapshot, and ended with an account of what it changed. */
export interface Task {
  readonly id: TaskId;
  readonly workspace: string;
  readonly workflow: WorkflowId;
  readonly createdAt: Instant;
  /** The plan's own word for it, e.g. "1"; null for a task that was not planned. */
  readonly step: string | null;
  parent: TaskId | null;
  name: string;
  goal: string;
  /** A person wrote its goal: the words of an agent that starts it don't replace it. */
  isByUser?: true;
  areas: readonly string[];
  dependsOn: readonly TaskId[];
  caller: TaskCaller | null;
  /** Whose it is: who started it or took it up last. */
  session: SessionId;
  /** The program it is worked on through (`LivePrograms`); null where that is not known. */
  program: string | null;
  status: TaskStatus;
  startedAt: Instant | null;
  /** When its agent was last heard of in a fact of this domain. */
  touchedAt: Instant;
  /** What its changes are counted from; null while planned. */
  start: Snapshot | null;
  /** Number of the mark of `start`. */
  startMark: number | null;
  /** Number of the mark it ended with. */
  endMark: number | null;
  readonly spans: Span[];
  readonly decisions: Decision[];
  readonly issues: Issue[];
  completion: Completion | null;
  /** Whether a person ended it: its agent is told so. */
  isEndedByUser: boolean;
  /** Why a person should look at it; empty when nobody needs to. */
  reasons: readonly ReviewReason[];
  readonly reviews: Review[];
  /** Those that were not taken back, oldest first: the last one can be. */
  restores: Restore[];
}

/** A moment at which a task began or ended, with the disk as it was: the interval ledger. */
export interface Mark {
  readonly number: number;
  readonly workspace: string;
  readonly task: TaskId;
  readonly snapshot: Snapshot;
}

/** What an idempotency key was used for. */
export interface UsedKey {
  readonly workflow: WorkflowId;
  /** Hash of what was asked for: the same key with another wish is a mistake of the caller. */
  readonly fingerprint: string;
  readonly at: Instant;
}

/** All workflows of a journal. */
export interface WorkflowState {
  readonly workflows: Map<WorkflowId, Workflow>;
  readonly tasks: Map<TaskId, Task>;
  readonly keys: Map<string, UsedKey>;
  /** Ids of workflows and tasks that were deleted, so that a late call can be told so. */
  readonly deleted: Set<string>;
  /** Reviews that no agent has been told of yet, with their task. */
  readonly undelivered: Map<string, TaskId>;
  /** Oldest first. */
  marks: Mark[];
  nextMark: number;
}

/** Whether a person is to look at it. What was put back waits for nobody. */
export function waitsForReview({ reasons, status }: Pick<Task, 'reasons' | 'status'>): boolean {
  return reasons.length > 0 && status !== 'reverted';
}

/** The restore that can be taken back next. */
export function lastRestore(task: Pick<Task, 'restores'>): Restore | undefined {
  return task.restores.at(-1);
}

/** The last review, which counts. */
export function lastReview(task: Task): Review | undefined {
  return task.reviews.at(-1);
}
