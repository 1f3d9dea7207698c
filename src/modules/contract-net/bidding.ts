import type { Instant } from '../../core/support/clock';
import type { Agent, Bid, Bounds, Call, Heuristics } from './netState';

/** How much more a busy agent costs where many trails are. The formulas are in docs/dev/contract-net.md. */
export function pressureOf(bounds: Bounds | null): number {
  if (bounds === null) return 1;
  const { min, max, ceiling } = bounds;
  const observed = ceiling - min;
  if (observed <= 0) return 1;
  const span = max === null ? 0 : max - min;
  return span > 0 ? 1 + Math.min(observed / span, 1) : 1 + Math.log(1 + observed);
}

/** What an agent asks that says nothing itself: the less reliable, the more. */
export function heuristicCost({ baseCost, reliability }: Pick<Agent, 'baseCost' | 'reliability'>): number {
  return baseCost / reliability;
}

/** A bid that is made here for an agent. */
export function heuristicBid(
  agent: Agent,
  bounds: Bounds | null,
  reason: 'auto' | 'auto_refresh',
  at: Instant,
): Bid {
  return {
    agent: agent.id,
    cost: heuristicCost(agent),
    submittedAt: at,
    kind: 'heuristic',
    metadata: { reason, pheromone_pressure: pressureOf(bounds) },
  };
}

/** What a bid is compared by: the lowest wins. */
export function effectiveCost(
  { agent, cost }: Pick<Bid, 'agent' | 'cost'>,
  { preferAgents, agentBias, busyPenalty, preferenceBonus }: Heuristics,
  assignments: number,
  pressure: number,
): number {
  const preferred = preferAgents.includes(agent) ? preferenceBonus : 0;
  const bias = Object.hasOwn(agentBias, agent) ? (agentBias[agent] ?? 0) : 0;
  return cost + busyPenalty * assignments * pressure - preferred - bias;
}

/** The bid that wins; undefined where there is none. Ties: who has less to do, who bid first, the smaller ID. */
export function winnerOf(
  call: Pick<Call, 'bids' | 'heuristics' | 'bounds'>,
  assignments: ReadonlyMap<string, number>,
): { readonly bid: Bid; readonly effective: number } | undefined {
  const pressure = pressureOf(call.bounds);
  const rated = [...call.bids.values()].map(bid => {
    const busy = assignments.get(bid.agent) ?? 0;
    return { bid, busy, effective: effectiveCost(bid, call.heuristics, busy, pressure) };
  });
  const [first] = rated.toSorted(
    (a, b) =>
      a.effective - b.effective ||
      a.busy - b.busy ||
      a.bid.submittedAt - b.bid.submittedAt ||
      (a.bid.agent < b.bid.agent ? -1 : 1),
  );
  return first;
}
