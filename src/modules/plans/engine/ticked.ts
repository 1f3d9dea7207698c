import type { Instant } from '../../../core/support/clock';
import type { FlatNode } from './flatTree';
import type { NodeState, Status } from './nodeState';

/** What runs the leaves of a tree. */
export interface Leaves {
  /** Ticks a leaf: starts it where it was not running, else asks how far it is. With `until`, it is not asked before then. */
  tick(leaf: FlatNode, isStart: boolean): Status | { readonly until: Instant };
  /** Stops a leaf that is running. */
  halt(leaf: FlatNode): void;
  /** Whether the condition of a node holds now. */
  holds(node: FlatNode): boolean;
}

/** What a tick needs of the outside: the same again gives the same. */
export interface TickInput {
  readonly now: Instant;
  readonly leaves: Leaves;
  /** From 0 up to, and without, 1. */
  readonly random: () => number;
}

/** The tree as the kinds of nodes see it while they are ticked. */
export interface Ticked {
  readonly input: TickInput;
  tickNode(index: number): Status;
  /** What a node remembers. */
  state(index: number): NodeState | undefined;
  /** What a node remembers from now on. */
  remember(index: number, state: NodeState): void;
  /** A node asks for another tick without anything else happening. */
  wake(): void;
  /** Halts a node that runs, and lets it forget. One that is done is only ready to be used again. */
  reset(index: number): void;
  resetAll(indices: readonly number[]): void;
}
