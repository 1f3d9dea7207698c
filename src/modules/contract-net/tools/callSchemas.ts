import * as z from 'zod';
import { once } from '../../../core/support/once';
import { coordinationError } from '../../../core/coordination/coordinationError';
import { isFiniteThroughout, isShallow, type Json } from '../../../core/support/json';
import { rounded } from '../../values/tools/valueSchemas';
import type { Agent, Bounds, Call } from '../netState';

/** Longest payload, metadata, or result, as JSON in UTF-16 units (chosen here): what is longer belongs on the blackboard. */
const MAX_JSON = 65_536;

export const word = once(() => z.string().trim().min(1).max(200));
/** A task's name and an ID that was made for it. */
export const callIdIn = once(() => ({ call_id: z.string().trim().min(1).max(300).describe('Call ID.') }));
export const agentIdIn = once(() => word().describe('Agent ID: a child, a chat, or any name.'));
/** The same where it may be the chat that calls. */
export const ownAgentIn = once(() =>
  agentIdIn().optional().describe('Agent ID: a child, or any name. Defaults to this chat.'),
);
export const costIn = once(() => z.number().min(0).max(1e9).describe('What it asks; the lowest wins.'));

/** What ties a call to other work. */
export const correlationIn = once(() => ({
  run_id: word().optional().describe('Run it belongs to.'),
  job_id: word().optional().describe('Job it belongs to.'),
  graph_id: word().optional().describe('Graph it was made from.'),
  node_id: word().optional().describe('Node it was made from.'),
  child_id: word().optional().describe('Child agent it belongs to.'),
}));

/** How strong trails are. */
export const boundsOut = once(() =>
  z
    .strictObject({
      min_intensity: z.number().describe('Lowest intensity.'),
      max_intensity: z.number().nullable().describe('Highest; null: unbounded.'),
      normalisation_ceiling: z.number().describe('Strongest trail.'),
    })
    .nullable()
    .describe('Bounds of the trails; null: none.'),
);

export const statusOut = once(() =>
  z.enum(['open', 'awarded', 'completed', 'expired', 'cancelled']).describe('State of the call.'),
);

/** A call in a few fields. */
export const briefOut = once(() => ({
  call_id: z.string().describe('Call ID.'),
  task_id: z.string().describe('Task.'),
  status: statusOut(),
  awarded_agent_id: z.string().nullable().describe('Who got it.'),
  awarded_cost: z.number().nullable().describe('Its bid.'),
  awarded_effective_cost: z.number().nullable().describe('What was compared.'),
}));

/** All of a call. */
export const callOut = once(() => ({
  ...briefOut(),
  payload: z.unknown().describe('As announced.'),
  metadata: z.unknown().describe('As announced.'),
  tags: z.array(z.string()).describe('As announced.'),
  announced_at: z.number().describe('Epoch ms.'),
  deadline_ms: z.number().nullable().describe('As announced.'),
  expires_at: z.number().nullable().describe('Epoch ms.'),
  bids: z
    .array(
      z.strictObject({
        agent_id: z.string().describe('Agent.'),
        cost: z.number().describe('Bid.'),
        submitted_at: z.number().describe('Epoch ms.'),
        kind: z.enum(['manual', 'heuristic']).describe('heuristic: made from cost and reliability.'),
        metadata: z.unknown().describe('As passed in.'),
      }),
    )
    .describe('Bids.'),
  refusals: z.array(z.string()).describe('Agents that refused.'),
  heuristics: z
    .strictObject({
      prefer_agents: z.array(z.string()).describe('As announced.'),
      agent_bias: z.record(z.string(), z.number()).describe('As announced.'),
      busy_penalty: z.number().describe('As announced.'),
      preference_bonus: z.number().describe('As announced.'),
    })
    .describe('How bids are compared.'),
  pheromone_bounds: boundsOut(),
  auto_bid_enabled: z.boolean().describe('Whether bids are made for registered agents.'),
  correlation: z.record(z.string(), z.string().nullable()).describe('IDs passed in.'),
  areas: z.array(z.string()).describe('Code its agent is to touch.'),
  lease_ms: z.number().nullable().describe('As announced.'),
}));

/** An agent. */
export const agentOut = once(() => ({
  agent_id: z.string().describe('Agent ID.'),
  base_cost: z.number().describe('What it asks by itself.'),
  reliability: z.number().describe('0.1 to 1.'),
  metadata: z.unknown().describe('As passed in.'),
  assignments: z.int().describe('Tasks it has.'),
  registered_at: z.number().describe('Epoch ms.'),
  updated_at: z.number().describe('Epoch ms.'),
}));

const HINTS = ['run_id', 'job_id', 'graph_id', 'node_id', 'child_id'] as const;

/** What of these was given. */
export function correlationOf(
  given: { readonly [Hint in (typeof HINTS)[number]]?: string | undefined },
  opId: string,
): Readonly<Record<string, string>> {
  const hints = HINTS.flatMap(name => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  return { op_id: opId, ...Object.fromEntries(hints) };
}

/** Data of an agent, as it is kept. @throws {Refusal} E-CNP-INVALID-INPUT */
export function givenJson(what: string, value: unknown): Json | null {
  if (value === undefined) return null;
  const refused = (why: string) =>
    coordinationError('E-CNP-INVALID-INPUT', { message: `${what}: ${why}`, hint: 'invalid_input' });
  if (!isShallow(value, 100)) throw refused('is nested deeper than 100 levels');
  if (!isFiniteThroughout(value)) throw refused('holds a number that is too large');
  if (JSON.stringify(value).length > MAX_JSON)
    throw refused(`is longer than ${MAX_JSON} characters; store it with bb_set and pass the key`);
  return value as Json;
}

/** A call in a few fields. */
export function shownBrief({
  id,
  task,
  status,
  award,
}: Call): z.input<z.ZodObject<ReturnType<typeof briefOut>>> {
  return {
    call_id: id,
    task_id: task,
    status,
    awarded_agent_id: award?.agent ?? null,
    awarded_cost: award === null ? null : rounded(award.cost),
    awarded_effective_cost: award === null ? null : rounded(award.effective),
  };
}

/** All of a call. */
export function shownCall(call: Call): z.input<z.ZodObject<ReturnType<typeof callOut>>> {
  const { heuristics, correlation } = call;
  return {
    ...shownBrief(call),
    payload: call.payload,
    metadata: call.metadata,
    areas: [...(call.areas ?? [])],
    lease_ms: call.leaseMs ?? null,
    tags: [...call.tags],
    announced_at: call.announcedAt,
    deadline_ms: call.deadlineMs,
    expires_at: call.deadline,
    bids: [...call.bids.values()].map(({ agent, cost, submittedAt, kind, metadata }) => ({
      agent_id: agent,
      cost: rounded(cost),
      submitted_at: submittedAt,
      kind,
      metadata,
    })),
    refusals: [...call.refusals.keys()],
    heuristics: {
      prefer_agents: [...heuristics.preferAgents],
      agent_bias: { ...heuristics.agentBias },
      busy_penalty: heuristics.busyPenalty,
      preference_bonus: heuristics.preferenceBonus,
    },
    pheromone_bounds: shownBounds(call.bounds),
    auto_bid_enabled: call.hasAutoBids,
    correlation: Object.fromEntries(
      ['op_id', ...HINTS].map(name => [name, correlation[name] ?? null] as const),
    ),
  };
}

export function shownBounds(bounds: Bounds | null): z.input<ReturnType<typeof boundsOut>> {
  if (bounds === null) return null;
  const { min, max, ceiling } = bounds;
  return {
    min_intensity: rounded(min),
    max_intensity: max === null ? null : rounded(max),
    normalisation_ceiling: rounded(ceiling),
  };
}

export function shownAgent(
  { id, baseCost, reliability, metadata, registeredAt, updatedAt }: Agent,
  assignments: number,
): z.input<z.ZodObject<ReturnType<typeof agentOut>>> {
  return {
    agent_id: id,
    base_cost: baseCost,
    reliability,
    metadata,
    assignments,
    registered_at: registeredAt,
    updated_at: updatedAt,
  };
}
