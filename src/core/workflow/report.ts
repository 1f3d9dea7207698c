import type { FileChange } from '../snapshots/snapshot';
import { tasksOf } from './find';
import type { CheckedClaim, Decision, Issue, Review, Task, Workflow, WorkflowState } from './state';
import type { Milestone } from './taskActivity';
import type { OutcomeStatus, TaskStatus, WorkflowStatus } from './words';

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
    readonly status: OutcomeStatus;
    readonly summary: string;
    readonly achievements: readonly string[];
    readonly limitations: readonly string[];
    readonly nextSteps: readonly string[];
    readonly reviewReason: string | null;
  } | null;
  readonly files: readonly FileChange[];
  readonly imported: readonly FileChange[];
  readonly shared: readonly FileChange[];
  readonly commits: readonly { readonly id: string; readonly subject: string }[];
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
    readonly files: number;
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
  const files = new Set(tasks.flatMap(task => task.completion?.account.own ?? []).map(({ path }) => path));
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
      toReview: tasks.filter(task => task.reasons.length > 0).length,
      files: files.size,
      // A subtask's time is part of its parent's.
      seconds: tasks.reduce(
        (sum, task) => sum + (task.parent === null ? (task.completion?.durationSeconds ?? 0) : 0),
        0,
      ),
    },
    tasks: reportsBelow(tasks, null, milestonesOf),
  };
}

/** What there is to tell of one task. */
export function taskReportOf(
  state: WorkflowState,
  task: Task,
  milestonesOf: (task: Task) => readonly Milestone[],
): TaskReport {
  const subtasks = reportsBelow(tasksOf(state, task.workflow), task.id, milestonesOf);
  return { ...taskReport(task, milestonesOf(task)), subtasks };
}

function reportsBelow(
  tasks: readonly Task[],
  parent: Task['parent'],
  milestonesOf: (task: Task) => readonly Milestone[],
): readonly TaskReport[] {
  const children = Map.groupBy(tasks, task => task.parent);
  const build = (task: Task): TaskReport => ({
    ...taskReport(task, milestonesOf(task)),
    subtasks: (children.get(task.id) ?? []).map(build),
  });
  return (children.get(parent) ?? []).map(build);
}

function taskReport(task: Task, milestones: readonly Milestone[]): Omit<TaskReport, 'subtasks'> {
  const { id, step, name, goal, status, areas, dependsOn, completion } = task;
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
    files: completion?.account.own ?? [],
    imported: completion?.account.imported ?? [],
    shared: completion?.account.shared ?? [],
    commits: completion?.account.commits ?? [],
    warnings: completion?.verification.warnings ?? [],
    claims: completion?.verification.claims ?? [],
    decisions: task.decisions,
    issues: task.issues,
    milestones,
    reviews: task.reviews.map(({ isDelivered: _told, ...review }) => review),
    toReview: task.reasons.map(({ text }) => text),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
