import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import {
  answerIn,
  correlationIn,
  describedTreeIn,
  runIdIn,
  runOut,
  valuesIn,
  variablesIn,
} from './planSchemas';
import { runPlan } from './runPlan';

export const planRunBt = defineOnceTool({
  name: 'plan_run_bt',
  title: 'Run a plan',
  description:
    'Runs a behavior tree whose leaves call tools: many calls for the price of one, recorded, and resumed after a crash. ' +
    'Tools run with this session’s rights and approvals. Nothing runs if a tool is unknown.',
  effect: 'changes',
  isOpenWorld: true,
  family: 'PLAN',
  input: () =>
    z.strictObject({
      ...describedTreeIn(),
      ...variablesIn(),
      ...answerIn(),
      retry_of: runIdIn()
        .run_id.optional()
        .describe('Failed run to try again, instead of tree: calls that succeeded are not made again.'),
      timeout_ms: z.int().min(1).max(60_000).optional().describe('Time limit. Defaults to none.'),
      ...valuesIn(),
      ...correlationIn(),
    }),
  output: () => z.strictObject(runOut()),
  handle: async (given, context) => (await runPlan(given, context, { mode: 'bt' })).answer,
});
