import * as z from 'zod';
import { ISSUE_TYPES } from '../../../core/workflow/model/words';
import { answerTail, defineWorkflowTool, pendingReviews } from './defineWorkflowTool';
import { idText, longText } from './fields';
import { goOn } from './goOn';

export const logIssue = defineWorkflowTool({
  name: 'log_issue',
  title: 'Log an issue',
  description: 'Records a problem met between start_task and complete_task, and its solution.',
  effect: 'changes',
  input: () =>
    z.strictObject({
      task_id: idText().describe('ID from start_task'),
      type: z.enum(ISSUE_TYPES).describe('Kind of problem'),
      description: longText().describe('What went wrong'),
      resolution: longText().describe('Fix or workaround'),
      requires_human_review: z.boolean().optional().describe('Should a person review the resolution?'),
    }),
  output: () => z.strictObject({ issue_id: z.string().describe('Issue ID.'), ...answerTail }),
  async handle(input, context) {
    const needsReview = input.requires_human_review ?? false;
    const { type: issueType, description, resolution } = input;
    const id = await context.workflows.logIssue(
      input.task_id,
      { issueType, description, resolution, needsReview },
      context.caller,
    );
    return {
      issue_id: id,
      ...(await pendingReviews(context, context.workflows.task(input.task_id).workflow)),
      next: needsReview
        ? `The user will be asked to review it. ${goOn(context.workflows, input.task_id)}`
        : goOn(context.workflows, input.task_id),
    };
  },
  summary: ({ issue_id: id }) => `Issue ${id} is recorded.`,
});
