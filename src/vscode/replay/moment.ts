import type { Event } from '../../core/journal/event';
import type { Milestone } from '../../core/workflow/report/taskActivity';
import type { Task, Workflow } from '../../core/workflow/model/state';
import type { PlanRun } from '../../modules/plans/run/planRun';
import { plansDomain } from '../../modules/plans/plansDomain';
import { stigmergyDomain } from '../../modules/stigmergy/stigmergyDomain';
import { workflowDomain } from '../../core/workflow/domain/workflowDomain';
import { taskActivity } from '../../core/workflow/report/taskActivity';
import { isRecord } from '../../core/support/json';

/** What a fact says, whole or as much as compaction has left of it. */
export type Told = Readonly<Record<string, unknown>>;

/** One thing that happened in a workflow: a step of its replay. */
export interface Moment {
  /** The same in every reading. */
  readonly id: string;
  /** Place in the journal; null: the journal has let go of it, and only the record of the workflow knows it. */
  readonly seq: number | null;
  readonly at: number;
  /** The type of its facts. */
  readonly kind: string;
  /** More than one where they were recorded together, as trails are. */
  readonly facts: readonly Told[];
}

/** What is recorded of a workflow now: what its events are completed from. */
export interface Recorded {
  readonly workflow: Workflow;
  readonly tasks: readonly Task[];
  /** The same by id. */
  readonly byId: ReadonlyMap<unknown, Task>;
  readonly milestonesOf: (task: Task['id']) => readonly Milestone[];
  /** The runs of plans that its chats began while it went on. */
  readonly runs: readonly PlanRun[];
}

/** Signs of life, and what is about the list of workflows: nothing moves with them. */
const PASSED_OVER: ReadonlySet<string> = new Set(['tasksSeen', 'activityForgotten', 'workflowArchived']);

/** The moment that an event is; undefined where it is none of this workflow's. */
export function momentOf(event: Event, { workflow, byId, runs }: Recorded): Moment | undefined {
  const { seq, ts, stream, kind, payload } = event;
  if (seq === null || PASSED_OVER.has(kind) || !isRecord(payload)) return undefined;
  if (!isPartOf()) return undefined;
  return { id: `event:${seq}`, seq, at: ts, kind, facts: [payload] };

  function isPartOf(): boolean {
    if (!isRecord(payload)) return false;
    switch (stream) {
      case workflowDomain.name:
      case taskActivity.name:
        return payload['workflow'] === workflow.id || byId.has(payload['task']);
      case plansDomain.name:
        return runs.some(({ id }) => id === payload['run']);
      case stigmergyDomain.name:
        return isWithin(ts, workflow) && (payload['workspace'] ?? workflow.workspace) === workflow.workspace;
      default:
        return false;
    }
  }
}

/** Whether it happened while the workflow went on. */
export function isWithin(at: number, { createdAt, endedAt }: Pick<Workflow, 'createdAt' | 'endedAt'>) {
  return at >= createdAt && (endedAt === null || at <= endedAt);
}

/** Adds a moment; trails and steps of a plan that were recorded together are one. */
export function addMoment(moments: Moment[], next: Moment): void {
  const last = moments.at(-1);
  if (last === undefined || !isOneWith(last, next)) return void moments.push(next);
  moments[moments.length - 1] = { ...last, facts: [...last.facts, ...next.facts] };
}

function isOneWith(last: Moment, next: Moment): boolean {
  if (last.kind !== next.kind || last.at !== next.at) return false;
  if (next.kind === 'stigmergy_change') return true;
  return next.kind === 'plan_stepped' && last.facts[0]?.['run'] === next.facts[0]?.['run'];
}
