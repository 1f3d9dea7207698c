import * as z from 'zod';
import { answerTail, defineWorkflowTool, pendingReviews } from './defineWorkflowTool';
import { listOf, longText, shortText } from './fields';

export const startWorkflow = defineWorkflowTool({
  name: 'start_workflow',
  title: 'Start a workflow',
  description:
    'Starts a record of a piece of work, once at its beginning. Then call start_task for each task. Each step of plan ' +
    'becomes a planned task.',
  effect: 'changes',
  input: z.strictObject({
    name: shortText().describe("Short name, e.g. 'Auth system refactor'"),
    description: longText().optional().describe('Goal in detail'),
    plan: listOf(
      z.strictObject({
        step: shortText().describe('Number or word of the step'),
        goal: longText().describe('What the step is for'),
      }),
    )
      .optional()
      .describe('Steps ahead'),
    idempotency_key: shortText().optional().describe('Same key within 10 min: same workflow'),
  }),
  output: z.strictObject({
    workflow_id: z.string().describe('Id of the workflow.'),
    created_at: z.string().describe('UTC'),
    tasks: z
      .array(
        z.strictObject({
          task_id: z.string().describe('Id of the task.'),
          step: z.string().describe('Step of the plan.'),
          goal: z.string().describe('Its goal.'),
        }),
      )
      .optional()
      .describe('The planned tasks.'),
    ...answerTail,
  }),
  async handle({ name, description, plan, idempotency_key: key }, context) {
    const { workflows, caller } = context;
    const workflow = await workflows.startWorkflow(
      { name, description: description ?? null, plan: plan ?? [], idempotencyKey: key ?? null },
      caller,
    );
    const planned = workflows.tasks(workflow.id).filter(task => task.step !== null);
    return {
      workflow_id: workflow.id,
      created_at: new Date(workflow.createdAt).toISOString(),
      ...(planned.length === 0
        ? {}
        : { tasks: planned.map(({ id, step, goal }) => ({ task_id: id, step: step ?? '', goal })) }),
      ...(await pendingReviews(context, null)),
      next:
        planned.length === 0
          ? 'Call start_task with this workflow_id before you change files.'
          : 'Call start_task with this workflow_id and planned_step before you change files.',
    };
  },
  summary: ({ workflow_id: id, tasks }) =>
    `Workflow ${id} has begun${tasks === undefined ? '.' : ` with ${tasks.length} planned tasks: ${steps(tasks)}.`}`,
});

function steps(tasks: readonly { readonly step: string }[]): string {
  return tasks.map(task => JSON.stringify(task.step)).join(', ');
}
