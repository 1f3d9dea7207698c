import * as z from 'zod';
import { oneLine } from '../../../core/catalog/entry/plainText';
import type { Workflow } from '../../../core/workflow/model/state';
import { answerTail, defineWorkflowTool, pendingReviews } from './defineWorkflowTool';
import { listOf, longText, shortText } from './fields';

/** Planned tasks in the text; all are in the structured content (chosen here). */
const MAX_SHOWN = 20;

/** Characters of a goal in the text (chosen here). */
const BRIEF = 200;

export const startWorkflow = defineWorkflowTool({
  name: 'start_workflow',
  title: 'Start a workflow',
  description:
    'Starts the record of a piece of work. Call it once at the beginning, then start_task for each task. Each plan step ' +
    'becomes a planned task.',
  effect: 'changes',
  input: () =>
    z.strictObject({
      name: shortText().describe("Short name, e.g. 'Auth system refactor'"),
      description: longText().optional().describe('Detailed goal'),
      plan: listOf(
        z.strictObject({
          step: shortText().optional().describe('Name, or number as text'),
          goal: longText().describe('Goal of the step'),
        }),
      )
        .optional()
        .describe('Planned steps'),
      idempotency_key: shortText().optional().describe('Same key within 10 min: same workflow'),
    }),
  output: () =>
    z.strictObject({
      workflow_id: z.string().describe('Workflow ID.'),
      created_at: z.string().describe('UTC'),
      tasks: z
        .array(
          z.strictObject({
            task_id: z.string().describe('Task ID.'),
            step: z.string().describe('Plan step.'),
            goal: z.string().describe('Goal.'),
          }),
        )
        .optional()
        .describe('The planned tasks.'),
      ...answerTail,
    }),
  async handle({ name, description, plan, idempotency_key: key }, context) {
    const { workflows, caller } = context;
    const workflow = await workflows.startWorkflow(
      {
        name,
        description: description ?? null,
        plan: (plan ?? []).map(({ step, goal }, i) => ({ step: step ?? String(i + 1), goal })),
        idempotencyKey: key ?? null,
      },
      caller,
    );
    const steps = workflows.tasks(workflow.id).filter(task => task.step !== null);
    const planned = steps.filter(({ status }) => status === 'planned');
    return {
      workflow_id: workflow.id,
      created_at: new Date(workflow.createdAt).toISOString(),
      ...(planned.length === 0
        ? {}
        : { tasks: planned.map(({ id, step, goal }) => ({ task_id: id, step: step ?? '', goal })) }),
      ...(await pendingReviews(context, null)),
      next:
        planned.length < steps.length || workflow.status !== 'in_progress'
          ? againStep(workflow)
          : nextStep(workflow.id, planned[0]?.id),
    };
  },
  summary({ workflow_id: id, tasks = [] }) {
    if (tasks.length === 0) return `Workflow ${id} started.`;
    const rows = tasks
      .slice(0, MAX_SHOWN)
      .map(
        task =>
          `- ${task.task_id}: step ${JSON.stringify(task.step)}, ${JSON.stringify(oneLine(task.goal, BRIEF))}`,
      );
    const more = tasks.length - rows.length;
    return [
      `Workflow ${id} started with ${tasks.length} planned ${tasks.length === 1 ? 'task' : 'tasks'}:`,
      ...rows,
      ...(more > 0 ? [`and ${more} more: call get_context with workflow_id "${id}".`] : []),
    ].join('\n');
  },
});

/** The key gave a workflow that got on since, or ended. */
function againStep({ id, status }: Workflow): string {
  return (
    `No new workflow was started: this idempotency_key already started that workflow (${status}). ` +
    `Call get_context with workflow_id "${id}" to see its status and what is left.`
  );
}

function nextStep(workflow: string, first: string | undefined): string {
  return first === undefined
    ? `Before you change files, call start_task with workflow_id "${workflow}", name and goal.`
    : `Before you change files, call start_task with resume_task_id "${first}". Do the same later for each of the others.`;
}
