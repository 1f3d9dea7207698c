import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { overlapOut, overlapsOf } from './overlaps';
import { agentIdIn, briefOut, callIdIn, shownBrief } from './callSchemas';

export const cnpAward = defineOnceTool({
  name: 'cnp_award',
  title: 'Award a task',
  description:
    'Awards an open call to the lowest bid, or to the agent you name. All other bids are rejected. A call is awarded once.',
  effect: 'changes',
  family: 'CNP',
  input: () =>
    z.strictObject({
      ...callIdIn(),
      agent_id: agentIdIn().optional().describe('Bidder. Defaults to the lowest bid.'),
    }),
  output: () =>
    z.strictObject({
      ...briefOut(),
      rejected: z.array(z.string()).describe('Agents whose bids were rejected.'),
      ...overlapOut,
    }),
  async handle({ call_id: id, agent_id: agent }, context) {
    const { 'contract-net': net, origin, once } = context;
    const wish = { verb: 'award', call: id, ...(agent === undefined ? {} : { agent }) } as const;
    const { call, isReplay } = await net.change(wish, { origin, once });
    const rejected = [...call.bids.keys()].filter(each => each !== call.award?.agent);
    return { ...shownBrief(call), rejected, ...overlapsOf(call, context), idempotent: isReplay };
  },
});
