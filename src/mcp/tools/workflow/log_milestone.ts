import * as z from 'zod';
import { answerTail, defineWorkflowTool, pendingReviews } from './defineWorkflowTool';
import { idText, shortText, smallObject } from './fields';
import { goOn } from './goOn';

export const logMilestone = defineWorkflowTool({
  name: 'log_milestone',
  title: 'Log a milestone',
  description: 'Shows the user the progress of a running task. At most 5 per task.',
  effect: 'changes',
  input: () =>
    z.strictObject({
      task_id: idText().describe('ID from start_task'),
      message: shortText().describe("E.g. 'Running tests...'"),
      progress: z.number().min(0).max(100).optional().describe('Percent'),
      metadata: smallObject().optional().describe('Small extra data'),
    }),
  output: () =>
    z.strictObject({
      task_id: z.string().describe('Task ID.'),
      milestones: z.int().describe('Milestones stored for this task, at most 5.'),
      replaced_last: z.boolean().optional().describe('It replaced the last milestone.'),
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
        isReplacing
          ? 'Log no more milestones for this task; call complete_task when it is done.'
          : 'Continue.',
      ),
    };
  },
  summary: ({ milestones, replaced_last: isReplacing }) =>
    isReplacing === true
      ? 'Logged, replacing the last one: a task keeps 5 milestones.'
      : `Logged (${milestones} of 5).`,
});
