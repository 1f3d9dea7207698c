import type { Instant } from '../../../core/support/clock';
import type { FlatNode } from './flatTree';
import type { NodeChanges, NodeState, Status } from './nodeState';
import type { Ticked, TickInput } from './ticked';
import { TICKS } from './ticks';

/**
 * Ticks a behaviour tree. What its nodes remember is data: saved with each tick, it goes on in another process where it was.
 * Each kind of node is a function in `ticks.ts`.
 */
export class Engine implements Ticked {
  readonly nodes: readonly FlatNode[];
  readonly #states: (NodeState | undefined)[];
  /** Nodes that were touched, with what they remembered before. */
  readonly #changed = new Map<number, NodeState | undefined>();
  #input: TickInput | undefined;
  #isAwake = false;
  #failedAt: number | undefined;

  constructor(nodes: readonly FlatNode[], states: NodeChanges = []) {
    this.nodes = nodes;
    this.#states = Array.from({ length: nodes.length });
    for (const [node, state] of states) this.#states[node] = state ?? undefined;
  }

  /** Ticks the root once. A tree that is done begins anew with the next tick. */
  tick(input: TickInput): Status {
    this.#input = input;
    this.#isAwake = false;
    this.#failedAt = undefined;
    const status = this.tickNode(0);
    if (status !== 'running') this.reset(0);
    this.#input = undefined;
    return status;
  }

  /** Stops everything that runs. */
  halt(input: TickInput): void {
    this.#input = input;
    this.reset(0);
    this.#input = undefined;
  }

  /** Whether a node asked to be ticked again at once. */
  get isAwake(): boolean {
    return this.#isAwake;
  }

  /** The node that made the last tick fail: no failure that another node recovered from. */
  get failedAt(): number | undefined {
    return this.#failedAt;
  }

  /** When some node's waiting is over, if any waits. */
  get wakesAt(): Instant | undefined {
    let earliest: Instant | undefined;
    const open = [0];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const state = this.#states[index];
      if (state?.status !== 'running') continue;
      const { until } = state;
      if (until !== undefined && (earliest === undefined || until < earliest)) earliest = until;
      open.push(...this.node(index).children);
    }
    return earliest;
  }

  /** Takes what changed since it was last asked. */
  takeChanges(): NodeChanges {
    const changes = [...this.#changed].flatMap(([index, before]) => {
      const now = this.#states[index];
      return isSame(before, now) ? [] : [[index, now ?? null] as const];
    });
    this.#changed.clear();
    return changes;
  }

  /** What a node remembers. */
  state(index: number): NodeState | undefined {
    return this.#states[index];
  }

  node(index: number): FlatNode {
    const node = this.nodes[index];
    if (node === undefined) throw new Error(`No node ${index}.`);
    return node;
  }

  get input(): TickInput {
    if (this.#input === undefined) throw new Error('Nothing is being ticked.');
    return this.#input;
  }

  tickNode(index: number): Status {
    const flat = this.node(index);
    const before = this.#failedAt;
    this.#failedAt = undefined;
    const status = TICKS[flat.node.type](this, flat, this.#states[index]);
    this.#failedAt = status === 'failure' ? this.#causeOf(flat) : before;
    this.remember(index, { ...this.#states[index], status });
    return status;
  }

  /** What a node remembers from now on. */
  remember(index: number, state: NodeState): void {
    const before = this.#states[index];
    if (isSame(before, state)) return;
    this.#touch(index);
    this.#states[index] = state;
  }

  /** A node asks for another tick without anything else happening. */
  wake(): void {
    this.#isAwake = true;
  }

  /** Halts a node that runs, and lets it forget. One that is done is only ready to be used again. */
  reset(index: number): void {
    const state = this.#states[index];
    if (state === undefined) return;
    const { node, children } = this.node(index);
    if (state.status === 'running') {
      for (const child of children) this.reset(child);
      if (node.type === 'task') this.input.leaves.halt(this.node(index));
    }
    // This kind goes on where it was, whatever happened meanwhile.
    if (node.type === 'sequence_with_memory' && state.cursor !== undefined)
      this.remember(index, { status: 'idle', cursor: state.cursor });
    else this.#forget(index);
  }

  resetAll(indices: readonly number[]): void {
    for (const index of indices) this.reset(index);
  }

  /** Of nodes below it the one that failed last, unless a node fails by itself. */
  #causeOf({ index, node: { type } }: FlatNode): number {
    return type === 'inverter' || type === 'force_failure' ? index : (this.#failedAt ?? index);
  }

  #forget(index: number): void {
    if (this.#states[index] === undefined) return;
    this.#touch(index);
    this.#states[index] = undefined;
  }

  #touch(index: number): void {
    if (!this.#changed.has(index)) this.#changed.set(index, this.#states[index]);
  }
}

/** They have a handful of fields. */
function isSame(a: NodeState | undefined, b: NodeState | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.status === b.status &&
    a.cursor === b.cursor &&
    a.count === b.count &&
    a.until === b.until &&
    a.done === b.done
  );
}
