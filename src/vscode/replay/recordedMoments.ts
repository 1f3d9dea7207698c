import type { Task } from '../../core/workflow/model/state';
import type { Milestone } from '../../core/workflow/report/taskActivity';
import type { Moment, Recorded, Told } from './moment';

/** A moment with a name for what it is: the same for an event and for what the record says of it. */
interface Named {
  readonly key: string;
  readonly moment: Moment;
  /** Stands before what happened at the same time. */
  readonly isFirst?: true;
}

/**
 * The moments of a workflow in their order: what the journal has of it, and from its record what the journal has let go of.
 * `isCut`: more than the workflow's own start and end had to be taken from there, so that something may be missing.
 */
export function completed(
  events: readonly Moment[],
  recorded: Recorded,
): { readonly moments: readonly Moment[]; readonly isCut: boolean } {
  const known = new Set(events.flatMap(keysOf));
  const missing = fromRecord(recorded).filter(({ key }) => !known.has(key));
  const left = missing.toSorted((a, b) => a.moment.at - b.moment.at);
  const moments: Moment[] = [];
  for (const event of events) {
    for (let next = left[0]; next !== undefined && isBefore(next, event); next = left[0]) {
      moments.push(next.moment);
      left.shift();
    }
    moments.push(event);
  }
  return {
    moments: [...moments, ...left.map(({ moment }) => moment)],
    isCut: missing.some(({ moment }) => !moment.kind.startsWith('workflow')),
  };
}

function isBefore({ moment, isFirst }: Named, event: Moment): boolean {
  return moment.at < event.at || (moment.at === event.at && isFirst === true);
}

function keysOf({ kind, at, facts }: Moment): readonly string[] {
  const [fact = {}] = facts;
  const task = String(fact['task']);
  switch (kind) {
    case 'workflowStarted':
      return ['begin'];
    case 'workflowEnded':
      return [`end:${at}`];
    case 'taskStarted':
    case 'taskTakenUp':
      return [`start:${task}`];
    case 'decisionLogged':
      return [idOf(fact['decision'])];
    case 'issueLogged':
      return [idOf(fact['issue'])];
    case 'taskReviewed':
      return [String(fact['review'])];
    case 'milestoneLogged':
    case 'taskCompleted':
      return [`${kind}:${task}:${at}`];
    case 'taskReverted':
      return [`${kind}:${task}`];
    default:
      return [];
  }
}

function idOf(part: unknown): string {
  return String((part as Told | undefined)?.['id']);
}

function fromRecord({ workflow, tasks, milestonesOf }: Recorded): readonly Named[] {
  const { id, createdAt, endedAt, status, name } = workflow;
  const begin = made('begin', createdAt, { type: 'workflowStarted', workflow: id, name });
  const end =
    endedAt === null
      ? []
      : [made(`end:${endedAt}`, endedAt, { type: 'workflowEnded', workflow: id, status })];
  return [{ ...begin, isFirst: true }, ...tasks.flatMap(task => ofTask(task, milestonesOf(task.id))), ...end];
}

function ofTask(task: Task, milestones: readonly Milestone[]): readonly Named[] {
  const { id, startedAt, completion, status, reviews, restores, decisions, issues } = task;
  const told = (type: string, at: number, more: Told = {}, key = `${type}:${id}:${at}`): Named =>
    made(key, at, { type, task: id, ...more });
  const start = { workflow: task.workflow, parent: task.parent, name: task.name, isBlocked: false };
  // Whether it waited for a review is known of the last one only.
  const isLast = reviews.length === 0 && restores.length === 0;
  return [
    ...(startedAt === null
      ? []
      : [{ ...told('taskStarted', startedAt, start, `start:${id}`), isFirst: true as const }]),
    ...decisions.map(decision => told('decisionLogged', decision.at, { decision }, decision.id)),
    ...issues.map(issue => told('issueLogged', issue.at, { issue }, issue.id)),
    ...milestones.map(({ at, message, progress }) => told('milestoneLogged', at, { message, progress })),
    ...(completion === null
      ? []
      : [told('taskCompleted', completion.at, { status: isLast ? status : completion.status })]),
    ...reviews.map(({ id: review, verdict, at }, i) =>
      told(
        'taskReviewed',
        at,
        { review, verdict, status: i === reviews.length - 1 && restores.length === 0 ? status : undefined },
        review,
      ),
    ),
    ...restores
      .filter(({ after }) => after !== null)
      .map(({ before, isWhole, written, deleted }) =>
        told('taskReverted', before.takenAt, { isWhole, written, deleted }, `taskReverted:${id}`),
      ),
  ];
}

function made(key: string, at: number, fact: Told): Named {
  const kind = String(fact['type']);
  return { key, moment: { id: `record:${key}`, seq: null, at, kind, facts: [fact] } };
}
