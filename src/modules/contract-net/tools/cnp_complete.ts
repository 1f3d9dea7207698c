import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { agentIdIn, briefOut, callIdIn, givenJson, shownBrief } from './callSchemas';

export const cnpComplete = defineOnceTool({
  name: 'cnp_complete',
  title: 'Complete a task',
  description: 'Says that an awarded task is done, or failed. Its agent is free for other tasks.',
  effect: 'changes',
  family: 'CNP',
  input: () =>
    z.strictObject({
      ...callIdIn(),
      agent_id: agentIdIn().optional().describe('Who did it; checked if given.'),
      outcome: z.enum(['success', 'failure']).default('success').describe('Outcome.'),
      result: z.unknown().optional().describe('What came of it.'),
    }),
  output: () =>
    z.strictObject({ ...briefOut(), outcome: z.enum(['success', 'failure']).describe('Outcome.') }),
  async handle(given, { 'contract-net': net, origin, once }) {
    const { call_id: id, agent_id: agent, outcome } = given;
    const { call, isReplay } = await net.change(
      {
        verb: 'complete',
        call: id,
        ...(agent === undefined ? {} : { agent }),
        isSuccess: outcome === 'success',
        result: givenJson('result', given.result),
      },
      { origin, once },
    );
    return { ...shownBrief(call), outcome, idempotent: isReplay };
  },
});
