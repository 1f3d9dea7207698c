import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { assignmentsOf } from '../netState';
import { agentOut, ownAgentIn, givenJson, shownAgent } from './callSchemas';

/** Where an agent says something that makes no sense. */
const INVALID_RELIABILITY = 0.5;

export const cnpRegisterAgent = defineCoordinationTool({
  name: 'cnp_register_agent',
  title: 'Register an agent',
  description:
    'Lets an agent be given tasks: a bid of base_cost ÷ reliability is made for it in each call. Calling it again changes what it is. With remove it gets no more tasks.',
  effect: 'changes',
  family: 'CNP',
  input: () =>
    z.strictObject({
      agent_id: ownAgentIn(),
      base_cost: z.number().min(0).max(1e9).default(100).describe('What it asks by itself.'),
      reliability: z.number().default(1).describe('0.1 to 1: the less, the more it asks.'),
      metadata: z.unknown().optional().describe('Anything else.'),
      remove: z.boolean().default(false).describe('Take it off the list.'),
    }),
  output: () =>
    z.strictObject({
      registered: z.boolean().describe('False once removed.'),
      ...agentOut(),
    }),
  async handle(given, { 'contract-net': net, caller, origin }) {
    const { agent_id: id = caller.session, base_cost: baseCost, remove } = given;
    const assignments = assignmentsOf(net.net).get(id) ?? 0;
    if (remove) {
      const before = net.net.agents.get(id);
      await net.unregister(id, { origin });
      if (before === undefined) throw new Error('An agent that was not there was removed.');
      return { registered: false, ...shownAgent(before, assignments) };
    }
    const metadata = givenJson('metadata', given.metadata);
    const agent = { id, baseCost, reliability: reliabilityOf(given.reliability), metadata };
    return { registered: true, ...shownAgent(await net.register(agent, { origin }), assignments) };
  },
});

function reliabilityOf(given: number): number {
  return given > 0 ? Math.min(1, Math.max(0.1, given)) : INVALID_RELIABILITY;
}
