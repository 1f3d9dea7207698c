import type { Instant } from '../../core/support/clock';
import type { Delta, GraphDocument } from './graph';
import type { GraphOperation } from './operation';

/** Who changes a graph: a lock lets its holder through. */
interface By {
  readonly graph: string;
  readonly owner: string | null;
  readonly note: string | null;
}

/** What a graph is to become. */
export type Change =
  | { readonly how: 'operations'; readonly operations: readonly GraphOperation[] }
  /** Another document in its place. */
  | { readonly how: 'document'; readonly document: GraphDocument };

export type GraphWish =
  | (By & {
      readonly verb: 'commit';
      /** First another document, where one is given; then operations. */
      readonly changes: readonly Change[];
      readonly expected: number | undefined;
      readonly enforces: boolean;
      /** Whether the graph may be a new one. */
      readonly mayCreate: boolean;
    })
  | (By & {
      readonly verb: 'begin';
      readonly tx: string;
      readonly expected: number | undefined;
      readonly ttlMs: number | undefined;
      readonly document: GraphDocument | undefined;
    })
  | { readonly verb: 'apply'; readonly tx: string; readonly operations: readonly GraphOperation[] }
  | { readonly verb: 'commitTx'; readonly tx: string }
  | { readonly verb: 'rollback'; readonly tx: string }
  | {
      readonly verb: 'lock';
      readonly graph: string;
      readonly lock: string;
      readonly holder: string;
      readonly ttlMs: number | undefined;
    }
  | { readonly verb: 'unlock'; readonly lock: string }
  | {
      readonly verb: 'delete';
      readonly graph: string;
      readonly owner: string | null;
      readonly expected: number | undefined;
    }
  | { readonly verb: 'expire' };

export interface GraphCommitted {
  readonly type: 'graph_committed';
  readonly graph: string;
  /** 0 for a new graph. */
  readonly base: number;
  readonly version: number;
  readonly delta: Delta;
  readonly tx: string | null;
  readonly owner: string | null;
  readonly note: string | null;
}

export type GraphFact =
  | GraphCommitted
  | {
      readonly type: 'tx_begun';
      readonly tx: string;
      readonly graph: string;
      readonly base: number;
      readonly owner: string | null;
      readonly note: string | null;
      readonly expiresAt: Instant | null;
      /** What it begins with, beside the version it is based on. */
      readonly delta: Delta | null;
    }
  | { readonly type: 'tx_applied'; readonly tx: string; readonly graph: string; readonly delta: Delta }
  /** A commit that changed nothing ends a transaction too. */
  | {
      readonly type: 'tx_ended';
      readonly tx: string;
      readonly graph: string;
      readonly state: 'committed' | 'rolled_back' | 'expired';
      readonly version: number;
    }
  | {
      readonly type: 'graph_locked';
      readonly graph: string;
      readonly lock: string;
      readonly holder: string;
      readonly expiresAt: Instant | null;
    }
  | {
      readonly type: 'graph_unlocked';
      readonly graph: string;
      readonly lock: string;
      readonly by: 'holder' | 'expiry';
    }
  | { readonly type: 'graph_deleted'; readonly graph: string; readonly version: number };
