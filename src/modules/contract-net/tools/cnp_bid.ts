import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { briefOut, callIdIn, costIn, givenJson, ownAgentIn, shownBrief } from './callSchemas';
import { coordinationError } from '../../../core/coordination/coordinationError';

export const cnpBid = defineOnceTool({
  name: 'cnp_bid',
  title: 'Bid for a task',
  description:
    'Makes a bid for an open call, in place of the agent’s bid before. With refuse the agent takes no part.',
  effect: 'changes',
  family: 'CNP',
  input: () =>
    z.strictObject({
      ...callIdIn(),
      agent_id: ownAgentIn(),
      cost: costIn().optional(),
      refuse: z.boolean().default(false).describe('Make no bid.'),
      reason: z.string().trim().min(1).max(500).optional().describe('Why it refuses.'),
      metadata: z.unknown().optional().describe('Anything else.'),
    }),
  output: () => z.strictObject({ ...briefOut(), bids: z.int().describe('Bids so far.') }),
  async handle(given, { 'contract-net': net, caller, origin, once }) {
    const { call_id: id, agent_id: agent = caller.session, cost, refuse, reason = null } = given;
    if (refuse !== (cost === undefined))
      throw coordinationError('E-CNP-INVALID-INPUT', {
        message: 'Pass cost, or refuse: true.',
        hint: 'invalid_input',
      });
    const metadata = givenJson('metadata', given.metadata);
    // Who is left out of two requests may be another one in each.
    const isImplied = once !== undefined && given.agent_id === undefined;
    const own = isImplied ? { ...once, key: `${once.key}:${agent}` } : once;
    const { call, isReplay } = await net.change(
      cost === undefined
        ? { verb: 'refuse', call: id, agent, reason }
        : { verb: 'bid', call: id, bid: { agent, cost, metadata } },
      { origin, once: own },
    );
    return { ...shownBrief(call), bids: call.bids.size, idempotent: isReplay };
  },
});
