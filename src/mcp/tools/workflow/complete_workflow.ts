import * as z from 'zod';
import { answerTail, defineWorkflowTool, pendingReviews } from './defineWorkflowTool';
import { longText, shortText } from './fields';

export const completeWorkflow = defineWorkflowTool({
  name: 'complete_workflow',
  title: 'End a workflow',
  description:
    'Ends a workflow whose tasks are done, with a summary, or abandons it: failed and cancelled also cancel its open ' +
    'tasks. A workflow ends automatically when no task is planned or open.',
  effect: 'changes',
  input: () =>
    z.strictObject({
      workflow_id: shortText().describe('ID from start_workflow'),
      status: z.enum(['completed', 'failed', 'cancelled']).describe('Status.'),
      summary: longText().optional().describe('What was done'),
    }),
  output: () =>
    z.strictObject({
      workflow_id: z.string().describe('Workflow ID.'),
      status: z.enum(['completed', 'failed', 'cancelled']).describe('Status.'),
      ended_at: z.string().describe('UTC'),
      ...answerTail,
    }),
  async handle({ workflow_id: id, status, summary }, context) {
    const end = { status, summary: summary ?? null };
    const workflow = await context.workflows.completeWorkflow(id, end, context.caller, context.signal);
    return {
      workflow_id: workflow.id,
      status,
      ended_at: new Date(workflow.endedAt ?? workflow.createdAt).toISOString(),
      ...(await pendingReviews(context, workflow.id)),
      next: `Tell the user what was done. The report is in sc://workflows/${workflow.id}.`,
    };
  },
  summary: ({ workflow_id: id, status }) => `Workflow ${id} has ended (${status}).`,
});
