import type { CommitName, DroppedCommit, FileChange, TaskId } from '../../snapshots/snapshot';
import { tasksOf } from '../model/find';
import { recordedBy } from '../model/recordedBy';
import {
  type CheckedClaim,
  type Decision,
  type Issue,
  type Review,
  type Task,
  type TaskCaller,
  waitsForReview,
  type Workflow,
  type WorkflowState,
} from '../model/state';
import type { Milestone } from './taskActivity';
import type { EndStatus, TaskStatus, TestStatus, WorkflowStatus } from '../model/words';

/** A task as a report tells of it: no snapshots, no absolute paths, nothing that belongs to one machine only. */
export interface TaskReport {
  readonly id: string;
  readonly step: string | null;
  readonly name: string;
  readonly goal: string;
  readonly status: TaskStatus;
  readonly areas: readonly string[];
  readonly dependsOn: readonly string[];
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly durationSeconds: number | null;
  readonly outcome: {
    readonly status: EndStatus;
    readonly summary: string;
    readonly achievements: readonly string[];
    readonly limitations: readonly string[];
    readonly nextSteps: readonly string[];
    readonly reviewReason: string | null;
  } | null;
  readonly caller: TaskCaller | null;
  /** Who recorded it, where several people share an endpoint or a journal. */
  readonly recordedBy: string | null;
  /** Why it is not known what the task changed: the lists say nothing then. Null: it is known. */
  readonly unknown: string | null;
  /** Why the lists may lack something; null: they do not. */
  readonly partial: string | null;
  readonly files: readonly FileChange[];
  readonly imported: readonly FileChange[];
  /** Another task ran at the same time. */
  readonly shared: readonly (FileChange & { readonly with: readonly TaskId[] })[];
  readonly sharedWith: readonly { readonly id: TaskId; readonly name: string }[];
  readonly revealed: readonly FileChange[];
  readonly outsideAreas: readonly string[];
  readonly commits: readonly CommitName[];
  /** No branch has these any more. */
  readonly dropped: readonly DroppedCommit[];
  /** As the agent says. */
  readonly commands: readonly string[];
  /** As the agent says. */
  readonly testsStatus: TestStatus | null;
  readonly warnings: readonly string[];
  readonly claims: readonly CheckedClaim[];
  readonly decisions: readonly Decision[];
  readonly issues: readonly Issue[];
  readonly milestones: readonly Milestone[];
  readonly reviews: readonly Omit<Review, 'isDelivered'>[];
  readonly toReview: readonly string[];
  readonly subtasks: readonly TaskReport[];
}

/** A whole workflow, as it is exported. Numbers are computed from the journal. */
export interface WorkflowReport {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: WorkflowStatus;
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly summary: string | null;
  readonly totals: {
    readonly tasks: number;
    readonly ended: number;
    readonly toReview: number;
    /** Changed by a task of it. */
    readonly files: number;
    /** Changed while other tasks ran too, and by none of it alone. */
    readonly shared: number;
    /** Tasks of which it is not known what they changed. */
    readonly unknown: number;
    readonly seconds: number;
  };
  readonly tasks: readonly TaskReport[];
}

/** What there is to tell of a workflow. */
export function workflowReport(
  state: WorkflowState,
  workflow: Workflow,
  milestonesOf: (task: Task) => readonly Milestone[],
): WorkflowReport {
  const tasks = tasksOf(state, workflow.id);
  const accounts = tasks.flatMap(({ completion }) => (completion === null ? [] : [completion.account]));
  const files = new Set(accounts.flatMap(({ own }) => own).map(({ path }) => path));
  const shared = new Set(accounts.flatMap(account => account.shared).map(({ path }) => path));
  return {
    id: workflow.id,
    name: workflow.name,
    description: workflow.description,
    status: workflow.status,
    createdAt: iso(workflow.createdAt),
    endedAt: workflow.endedAt === null ? null : iso(workflow.endedAt),
    summary: workflow.summary,
    totals: {
      tasks: tasks.length,
      ended: tasks.filter(task => task.completion !== null).length,
      toReview: tasks.filter(waitsForReview).length,
      files: files.size,
      shared: [...shared].filter(path => !files.has(path)).length,
      unknown: accounts.filter(({ unknown }) => unknown !== null).length,
      // A subtask's time is part of its parent's.
      seconds: tasks.reduce(
        (sum, task) => sum + (task.parent === null ? (task.completion?.durationSeconds ?? 0) : 0),
        0,
      ),
    },
    tasks: reportsBelow(tasks, null, { state, milestonesOf }),
  };
}

/** What there is to tell of one task. */
export function taskReportOf(
  state: WorkflowState,
  task: Task,
  milestonesOf: (task: Task) => readonly Milestone[],
): TaskReport {
  const source = { state, milestonesOf };
  const subtasks = reportsBelow(tasksOf(state, task.workflow), task.id, source);
  return { ...taskReport(task, source), subtasks };
}

/** What a report is made from, beside the tasks. */
interface Source {
  readonly state: WorkflowState;
  readonly milestonesOf: (task: Task) => readonly Milestone[];
}

function reportsBelow(tasks: readonly Task[], parent: Task['parent'], source: Source): readonly TaskReport[] {
  const children = Map.groupBy(tasks, task => task.parent);
  const build = (task: Task): TaskReport => ({
    ...taskReport(task, source),
    subtasks: (children.get(task.id) ?? []).map(build),
  });
  return (children.get(parent) ?? []).map(build);
}

function taskReport(task: Task, { state, milestonesOf }: Source): Omit<TaskReport, 'subtasks'> {
  const { id, step, name, goal, status, areas, dependsOn, caller, completion } = task;
  const shared = completion?.account.shared ?? [];
  return {
    id,
    step,
    name,
    goal,
    status,
    areas,
    dependsOn,
    startedAt: task.startedAt === null ? null : iso(task.startedAt),
    endedAt: completion === null ? null : iso(completion.at),
    durationSeconds: completion?.durationSeconds ?? null,
    outcome:
      completion === null
        ? null
        : {
            status: completion.status,
            summary: completion.outcome.summary,
            achievements: completion.outcome.achievements,
            limitations: completion.outcome.limitations,
            nextSteps: completion.outcome.nextSteps,
            reviewReason: completion.outcome.reviewReason,
          },
    caller,
    recordedBy: recordedBy(task) || null,
    unknown: completion?.account.unknown ?? null,
    partial: completion?.account.partial ?? null,
    files: completion?.account.own ?? [],
    imported: completion?.account.imported ?? [],
    shared,
    sharedWith: [...new Set(shared.flatMap(change => change.with))].map(other => ({
      id: other,
      name: state.tasks.get(other)?.name ?? 'a deleted task',
    })),
    revealed: completion?.account.revealed ?? [],
    outsideAreas: completion?.verification.unexpectedFiles ?? [],
    commits: completion?.account.commits ?? [],
    dropped: completion?.account.dropped ?? [],
    commands: completion?.claims.commands ?? [],
    testsStatus: completion?.claims.testsStatus ?? null,
    warnings: completion?.verification.warnings ?? [],
    claims: completion?.verification.claims ?? [],
    decisions: task.decisions,
    issues: task.issues,
    milestones: milestonesOf(task),
    reviews: task.reviews.map(({ isDelivered: _told, ...review }) => review),
    toReview: waitsForReview(task) ? task.reasons.map(({ text }) => text) : [],
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
