import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { givenImpacts, impactsIn, thresholdIn } from '../../values/tools/valueSchemas';
import { overlapOut, overlapsOf } from './overlaps';
import {
  agentIdIn,
  callOut,
  correlationIn,
  correlationOf,
  costIn,
  givenJson,
  shownCall,
  word,
} from './callSchemas';

const heuristics = z.strictObject({
  prefer_agents: z.array(word()).max(64).default([]).describe('Agents to prefer.'),
  agent_bias: z
    .record(z.string().max(200), z.number().min(-1e9).max(1e9))
    .default({})
    .describe('Taken off the cost of an agent, by ID.'),
  busy_penalty: z.number().min(0).max(100).default(1).describe('Added for each task an agent has.'),
  preference_bonus: z.number().min(0).max(100).default(1).describe('Taken off for a preferred agent.'),
});

export const cnpAnnounce = defineOnceTool({
  name: 'cnp_announce',
  title: 'Announce a task',
  description:
    'Offers a task to all registered agents and awards it at once to the lowest bid. With award "manual" it stays open for cnp_bid, until cnp_award or the deadline.',
  effect: 'changes',
  family: 'CNP',
  input: () =>
    z.strictObject({
      task_id: word().describe('Task.'),
      payload: z.unknown().optional().describe('What the agent needs to know.'),
      tags: z.array(word()).max(32).default([]).describe('Tags.'),
      metadata: z.unknown().optional().describe('Anything else.'),
      deadline_ms: z
        .int()
        .min(1)
        .max(86_400_000)
        .optional()
        .describe('Time until an open call expires. Defaults to never.'),
      auto_bid: z.boolean().default(true).describe('Make a bid for each registered agent.'),
      heuristics: heuristics.prefault({}).describe('How bids are compared.'),
      manual_bids: z
        .array(
          z.strictObject({
            agent_id: agentIdIn(),
            cost: costIn(),
            metadata: z.unknown().optional().describe('Anything else.'),
          }),
        )
        .max(128)
        .default([])
        .describe('Bids that you have.'),
      award: z.enum(['auto', 'manual']).default('auto').describe('manual: leave it open.'),
      areas: z
        .array(word())
        .max(50)
        .default([])
        .describe("Code its agent is to touch, e.g. ['src/api']. It has a lease on it once it is awarded."),
      lease_ms: z
        .int()
        .min(1)
        .max(86_400_000)
        .optional()
        .describe('Time until the lease ends. Defaults to the end of the call.'),
      impacts: impactsIn().optional().describe('What it does to values of values_set.'),
      threshold: thresholdIn(),
      ...correlationIn(),
    }),
  output: () => z.strictObject({ ...callOut(), ...overlapOut }),
  async handle(given, context) {
    const { values, opId, origin, once } = context;
    if (given.impacts !== undefined) values.require(givenImpacts(given.impacts), given.threshold);
    const { prefer_agents, agent_bias, busy_penalty, preference_bonus } = given.heuristics;
    const correlation = correlationOf(given, opId);
    const { call, isReplay } = await context['contract-net'].announce(
      {
        task: given.task_id,
        payload: givenJson('payload', given.payload),
        metadata: givenJson('metadata', given.metadata),
        tags: given.tags,
        deadlineMs: given.deadline_ms ?? null,
        heuristics: {
          preferAgents: prefer_agents,
          agentBias: agent_bias,
          busyPenalty: busy_penalty,
          preferenceBonus: preference_bonus,
        },
        hasAutoBids: given.auto_bid,
        correlation,
        ...(given.areas.length === 0 ? {} : { areas: given.areas, leaseMs: given.lease_ms ?? null }),
      },
      given.manual_bids.map(({ agent_id: agent, cost, metadata }) => ({
        agent,
        cost,
        metadata: givenJson('manual_bids', metadata),
      })),
      given.award === 'auto',
      { origin: { ...origin, ...correlation }, once },
    );
    return { ...shownCall(call), ...overlapsOf(call, context), idempotent: isReplay };
  },
});
