import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { assignmentsOf, type Call } from '../netState';
import { agentIdIn, agentOut, callIdIn, callOut, shownAgent, shownCall, statusOut } from './callSchemas';

const call = z.strictObject({
  ...callOut(),
  outcome: z.enum(['success', 'failure']).nullable().describe('Of a completed call.'),
  result: z.unknown().describe('Of a completed call.'),
});

export const cnpList = defineCoordinationTool({
  name: 'cnp_list',
  title: 'List calls and agents',
  description: 'Lists calls, the newest first, with their bids, and the agents that take part.',
  effect: 'reads',
  family: 'CNP',
  input: () =>
    z.strictObject({
      call_id: callIdIn().call_id.optional(),
      status: statusOut().optional(),
      agent_id: agentIdIn().optional().describe('Calls that were awarded to it.'),
      limit: z.int().min(1).max(100).default(25).describe('Calls to list.'),
    }),
  output: () =>
    z.strictObject({
      calls: z.array(call).describe('Calls.'),
      total: z.int().describe('Calls that match.'),
      agents: z.array(z.strictObject(agentOut())).describe('Registered agents.'),
    }),
  handle({ call_id: id, status, agent_id: agent, limit }, { 'contract-net': door }) {
    const { net } = door;
    if (id !== undefined) door.find(id);
    const found = [...net.calls.values()]
      .filter(
        each =>
          (id === undefined || each.id === id) &&
          (status === undefined || each.status === status) &&
          (agent === undefined || each.award?.agent === agent),
      )
      .toReversed();
    const assignments = assignmentsOf(net);
    return {
      calls: found.slice(0, limit).map(shown),
      total: found.length,
      agents: [...net.agents.values()].map(each => shownAgent(each, assignments.get(each.id) ?? 0)),
    };
  },
});

function shown(each: Call): z.input<typeof call> {
  const { outcome } = each;
  return {
    ...shownCall(each),
    outcome: outcome === null ? null : outcome.isSuccess ? 'success' : 'failure',
    result: outcome?.result ?? null,
  };
}
