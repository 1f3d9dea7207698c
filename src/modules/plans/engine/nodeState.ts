import type { Instant } from '../../../core/support/clock';

/** What a tick of a node comes to. */
export type Status = 'success' | 'failure' | 'running';

/** What a node remembers from tick to tick. A node that is not in use mostly has none. */
export interface NodeState {
  /** `idle`: not in use, and yet it remembers something. */
  readonly status: Status | 'idle';
  /** The child to go on with. */
  readonly cursor?: number;
  /** Attempts or cycles that are over. */
  readonly count?: number;
  /** When its waiting is over: of a wait, a timeout, a pause between attempts. */
  readonly until?: Instant;
  /** Of a parallel node: children that are done, each with its result. */
  readonly done?: readonly (readonly [child: number, isSuccess: boolean])[];
}

/** Nodes that changed, by their place; null: back to rest. */
export type NodeChanges = readonly (readonly [node: number, state: NodeState | null])[];
