import * as z from 'zod';
import { type ContextPage, isUnfinished } from '../../../core/workflow/report/contextPage';
import type { Task } from '../../../core/workflow/model/state';
import { TASK_STATUSES, WORKFLOW_STATUSES } from '../../../core/workflow/model/words';
import type { Workflows } from '../../../core/workflow/workflows';
import type { SessionId } from '../../../shared/ids';
import { contextFields, contextRows } from './contextRows';
import { contextText } from './contextText';
import {
  answerTail,
  defineWorkflowTool,
  pendingReviews,
  type WorkflowToolContext,
} from './defineWorkflowTool';
import { idText } from './fields';
import { goOn } from './goOn';
import { quotedText } from './textLines';
import { reviewsLeft } from './reviewsLeft';

const STATUSES = [...new Set([...TASK_STATUSES, ...WORKFLOW_STATUSES])] as const;

const input = () =>
  z.strictObject({
    workflow_id: idText().optional().describe('ID from start_workflow'),
    task_id: idText().optional().describe('ID from start_task'),
    status: z.enum(STATUSES).optional().describe('Only these'),
    limit: z.int().min(1).max(100).default(20).describe('Tasks per page'),
    cursor: idText().optional().describe('next_cursor of the previous page'),
  });

export const getContext = defineWorkflowTool({
  name: 'get_context',
  title: 'Show workflows and tasks',
  description:
    'Shows recorded workflows, tasks, decisions, issues and what is ready to start. Call it to resume work after ' +
    'a new or compacted conversation.',
  effect: 'reads',
  input,
  output: () => z.strictObject({ ...contextFields(), ...answerTail }),
  async handle(asked, context) {
    const { workflows, caller } = context;
    const page = workflows.context(
      {
        workflow: asked.workflow_id ?? null,
        task: asked.task_id ?? null,
        status: asked.status ?? null,
        limit: asked.limit,
        cursor: asked.cursor ?? null,
      },
      caller,
    );
    return {
      ...contextRows(page, workflows, { session: caller.session, isWhole: asked.task_id !== undefined }),
      ...(await pendingReviews(context, asked.workflow_id ?? asked.task_id ?? 'all')),
      next: unrecorded(workflows) ?? nextOf(page, asked, context),
    };
  },
  summary: (answer, asked) => contextText(answer, asked.task_id !== undefined, asked.limit),
});

/** What can't be read looks as if it were not there, and no call that records something would go through. */
function unrecorded({ readOnlyReason }: Workflows): string | undefined {
  return readOnlyReason && `${readOnlyReason} What is shown may not be all that was recorded: tell the user.`;
}

function nextOf(
  page: ContextPage,
  asked: z.output<ReturnType<typeof input>>,
  { workflows, caller }: Pick<WorkflowToolContext, 'workflows' | 'caller'>,
): string {
  return page.totals.workflows === 0 ? nothingFound(page, asked) : nextStep(page, workflows, caller.session);
}

/** A filter that fits nothing says nothing of what there is. */
function nothingFound(
  { recorded: { workflows, tasks } }: ContextPage,
  { status }: z.output<ReturnType<typeof input>>,
): string {
  if (workflows === 0) return 'Nothing is recorded here yet. Call start_workflow to begin.';
  const there = [...tasks].map(([name, count]) => `${count} ${name}`).join(', ') || 'none';
  return (
    `Nothing matches status "${status ?? ''}". There are ${workflows} ${workflows === 1 ? 'workflow' : 'workflows'}, and tasks by status: ${there}. ` +
    'Call get_context without status to see them.'
  );
}

function nextStep({ tasks, ready, workflows }: ContextPage, all: Workflows, session: SessionId): string {
  const open = tasks.filter(task =>
    isUnfinished(
      task,
      workflows.find(({ id }) => id === task.workflow),
    ),
  );
  const running = open.filter(({ status }) => status === 'in_progress');
  const own = running.find(one => one.session === session);
  if (own !== undefined) {
    return `This chat is working on task ${named(own)}: continue, and call complete_task with task_id "${own.id}" when it is done.`;
  }
  const left = open.find(({ status }) => status !== 'in_progress' && status !== 'blocked');
  if (left !== undefined) {
    return `To resume task ${named(left)}, which no one is working on (${left.status}), call start_task with resume_task_id "${left.id}".`;
  }
  const [elsewhere] = running;
  const [first] = ready;
  const begin =
    first === undefined
      ? []
      : [`Call start_task with resume_task_id "${first.id}" to start the next ready task.`];
  if (elsewhere !== undefined) return [takeOver(elsewhere), ...begin].join(' ');
  const waiting = open.find(({ status }) => status === 'blocked');
  if (waiting !== undefined && begin.length === 0) return goOn(all, waiting.id, '', `task "${waiting.id}"`);
  return begin[0] ?? [...reviewsLeft(tasks), newWork(workflows)].join(' ');
}

/** Nobody can tell whether the other chat is still there but who asked: both ways are said. */
function takeOver(task: Task): string {
  return (
    `Another chat is working on task ${named(task)}. If that chat is over, call start_task with resume_task_id "${task.id}" to resume it. ` +
    'Otherwise leave it to that chat, and declare other areas if you start a task alongside it.'
  );
}

function newWork(workflows: ContextPage['workflows']): string {
  const open = workflows.find(({ status }) => status === 'in_progress');
  return open === undefined
    ? 'Nothing is open here. Call start_workflow for new work.'
    : `Call start_task with workflow_id "${open.id}" for a new task.`;
}

function named({ id, name }: Task): string {
  return `${id} ${quotedText(name, 80)}`;
}
