import * as z from 'zod';
import { once } from '../../../core/support/once';
import { oneLine } from '../../../core/catalog/entry/plainText';
import type { TaskBeside } from '../../../core/workflow/domain/beside';
import type { Newcomer } from '../../../core/workflow/domain/newcomers';
import type { Task } from '../../../core/workflow/model/state';
import type { LeaseBeside } from '../../../modules/contract-net/areaLeases';
import type { StartedTask } from '../../../core/workflow/domain/taskRuns';

/** Tasks that are named; the rest is counted (chosen here). */
const MAX_NAMED = 5;

/** Characters of a goal in the text (chosen here). */
const GOAL = 500;

/** Characters of a name in the text (chosen here). */
const BRIEF = 80;

const openTask = once(() =>
  z.strictObject({
    task_id: z.string().describe('Task ID.'),
    workflow_id: z.string().describe('Workflow ID.'),
    name: z.string().describe('Name.'),
    status: z.enum(['in_progress', 'stale']).describe('stale: its agent has been inactive for 30 minutes.'),
    minutes: z.int().describe("Since it started; if stale, since the agent's last call."),
    whose: z.enum(['this_chat', 'another_chat', 'another_program']).describe('Who is working on it.'),
    caller: z.string().optional().describe('Name of its agent.'),
    overlap: z.array(z.string()).optional().describe('Your areas in which it works too.'),
  }),
);

const plannedTask = once(() =>
  z.strictObject({
    task_id: z.string().describe('Task ID.'),
    step: z.string().optional().describe('Plan step.'),
    name: z.string().describe('Name.'),
  }),
);

/** What `start_task` says of the rest of the work. */
export const besideFields = once(() => ({
  name: z.string().optional().describe('Name of the existing task.'),
  goal: z.string().optional().describe('Goal.'),
  subtask_of: z.string().optional().describe('Parent task ID.'),
  resumed: z.boolean().optional().describe('Task was resumed; changes count from its first snapshot.'),
  from_plan: z.boolean().optional().describe('Task was planned in this workflow.'),
  workflow_reopened: z.boolean().optional().describe('Workflow had ended automatically and was reopened.'),
  open_tasks: z.array(openTask()).optional().describe('Other open tasks, at most 5.'),
  open_tasks_more: z.int().optional().describe('Number not listed.'),
  areas_apart: z.boolean().optional().describe("Their areas don't overlap this task's areas."),
  planned: z.array(plannedTask()).optional().describe('Planned tasks not started yet, at most 5.'),
  planned_more: z.int().optional().describe('Number not listed.'),
}));

const fields = once(() =>
  z.object({
    task_id: z.string(),
    workflow_id: z.string(),
    status: z.enum(['in_progress', 'blocked']),
    ...besideFields(),
  }),
);
type Fields = z.output<ReturnType<typeof fields>>;

/** What there is to say beside a task that was begun. A blocked one is not worked on: nothing is beside it. */
export function besideAnswer(started: StartedTask) {
  const { task, wasPlanned, wasBlocked, isResumed, hasReopened, beside, planned, at } = started;
  const open = task.status === 'blocked' ? [] : beside.tasks;
  // Who is at a step of the plan knows of it.
  const left = task.step === null ? planned : [];
  const minutesSince = (since: number): number => Math.max(0, Math.floor((at - since) / 60_000));
  return {
    ...(wasPlanned || wasBlocked || isResumed ? { name: task.name, goal: task.goal } : {}),
    ...(isResumed ? { resumed: true } : {}),
    ...(task.parent === null ? {} : { subtask_of: task.parent }),
    ...(wasPlanned ? { from_plan: true } : {}),
    ...(hasReopened ? { workflow_reopened: true } : {}),
    ...(open.length === 0
      ? {}
      : {
          open_tasks: open.slice(0, MAX_NAMED).map(one => openRow(one, minutesSince(one.since))),
          areas_apart: beside.areApart,
        }),
    ...(open.length > MAX_NAMED ? { open_tasks_more: open.length - MAX_NAMED } : {}),
    ...(left.length === 0 ? {} : { planned: left.slice(0, MAX_NAMED).map(plannedRow) }),
    ...(left.length > MAX_NAMED ? { planned_more: left.length - MAX_NAMED } : {}),
  };
}

function openRow({ task, whose, overlap }: TaskBeside, minutes: number) {
  const { id, workflow, name, status, caller } = task;
  return {
    task_id: id,
    workflow_id: workflow,
    name,
    status: status === 'stale' ? ('stale' as const) : ('in_progress' as const),
    minutes,
    whose,
    ...(caller?.name ? { caller: caller.name } : {}),
    ...(overlap.length === 0 ? {} : { overlap: overlap.slice(0, MAX_NAMED) }),
  };
}

function plannedRow({ id, step, name }: Task) {
  return { task_id: id, ...(step === null ? {} : { step }), name };
}

/** The same in words. */
export function besideLines(output: unknown): readonly string[] {
  const said = fields().parse(output);
  return [
    ...(said.workflow_reopened === true ? ['Its workflow had ended automatically and was reopened.'] : []),
    ...namedLines(said),
    ...(said.subtask_of === undefined ? [] : [`It is a subtask of ${said.subtask_of}.`]),
    ...plannedLines(said),
    ...openLines(said),
  ];
}

/** What it is, for who knows its id alone. */
function namedLines({ task_id: id, name, goal, resumed, from_plan: isPlanned }: Fields): readonly string[] {
  if (name === undefined || goal === undefined) return [];
  const counted = resumed === true ? ' Its changes are counted from its first snapshot.' : '';
  const what = isPlanned === true ? 'It is the planned task' : 'It is';
  const rest = goal.length > GOAL ? ` For the whole goal, call get_context with task_id "${id}".` : '';
  return [`${what} ${quote(name)}. Goal: ${JSON.stringify(oneLine(goal, GOAL))}.${rest}${counted}`];
}

function plannedLines({ planned = [], planned_more: more }: Fields): readonly string[] {
  const [first] = planned;
  if (first === undefined) return [];
  const names = planned.map(
    ({ task_id: id, step, name }) =>
      `${step === undefined ? '' : `step ${quote(step)}, `}${quote(name)} (${id})`,
  );
  return [
    `It is a new task. Planned in this workflow, not started: ${names.join('; ')}${andMore(more)}. ` +
      `To start one of them, call start_task with resume_task_id "${first.task_id}".`,
  ];
}

function openLines({ task_id: own, workflow_id: workflow, ...said }: Fields): readonly string[] {
  const { open_tasks: open = [], open_tasks_more: more, areas_apart: areApart } = said;
  const [first] = open;
  if (first === undefined) return [];
  if (areApart === true) {
    const names = open.map(({ name, task_id: id }) => `${quote(name)} (${id})`);
    return [`Also open, in other areas: ${names.join(', ')}${andMore(more)}.`];
  }
  const sameWorkflow = open.find(({ workflow_id: of }) => of === workflow);
  return [
    'Other tasks are open:',
    ...open.map(one => `- ${openText(one)}`),
    ...(more === undefined ? [] : [`- and ${more} more: call get_context with status "in_progress".`]),
    "Files that both change count as shared, unless their areas don't overlap. " +
      `If one of them is done, call complete_task with task_id "${first.task_id}", status and outcome. ` +
      `To resume it instead, call start_task with resume_task_id "${first.task_id}".` +
      (sameWorkflow === undefined
        ? ''
        : ` If the new task is part of it, call start_task with resume_task_id "${own}" and parent_task_id "${sameWorkflow.task_id}".`),
  ];
}

type OpenTask = z.output<ReturnType<typeof openTask>>;

const WHOSE: Readonly<Record<OpenTask['whose'], string>> = {
  this_chat: 'this chat',
  another_chat: 'another chat',
  another_program: 'another program',
};

function openText({ name, task_id: id, status, minutes, whose, caller, overlap }: OpenTask): string {
  const since = status === 'stale' ? `stale, inactive for ${minutes} min` : `in progress for ${minutes} min`;
  const agent = caller === undefined ? '' : `, agent ${quote(caller)}`;
  const met = overlap === undefined ? '' : `, also works in ${overlap.map(quote).join(', ')}`;
  return `${quote(name)} (${id}): ${since}, ${WHOSE[whose]}${agent}${met}`;
}

/** What an agent at work is told of somebody who began in its areas. */
export function newcomerLine({ own, other, areas }: Newcomer): string {
  const { name, id, caller } = other;
  const agent = caller?.name ? ` of agent ${quote(caller.name)}` : '';
  const named = areas.slice(0, MAX_NAMED).map(quote).join(', ');
  return (
    `Another chat began ${quote(name)} (${id})${agent}, which works in ${named} too, as your task ${own.id} does. ` +
    'Agree on who changes which files before you go on.'
  );
}

/** What an agent at work is told of areas that another one has by an award. */
export function leaseLine({ own, lease, areas }: LeaseBeside): string {
  const named = areas.slice(0, MAX_NAMED).map(quote).join(', ');
  return (
    `Agent ${quote(lease.agent)} was awarded ${quote(lease.task)} (${quote(lease.call)}), which works in ${named} too, as your task ${own.id} does. ` +
    'Agree on who changes which files before you go on.'
  );
}

function andMore(count: number | undefined): string {
  return count === undefined ? '' : ` and ${count} more`;
}

/** What somebody wrote, as data. */
function quote(text: string): string {
  return JSON.stringify(oneLine(text, BRIEF));
}
