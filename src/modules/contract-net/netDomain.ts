import { onceOnly } from '../../core/coordination/once';
import { perWorkspace } from '../../core/coordination/perWorkspace';
import type { Domain } from '../../core/journal/domain';
import type { Instant } from '../../core/support/clock';
import { isRecord } from '../../core/support/json';
import { decideNet } from './decideNet';
import type { NetFact, NetWish } from './netFacts';
import { type Agent, type Bid, type Call, emptyNet, type Net } from './netState';

/** Calls that are over and kept, the last ones (chosen here). */
const KEPT_ENDED = 200;

const bare: Domain<Net, NetWish, NetFact> = {
  name: 'contractNet',
  version: 1,
  durability: 'normal',

  create: emptyNet,

  decide: decideNet,

  evolve({ agents, calls }, fact, at) {
    switch (fact.type) {
      case 'cnp_agent_registered':
      case 'cnp_agent_updated': {
        const { registeredAt = at } = agents.get(fact.agent.id) ?? {};
        agents.set(fact.agent.id, { ...fact.agent, registeredAt, updatedAt: at });
        return;
      }
      case 'cnp_agent_unregistered':
        agents.delete(fact.agent);
        return;
      case 'cnp_call_announced': {
        const { spec, bounds } = fact;
        calls.set(spec.id, {
          ...spec,
          announcedAt: at,
          deadline: spec.deadlineMs === null ? null : ((at + spec.deadlineMs) as Instant),
          status: 'open',
          bounds,
          bids: new Map(),
          refusals: new Map(),
          award: null,
          endedAt: null,
          outcome: null,
        });
        return;
      }
      default: {
        const call = calls.get(fact.call);
        if (call === undefined) return;
        evolveCall(call, fact, at);
        if (call.endedAt === at) forgetOldest(calls);
      }
    }
  },

  label: () => ({ cat: 'contract_net' }),

  save: ({ agents, calls }) => ({ agents: [...agents.values()], calls: [...calls.values()].map(savedCall) }),

  load(saved) {
    // What this domain saved itself, in this version: only the outline is checked.
    if (!isRecord(saved) || !Array.isArray(saved['agents']) || !Array.isArray(saved['calls']))
      return emptyNet();
    const agents = saved['agents'] as readonly Agent[];
    const calls = saved['calls'] as readonly SavedCall[];
    return {
      agents: new Map(agents.map(agent => [agent.id, agent])),
      calls: new Map(calls.map(call => [call.id, loadedCall(call)])),
    };
  },
};

/** Who is offered what in this workspace. */
export const netDomain = perWorkspace(onceOnly<Net, NetWish, NetFact>(bare));

type CallFact = Exclude<
  NetFact,
  { type: 'cnp_agent_registered' | 'cnp_agent_updated' | 'cnp_agent_unregistered' | 'cnp_call_announced' }
>;

function evolveCall(call: Call, fact: CallFact, at: Instant): void {
  switch (fact.type) {
    case 'cnp_bid_recorded':
    case 'cnp_bid_updated':
      call.bids.set(fact.bid.agent, { ...fact.bid, submittedAt: at });
      call.refusals.delete(fact.bid.agent);
      return;
    case 'cnp_bid_refused':
      call.bids.delete(fact.agent);
      call.refusals.set(fact.agent, fact.reason);
      return;
    case 'cnp_call_awarded':
      call.status = 'awarded';
      call.award = { agent: fact.agent, cost: fact.cost, effective: fact.effective, at };
      return;
    case 'cnp_call_completed':
      call.status = 'completed';
      call.outcome = { isSuccess: fact.isSuccess, result: fact.result };
      call.endedAt = at;
      return;
    case 'cnp_call_cancelled':
      call.status = 'cancelled';
      call.endedAt = at;
      return;
    case 'cnp_call_expired':
      call.status = 'expired';
      call.endedAt = at;
      return;
    case 'cnp_call_bounds_updated':
      call.bounds = fact.bounds;
  }
}

/** Those that ended last stay longest. */
function forgetOldest(calls: Map<string, Call>): void {
  const ended = [...calls.values()].filter(({ endedAt }) => endedAt !== null);
  if (ended.length <= KEPT_ENDED) return;
  const oldest = ended.toSorted((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0));
  for (const { id } of oldest.slice(0, ended.length - KEPT_ENDED)) calls.delete(id);
}

type SavedCall = Omit<Call, 'bids' | 'refusals'> & {
  readonly bids: readonly Bid[];
  readonly refusals: readonly (readonly [string, string | null])[];
};

function savedCall(call: Call): SavedCall {
  return { ...call, bids: [...call.bids.values()], refusals: [...call.refusals] };
}

function loadedCall(call: SavedCall): Call {
  return {
    ...call,
    bids: new Map(call.bids.map(bid => [bid.agent, bid])),
    refusals: new Map(call.refusals),
  };
}
