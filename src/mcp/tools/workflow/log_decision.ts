import * as z from 'zod';
import { DECISION_CATEGORIES } from '../../../core/workflow/model/words';
import { answerTail, defineWorkflowTool, pendingReviews } from './defineWorkflowTool';
import { idText, listOf, longText } from './fields';
import { goOn } from './goOn';

export const logDecision = defineWorkflowTool({
  name: 'log_decision',
  title: 'Log a decision',
  description:
    'Records an important decision (library, architecture, trade-off) between start_task and complete_task. ' +
    'Not for trivial ones.',
  effect: 'changes',
  input: () =>
    z.strictObject({
      task_id: idText().describe('ID from start_task'),
      category: z.enum(DECISION_CATEGORIES).describe('Kind of decision'),
      question: longText().describe("E.g. 'Which auth library to use?'"),
      options_considered: listOf(longText()).optional().describe('Options weighed'),
      chosen: longText().describe('The option taken'),
      reasoning: longText().describe('1-2 sentences'),
      trade_offs: longText().optional().describe('Accepted drawbacks'),
    }),
  output: () => z.strictObject({ decision_id: z.string().describe('Decision ID.'), ...answerTail }),
  async handle(input, context) {
    const decision = {
      category: input.category,
      question: input.question,
      options: input.options_considered ?? [],
      chosen: input.chosen,
      reasoning: input.reasoning,
      tradeOffs: input.trade_offs ?? null,
    };
    const id = await context.workflows.logDecision(input.task_id, decision, context.caller);
    return {
      decision_id: id,
      ...(await pendingReviews(context, context.workflows.task(input.task_id).workflow)),
      next: goOn(context.workflows, input.task_id),
    };
  },
  summary: ({ decision_id: id }) => `Decision ${id} is recorded.`,
});
