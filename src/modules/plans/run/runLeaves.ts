import { coordinationError } from '../../../core/coordination/coordinationError';
import { Refusal } from '../../../core/support/refusal';
import type { Instant } from '../../../core/support/clock';
import { canonicalJson, isRecord, type Json } from '../../../core/support/json';
import type { Leaves } from '../engine/ticked';
import type { FlatNode } from '../engine/flatTree';
import type { Status } from '../engine/nodeState';
import type { Condition, Guard, Task } from '../tree/planNode';
import { filled, type Scope } from './expressions';
import { kept, MAX_OUTPUTS } from './leafOutput';
import type { LeafEnd, LeafStart } from './planFacts';
import type { LeafRun, PlanRun } from './planRun';
import { nodeAt, nodesOf } from './nodeAt';

/** Longest wait of a leaf where it names none, in milliseconds. */
const DEFAULT_WAIT_MS = 100;

interface RunLeavesParts {
  readonly run: () => PlanRun;
  /** The value of a key of the shared blackboard. */
  readonly shared: (key: string) => Json | undefined;
  readonly now: () => Instant;
}

/** The leaves of one run while it is live: which run, what came of them, and what a tick starts and stops. */
export class RunLeaves implements Leaves {
  readonly #parts: RunLeavesParts;
  readonly #now = new Map<
    number,
    { readonly call: number; readonly status: 'running' | 'success' | 'failure' }
  >();
  /** Outputs that the journal does not have yet, in the order they came. */
  readonly #fresh = new Map<number, Json | undefined>();
  readonly #variables = new Map<string, Json | undefined>();
  #ended: LeafEnd[] = [];
  #began: LeafStart[] = [];
  #halted: number[] = [];
  /** Those whose last output was too long to be kept whole. */
  readonly #cut = new Set<number>();
  /** Lengths of the outputs that are kept. */
  readonly #sizes = new Map<number, number>();
  #size = 0;
  calls = 0;

  constructor(parts: RunLeavesParts) {
    this.#parts = parts;
    for (const [index, { calls, status, size = 0, isCut }] of parts.run().leaves) {
      if (isCut === true) this.#cut.add(index);
      this.calls += calls;
      this.#size += size;
      this.#sizes.set(index, size);
      this.#now.set(index, { call: calls, status: status === 'halted' ? 'failure' : status });
    }
  }

  tick(flat: FlatNode, isStart: boolean): Status | { readonly until: Instant } {
    const task = flat.node as Task;
    const known = this.#now.get(flat.index);
    // A wait that is asked is over.
    if (!isStart && task.tool === 'wait' && known?.status === 'running')
      return this.#endNow({ leaf: flat.index, call: known.call, isSuccess: true });
    if (!isStart) return known?.status ?? 'failure';
    const call = (known?.call ?? 0) + 1;
    const before = this.#parts.run().kept?.get(flat.index);
    if (before !== undefined && call <= before.calls) {
      const { calls: _calls, ...outcome } = before;
      return this.#endNow({ leaf: flat.index, call, isSuccess: true, isKept: true, ...outcome });
    }
    this.calls += 1;
    try {
      return this.#start(flat, task, call);
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      return this.#endNow({
        leaf: flat.index,
        call,
        isSuccess: false,
        code: error.code,
        message: error.message,
      });
    }
  }

  halt({ index }: FlatNode): void {
    const now = this.#now.get(index);
    if (now?.status !== 'running') return;
    this.#now.set(index, { ...now, status: 'failure' });
    // What began in this very step never did.
    if (this.#began.some(({ leaf }) => leaf === index))
      this.#began = this.#began.filter(({ leaf }) => leaf !== index);
    else this.#halted.push(index);
  }

  holds({ node }: FlatNode): boolean {
    const { condition_key: key, expected } = node as Condition | Guard;
    const value = this.#variable(key) ?? this.#parts.shared(key);
    if (expected === undefined) return Boolean(value);
    return value !== undefined && canonicalJson(value) === canonicalJson(expected);
  }

  /** A call came to its end. False where nobody waits for it any more. */
  end(end: LeafEnd): boolean {
    const now = this.#now.get(end.leaf);
    if (now?.call !== end.call || now.status !== 'running') return false;
    this.#endNow(end);
    return true;
  }

  /** What changed since this was asked last. */
  take(): {
    readonly ended: readonly LeafEnd[];
    readonly began: readonly LeafStart[];
    readonly halted: readonly number[];
  } {
    const taken = { ended: this.#ended, began: this.#began, halted: this.#halted };
    [this.#ended, this.#began, this.#halted] = [[], [], []];
    return taken;
  }

  /** Whether calls ended that the journal does not know of. */
  get hasNews(): boolean {
    return this.#ended.length > 0;
  }

  /** Whether a call is still wanted. */
  isRunning({ leaf, call }: LeafStart): boolean {
    const now = this.#now.get(leaf);
    return now?.call === call && now.status === 'running';
  }

  /** What expressions may point into. */
  get scope(): Scope {
    return {
      vars: new Map([...this.#parts.run().vars, ...this.#variables]),
      output: leaf => this.#output(leaf),
      isCut: (room, name) => this.#cut.size > 0 && this.#isCut(room, name),
    };
  }

  /** The journal has what was taken, but for these ends; they and what came since then are still fresh. */
  settled(lacking: readonly LeafEnd[]): void {
    this.#fresh.clear();
    this.#variables.clear();
    for (const end of [...lacking, ...this.#ended]) this.#note(end);
  }

  #start(flat: FlatNode, task: Task, call: number): Status | { readonly until: Instant } {
    const { index: leaf } = flat;
    const input = this.#input(task);
    if (task.tool === 'noop') return this.#endNow({ leaf, call, isSuccess: true, ...kept(input ?? null) });
    if (task.tool === 'abort')
      return this.#endNow({ leaf, call, isSuccess: false, code: 'aborted', ...reasonIn(input) });
    const waits =
      task.tool === 'wait' ? { until: (this.#parts.now() + waitOf(input)) as Instant } : undefined;
    this.#now.set(leaf, { call, status: 'running' });
    this.#began.push({ leaf, call, ...(input === undefined ? {} : { input }) });
    return waits ?? 'running';
  }

  #input({ input, input_key: key }: Task): Json | undefined {
    if (key !== undefined) return this.#variable(key);
    return input === undefined ? undefined : filled(input, this.scope);
  }

  #endNow(whole: LeafEnd): Status {
    const end = this.#fitting(whole);
    const status = end.isSuccess ? 'success' : 'failure';
    this.#now.set(end.leaf, { call: end.call, status });
    this.#ended.push(end);
    this.#note(end);
    return status;
  }

  /** Without its output, where those of the run are too long already. */
  #fitting(end: LeafEnd): LeafEnd {
    this.#size += (end.size ?? 0) - (this.#sizes.get(end.leaf) ?? 0);
    this.#sizes.set(end.leaf, end.size ?? 0);
    if (this.#size <= MAX_OUTPUTS) return end;
    this.#size -= end.size ?? 0;
    this.#sizes.delete(end.leaf);
    const { output: _long, size: _size, ...rest } = end;
    return { ...rest, isCut: true };
  }

  #isCut(room: string, name: string): boolean {
    const leaves = nodesOf(this.#parts.run().tree).filter(({ index }) => this.#cut.has(index));
    return leaves.some(({ id, node }) =>
      room === 'vars' ? node.type === 'task' && node.output_key === name : room === 'outputs' && id === name,
    );
  }

  #note({ leaf, isSuccess, output, isCut }: LeafEnd): void {
    if (isCut === true) this.#cut.add(leaf);
    else this.#cut.delete(leaf);
    this.#fresh.delete(leaf);
    this.#fresh.set(leaf, output);
    const node = nodeAt(this.#parts.run(), leaf);
    if (isSuccess && node.type === 'task' && node.output_key !== undefined)
      this.#variables.set(node.output_key, output);
  }

  #variable(name: string): Json | undefined {
    return this.#variables.get(name) ?? this.#parts.run().vars.get(name);
  }

  /** Of several leaves with this id, the one that ended last. */
  #output(id: string): Json | undefined {
    const { tree, leaves } = this.#parts.run();
    const places = nodesOf(tree).filter(({ id: own, node }) => node.type === 'task' && own === id);
    const fresh = [...this.#fresh].findLast(([leaf]) => places.some(({ index }) => index === leaf));
    if (fresh !== undefined) return fresh[1];
    let found: LeafRun | undefined;
    for (const { index } of places) {
      const known = leaves.get(index);
      if ((known?.endedAt ?? -1) >= (found?.endedAt ?? -1)) found = known;
    }
    return found?.output;
  }
}

/** How long a wait is. A text of digits is one: attributes of XML are texts. @throws {Refusal} E-PLAN-INVALID-INPUT */
function waitOf(input: Json | undefined): number {
  if (input === undefined) return DEFAULT_WAIT_MS;
  const given = isRecord(input) ? input['duration_ms'] : undefined;
  const ms = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  if (typeof ms === 'number' && ms >= 0) return ms;
  throw coordinationError('E-PLAN-INVALID-INPUT', {
    message: 'The leaf "wait" takes {"duration_ms": milliseconds}.',
    hint: 'give a number, not below 0',
  });
}

function reasonIn(input: Json | undefined): { readonly message?: string } {
  const reason = isRecord(input) ? input['reason'] : input;
  return typeof reason === 'string' ? { message: reason.slice(0, 500) } : {};
}
