import type { Instant } from '../../core/support/clock';
import type { Json } from '../../core/support/json';

/** Who may be given work: a child agent, a chat, or any name. */
export interface Agent {
  readonly id: string;
  readonly baseCost: number;
  /** 0.1 to 1. */
  readonly reliability: number;
  readonly metadata: Json | null;
  readonly registeredAt: Instant;
  readonly updatedAt: Instant;
}

/** What an agent asks for a task. */
export interface Bid {
  readonly agent: string;
  readonly cost: number;
  readonly submittedAt: Instant;
  /** `heuristic`: made here, of the agent's base cost and reliability. */
  readonly kind: 'manual' | 'heuristic';
  readonly metadata: Json | null;
}

/** How bids are compared. */
export interface Heuristics {
  readonly preferAgents: readonly string[];
  readonly agentBias: Readonly<Record<string, number>>;
  readonly busyPenalty: number;
  readonly preferenceBonus: number;
}

/** How strong the trails of the workspace are: what a busy agent costs grows with them. */
export interface Bounds {
  readonly min: number;
  /** Null: unbounded. */
  readonly max: number | null;
  readonly ceiling: number;
}

/** Who got the task. */
export interface Award {
  readonly agent: string;
  readonly cost: number;
  /** What was compared. */
  readonly effective: number;
  readonly at: Instant;
}

export type CallStatus = 'open' | 'awarded' | 'completed' | 'expired' | 'cancelled';

/** What a call is from its start. */
export interface CallSpec {
  readonly id: string;
  readonly task: string;
  readonly payload: Json | null;
  readonly metadata: Json | null;
  readonly tags: readonly string[];
  /** How long it stays open, in milliseconds; null: until somebody awards or cancels it. */
  readonly deadlineMs: number | null;
  readonly heuristics: Heuristics;
  /** Whether bids are made here for all registered agents. */
  readonly hasAutoBids: boolean;
  readonly correlation: Readonly<Record<string, string>>;
  /** Code that its agent is to touch: leased to whoever it is awarded to. Left out: none. */
  readonly areas?: readonly string[];
  /** How long they are leased, in milliseconds from the award; null or left out: until it is over. */
  readonly leaseMs?: number | null;
}

/** A task that is offered. */
export interface Call extends CallSpec {
  readonly announcedAt: Instant;
  /** When it expires. */
  readonly deadline: Instant | null;
  status: CallStatus;
  bounds: Bounds | null;
  /** The last bid of each agent, in the order they were first made. */
  readonly bids: Map<string, Bid>;
  /** Who does not want it. */
  readonly refusals: Map<string, string | null>;
  award: Award | null;
  /** When it was completed, cancelled, or expired. */
  endedAt: Instant | null;
  /** What its agent said at the end. */
  outcome: { readonly isSuccess: boolean; readonly result: Json | null } | null;
}

/** All agents and calls of a workspace, in the order they came. */
export interface Net {
  readonly agents: Map<string, Agent>;
  readonly calls: Map<string, Call>;
}

/** Nothing of anybody. */
export function emptyNet(): Net {
  return { agents: new Map(), calls: new Map() };
}

/** Tasks that an agent has and has not completed. */
export function assignmentsOf({ calls }: Net): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { status, award } of calls.values())
    if (status === 'awarded' && award !== null) counts.set(award.agent, (counts.get(award.agent) ?? 0) + 1);
  return counts;
}

/** When the next open call expires. */
export function earliestDeadline({ calls }: Net): Instant | undefined {
  let earliest: Instant | undefined;
  for (const { status, deadline } of calls.values())
    if (status === 'open' && deadline !== null && (earliest === undefined || deadline < earliest))
      earliest = deadline;
  return earliest;
}
