import * as z from 'zod';
import { answerTail, defineWorkflowTool, pendingReviews } from './defineWorkflowTool';
import { idText, shortText, smallObject } from './fields';
import { goOn } from './goOn';

export const logMilestone = defineWorkflowTool({
  name: 'log_milestone',
  title: 'Log a milestone',
  description: 'Shows the user how a running task gets on. At most 5 per task.',
  effect: 'changes',
  input: z.strictObject({
    task_id: idText().describe('Id from start_task'),
    message: shortText().describe("E.g. 'Running tests...'"),
    progress: z.number().min(0).max(100).optional().describe('Percent'),
    metadata: smallObject().optional().describe('Anything else, small'),
  }),
  output: z.strictObject({
    task_id: z.string().describe('Id of the task.'),
    milestones: z.int().describe('Kept for this task, at most 5.'),
    replaced_last: z.boolean().optional().describe("It took the last one's place."),
    ...answerTail,
  }),
  async handle({ task_id: id, message, progress, metadata }, context) {
    const milestone = { message, progress: progress ?? null, metadata: metadata ?? null };
    const { count, isReplacing } = await context.workflows.logMilestone(id, milestone, context.caller);
    if (progress !== undefined) context.onProgress?.({ progress, total: 100, message });
    return {
      task_id: id,
      milestones: count,
      ...(isReplacing ? { replaced_last: true } : {}),
      ...(await pendingReviews(context, context.workflows.task(id).workflow)),
      next: goOn(
        context.workflows,
        id,
        isReplacing ? 'Log no more milestones for this task; call complete_task when it is done.' : 'Go on.',
      ),
    };
  },
  summary: ({ milestones, replaced_last: isReplacing }) =>
    isReplacing === true
      ? 'Noted in place of the last one: 5 milestones are kept for a task.'
      : `Noted (${milestones} of 5).`,
});
