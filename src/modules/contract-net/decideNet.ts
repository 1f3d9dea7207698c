import { coordinationError } from '../../core/coordination/coordinationError';
import type { Instant } from '../../core/support/clock';
import { heuristicBid, winnerOf } from './bidding';
import type { BidFact, ManualBid, NetFact, NetWish } from './netFacts';
import { assignmentsOf, type Bid, type Bounds, type Call, type CallSpec, type Net } from './netState';

/** Agents of one workspace (chosen here). */
const MAX_AGENTS = 256;
/** Calls that are open or awarded at the same time (chosen here). */
const MAX_LIVE = 256;
/** Bounds that differ by no more than this are the same. */
const SAME = 1e-6;

/**
 * What a wish comes to.
 * @throws {Refusal} E-CNP-NOTFOUND, E-CNP-STATE, E-CNP-NO-BIDS, E-CNP-DEADLINE, E-CNP-LIMIT: then nothing changes
 */
export function decideNet(net: Net, wish: NetWish, at: Instant): readonly NetFact[] {
  switch (wish.verb) {
    case 'register': {
      const { agent } = wish;
      const isKnown = net.agents.has(agent.id);
      if (!isKnown && net.agents.size >= MAX_AGENTS) throw tooMany('agents', MAX_AGENTS);
      return [{ type: isKnown ? 'cnp_agent_updated' : 'cnp_agent_registered', agent }];
    }
    case 'unregister':
      if (!net.agents.has(wish.agent)) throw noAgent(wish.agent);
      return [{ type: 'cnp_agent_unregistered', agent: wish.agent }];
    case 'announce':
      return announced(net, wish, at);
    case 'bid': {
      const call = requireOpen(net, wish.call, at);
      return [bidFact(call, { ...wish.bid, kind: 'manual' })];
    }
    case 'refuse': {
      const call = requireOpen(net, wish.call, at);
      return [{ type: 'cnp_bid_refused', call: call.id, agent: wish.agent, reason: wish.reason }];
    }
    case 'award':
      return [awarded(net, requireOpen(net, wish.call, at), wish.agent)];
    case 'complete':
      return [completed(net, wish)];
    case 'cancel': {
      const call = requireCall(net, wish.call);
      if (call.status === 'cancelled') return [];
      if (call.status !== 'open' && call.status !== 'awarded') throw wrongState(call, 'cancelled');
      return [{ type: 'cnp_call_cancelled', call: call.id, reason: wish.reason }];
    }
    case 'refresh': {
      const calls =
        wish.call === undefined
          ? [...net.calls.values()].filter(({ status, hasAutoBids }) => status === 'open' && hasAutoBids)
          : [requireOpen(net, wish.call, at)];
      return calls.flatMap(call => refreshed(net, call, wish, at));
    }
    case 'expire':
      return [...net.calls.values()]
        .filter(call => call.status === 'open' && isOver(call, at))
        .map(({ id }) => ({ type: 'cnp_call_expired', call: id }));
  }
}

function announced(
  net: Net,
  { call: spec, bids, bounds, isAwarded }: Extract<NetWish, { verb: 'announce' }>,
  at: Instant,
): readonly NetFact[] {
  const live = [...net.calls.values()].filter(({ status }) => status === 'open' || status === 'awarded');
  if (live.length >= MAX_LIVE) throw tooMany('calls', MAX_LIVE);
  const all = firstBids(net, spec, bids, bounds, at);
  const made = [...all.values()].map(({ submittedAt: _at, ...bid }) => ({
    type: 'cnp_bid_recorded' as const,
    call: spec.id,
    bid,
  }));
  const facts: NetFact[] = [{ type: 'cnp_call_announced', spec, bounds }, ...made];
  if (isAwarded)
    facts.push(awarded(net, { id: spec.id, heuristics: spec.heuristics, bounds, bids: all }, undefined));
  return facts;
}

/** The bids that a call begins with: those that were handed in, and one for every other agent. */
function firstBids(
  { agents }: Net,
  { hasAutoBids }: CallSpec,
  manual: readonly ManualBid[],
  bounds: Bounds | null,
  at: Instant,
): Map<string, Bid> {
  const all = new Map<string, Bid>(
    manual.map(bid => [bid.agent, { ...bid, kind: 'manual', submittedAt: at }]),
  );
  if (!hasAutoBids) return all;
  for (const agent of agents.values())
    if (!all.has(agent.id)) all.set(agent.id, heuristicBid(agent, bounds, 'auto', at));
  return all;
}

function awarded(
  net: Net,
  call: Pick<Call, 'id' | 'bids' | 'heuristics' | 'bounds'>,
  wanted: string | undefined,
): NetFact {
  const bids =
    wanted === undefined ? call.bids : new Map([...call.bids].filter(([agent]) => agent === wanted));
  const winner = winnerOf({ ...call, bids }, assignmentsOf(net));
  if (winner === undefined) throw noBids(wanted);
  const { agent, cost } = winner.bid;
  return {
    type: 'cnp_call_awarded',
    call: call.id,
    agent,
    cost,
    effective: winner.effective,
    rejected: [...call.bids.keys()].filter(each => each !== agent),
  };
}

function completed(
  net: Net,
  { call: id, agent, isSuccess, result }: Extract<NetWish, { verb: 'complete' }>,
): NetFact {
  const call = requireCall(net, id);
  if (call.status !== 'awarded' || call.award === null) throw wrongState(call, 'completed');
  const { agent: owner } = call.award;
  if (agent !== undefined && agent !== owner)
    throw coordinationError('E-CNP-STATE', {
      message: `The call was awarded to "${owner}", so only that agent completes it.`,
      details: { call_id: id, awarded_agent_id: owner },
    });
  return { type: 'cnp_call_completed', call: id, agent: owner, isSuccess, result };
}

function refreshed(
  { agents }: Net,
  call: Call,
  { bounds, rebids, includesNew }: Extract<NetWish, { verb: 'refresh' }>,
  at: Instant,
): readonly NetFact[] {
  const facts: NetFact[] = isSame(call.bounds, bounds)
    ? []
    : [{ type: 'cnp_call_bounds_updated', call: call.id, bounds }];
  if (!rebids) return facts;
  for (const agent of agents.values()) {
    const before = call.bids.get(agent.id);
    if (before?.kind === 'manual' || call.refusals.has(agent.id)) continue;
    if (before === undefined && !includesNew) continue;
    const { submittedAt: _at, ...bid } = heuristicBid(agent, bounds, 'auto_refresh', at);
    facts.push(bidFact(call, bid));
  }
  return facts;
}

/** Whether two bounds are as good as the same. */
export function isSame(a: Bounds | null, b: Bounds | null): boolean {
  if (a === null || b === null) return a === b;
  const near = (x: number, y: number): boolean => Math.abs(x - y) <= SAME;
  const isSameMax = a.max === null || b.max === null ? a.max === b.max : near(a.max, b.max);
  return isSameMax && near(a.min, b.min) && near(a.ceiling, b.ceiling);
}

function bidFact({ id, bids }: Call, bid: BidFact): NetFact {
  return { type: bids.has(bid.agent) ? 'cnp_bid_updated' : 'cnp_bid_recorded', call: id, bid };
}

function isOver({ deadline }: Call, at: Instant): boolean {
  return deadline !== null && deadline <= at;
}

function requireCall({ calls }: Net, id: string): Call {
  const call = calls.get(id);
  if (call !== undefined) return call;
  throw coordinationError('E-CNP-NOTFOUND', {
    message: 'No call has this ID.',
    hint: 'call cnp_list for the calls',
    details: { call_id: id },
  });
}

function requireOpen(net: Net, id: string, at: Instant): Call {
  const call = requireCall(net, id);
  if (call.status === 'expired' || (call.status === 'open' && isOver(call, at)))
    throw coordinationError('E-CNP-DEADLINE', {
      message: 'The deadline of the call has passed.',
      hint: 'announce it again',
      details: { call_id: id, deadline: call.deadline },
    });
  if (call.status !== 'open') throw wrongState(call, 'changed');
  return call;
}

/** What is left to do with a call. */
const NEXT: Readonly<Record<Call['status'], string>> = {
  open: 'award it with cnp_award first',
  awarded: 'end it with cnp_complete or cnp_cancel',
  completed: 'announce a new one with cnp_announce',
  cancelled: 'announce a new one with cnp_announce',
  expired: 'announce it again with cnp_announce',
};

function wrongState({ id, status, award }: Call, wish: string) {
  return coordinationError('E-CNP-STATE', {
    message: `The call is ${status}, so it can't be ${wish}.`,
    hint: NEXT[status],
    details: { call_id: id, status, awarded_agent_id: award?.agent ?? null },
  });
}

function noAgent(id: string) {
  return coordinationError('E-CNP-NOTFOUND', {
    message: 'No agent is registered under this ID.',
    hint: 'call cnp_list for the agents',
    details: { agent_id: id },
  });
}

function noBids(agent: string | undefined) {
  return coordinationError('E-CNP-NO-BIDS', {
    message: agent === undefined ? 'Nobody made a bid.' : `"${agent}" made no bid.`,
    hint: 'pass manual_bids, call cnp_register_agent, or announce with award "manual"',
  });
}

function tooMany(what: string, limit: number) {
  return coordinationError('E-CNP-LIMIT', {
    message: `There are ${limit} ${what} already, the most at a time. Nothing was changed.`,
    hint: what === 'calls' ? 'complete or cancel some' : 'unregister some',
    details: { limit },
  });
}
