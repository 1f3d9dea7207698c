import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { answerIn, correlationIn, runOut, treeIn, valuesIn, variablesIn } from './planSchemas';
import { runPlan } from './runPlan';

export const planRunReactive = defineOnceTool({
  name: 'plan_run_reactive',
  title: 'Run a reactive plan',
  description:
    'Runs a behavior tree that is also ticked at an interval and whenever the shared blackboard or trails change, so that ' +
    'conditions take effect while tools run. Otherwise as plan_run_bt.',
  effect: 'changes',
  isOpenWorld: true,
  family: 'PLAN',
  input: () =>
    z.strictObject({
      ...treeIn(),
      ...variablesIn(),
      ...answerIn(),
      tick_ms: z.int().min(10).max(5_000).default(100).describe('Time between ticks.'),
      budget_ms: z.int().min(1).max(5_000).optional().describe('Time that ticking itself may take in total.'),
      timeout_ms: z.int().min(1).max(300_000).optional().describe('Time limit. Defaults to none.'),
      ...valuesIn(),
      ...correlationIn(),
    }),
  output: () =>
    z.strictObject({
      ...runOut(),
      loop_ticks: z.int().describe('Intervals that passed.'),
      scheduler_ticks: z.int().describe('Ticks of the tree.'),
      duration_ms: z.int().describe('Duration.'),
    }),
  async handle(given, context) {
    const { tick_ms: tickMs, budget_ms: budgetMs = null } = given;
    const { answer, loops, durationMs } = await runPlan(given, context, {
      mode: 'reactive',
      tickMs,
      budgetMs,
    });
    return { ...answer, loop_ticks: loops, scheduler_ticks: answer.ticks, duration_ms: durationMs };
  },
});
