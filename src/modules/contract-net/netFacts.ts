import type { Json } from '../../core/support/json';
import type { Bid, Bounds, CallSpec } from './netState';

/** An agent as it says what it is. */
export interface AgentSpec {
  readonly id: string;
  readonly baseCost: number;
  readonly reliability: number;
  readonly metadata: Json | null;
}

/** A bid that its agent made. */
export type ManualBid = Pick<Bid, 'agent' | 'cost' | 'metadata'>;

export type NetWish =
  | { readonly verb: 'register'; readonly agent: AgentSpec }
  | { readonly verb: 'unregister'; readonly agent: string }
  | {
      readonly verb: 'announce';
      readonly call: CallSpec;
      readonly bids: readonly ManualBid[];
      readonly bounds: Bounds | null;
      /** Awarded at once, to the best bid. */
      readonly isAwarded: boolean;
    }
  | { readonly verb: 'bid'; readonly call: string; readonly bid: ManualBid }
  | { readonly verb: 'refuse'; readonly call: string; readonly agent: string; readonly reason: string | null }
  /** Without an agent: to the best bid. */
  | { readonly verb: 'award'; readonly call: string; readonly agent?: string }
  | {
      readonly verb: 'complete';
      readonly call: string;
      /** Who says so, where that is known. */
      readonly agent?: string;
      readonly isSuccess: boolean;
      readonly result: Json | null;
    }
  | { readonly verb: 'cancel'; readonly call: string; readonly reason: string | null }
  /** All open calls where none is named. */
  | {
      readonly verb: 'refresh';
      readonly call?: string;
      readonly bounds: Bounds | null;
      readonly rebids: boolean;
      readonly includesNew: boolean;
    }
  | { readonly verb: 'expire' };

export type NetFact =
  | { readonly type: 'cnp_agent_registered' | 'cnp_agent_updated'; readonly agent: AgentSpec }
  | { readonly type: 'cnp_agent_unregistered'; readonly agent: string }
  | { readonly type: 'cnp_call_announced'; readonly spec: CallSpec; readonly bounds: Bounds | null }
  | { readonly type: 'cnp_bid_recorded' | 'cnp_bid_updated'; readonly call: string; readonly bid: BidFact }
  | {
      readonly type: 'cnp_bid_refused';
      readonly call: string;
      readonly agent: string;
      readonly reason: string | null;
    }
  | {
      readonly type: 'cnp_call_awarded';
      readonly call: string;
      readonly agent: string;
      readonly cost: number;
      readonly effective: number;
      /** Whose bids were turned down. */
      readonly rejected: readonly string[];
    }
  | {
      readonly type: 'cnp_call_completed';
      readonly call: string;
      readonly agent: string;
      readonly isSuccess: boolean;
      readonly result: Json | null;
    }
  | { readonly type: 'cnp_call_cancelled'; readonly call: string; readonly reason: string | null }
  | { readonly type: 'cnp_call_expired'; readonly call: string }
  | { readonly type: 'cnp_call_bounds_updated'; readonly call: string; readonly bounds: Bounds | null };

/** A bid without its time, which is that of the fact. */
export type BidFact = Omit<Bid, 'submittedAt'>;
