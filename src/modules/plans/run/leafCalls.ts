import type { Caller } from '../../../core/gateway/sessions/sessions';
import type { CallOptions } from '../../../core/gateway/upstream/upstream';
import type { Operation } from '../../../core/operations/operation';
import { isRecord, type Json } from '../../../core/support/json';
import { Refusal } from '../../../core/support/refusal';
import type { CallableNow, CallingClient } from '../../../core/toolbox/nativeTool';
import type { Toolbox } from '../../../core/toolbox/toolbox';
import type { Blackboard } from '../../blackboard/blackboard';
import { readNewEntry } from '../../blackboard/tools/entrySchemas';
import { outcomeOf } from './leafOutput';
import type { LeafEnd, LeafStart } from './planFacts';
import { type OpenRounds, ROUND_LEAF } from './openRounds';

/** Calls of one run at the same time; more wait their turn (chosen here). */
const MAX_AT_ONCE = 8;

/** Whose calls they are. */
export interface CallsFor {
  readonly run: string;
  readonly caller: Caller;
  readonly operation: Operation;
  readonly options: Pick<CallOptions, 'client' | 'meta' | 'approved'> & {
    readonly callingClient?: CallingClient;
    /** Tools that are known to change nothing. */
    readonly reads?: ReadonlySet<string>;
  };
}

interface LeafCallsParts extends CallsFor {
  readonly toolbox: Toolbox;
  readonly blackboard: () => Pick<Blackboard, 'set'>;
  readonly rounds: () => OpenRounds | undefined;
  readonly onEnd: (end: LeafEnd) => void;
}

/** The calls of a run that are under way. */
export class LeafCalls {
  readonly #parts: LeafCallsParts;
  readonly #stops = new Map<number, AbortController>();
  /** What is known of the tools that were called, by name. */
  readonly #kinds = new Map<string, { readonly isKeyed: boolean; readonly onlyReads: boolean }>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(parts: LeafCallsParts) {
    this.#parts = parts;
  }

  /** Makes a call, now or when others are over. What comes of it goes to `onEnd`. */
  start(tool: string, start: LeafStart): void {
    const stop = new AbortController();
    this.#stops.set(start.leaf, stop);
    void this.#call(tool, start, stop.signal).then(end => {
      if (this.#stops.get(start.leaf) === stop) this.#stops.delete(start.leaf);
      this.#parts.onEnd(end);
    });
  }

  /** Whether a tool says that it changes nothing. False as long as nobody has looked. */
  onlyReads(tool: string): boolean {
    return this.#kinds.get(tool)?.onlyReads ?? this.#parts.options.reads?.has(tool) ?? false;
  }

  /** Stops a leaf's call: its server is told. */
  stop(leaf: number): void {
    this.#stops.get(leaf)?.abort(new Refusal('cancelled', 'The plan went another way.'));
  }

  /** Never rejects. */
  async #call(tool: string, { leaf, call, input = {} }: LeafStart, signal: AbortSignal): Promise<LeafEnd> {
    await this.#turn();
    try {
      signal.throwIfAborted();
      const { toolbox, caller, operation, options, rounds } = this.#parts;
      if (tool === 'bb_set' || tool === ROUND_LEAF) toolbox.enter(caller, tool, input);
      if (tool === 'bb_set') return { leaf, call, ...(await this.#set(leaf, call, input)) };
      if (tool === ROUND_LEAF) {
        const { runRound } = await import('./roundLeaf');
        return { leaf, call, ...(await runRound(rounds(), input, { within: operation, signal })) };
      }
      const given = await this.#withKey(tool, leaf, call, input, signal);
      const { reads: _known, ...passed } = options;
      const how = { ...passed, signal, within: operation, isForProgram: true } as const;
      const result = await toolbox.answer(caller, tool, given, how);
      return { leaf, call, ...outcomeOf(result) };
    } catch (error) {
      const code = Refusal.is(error) ? error.code : 'internal';
      const message = Refusal.is(error) ? error.message.slice(0, 500) : 'The call failed inside Switchyard.';
      return { leaf, call, isSuccess: false, code, message };
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running >= MAX_AT_ONCE) await new Promise<void>(resolve => this.#waiting.push(resolve));
    this.#running += 1;
  }

  /** The entry is set once, however often the call is made (`once`). */
  async #set(leaf: number, call: number, input: Json): Promise<Omit<LeafEnd, 'leaf' | 'call'>> {
    const given = readNewEntry(isRecord(input) ? { value: null, ...input } : {});
    if (typeof given === 'string') return { isSuccess: false, code: 'E-BB-INVALID-INPUT', message: given };
    const { run, caller, operation } = this.#parts;
    const { entry } = await this.#parts.blackboard().set(given, {
      origin: { session: caller.session, op_id: operation.id },
      once: { key: `plan:${keyOf(run, leaf, call)}`, hash: keyOf(run, leaf, call) },
    });
    return { isSuccess: true, output: { key: entry.key, version: entry.version } };
  }

  /** A tool that takes an idempotency key gets one, so that the call can be made again after a crash. */
  async #withKey(tool: string, leaf: number, call: number, input: Json, signal: AbortSignal): Promise<Json> {
    const { isKeyed } = this.#kinds.get(tool) ?? (await this.#kindOf(tool, signal));
    if (!isKeyed || !isRecord(input) || 'idempotency_key' in input) return input;
    const key = keyOf(this.#parts.run, leaf, call);
    return { ...(input as Record<string, Json>), idempotency_key: key };
  }

  async #kindOf(tool: string, signal: AbortSignal) {
    const { toolbox, caller } = this.#parts;
    const found = await toolbox.look(caller, tool, signal).catch(() => undefined);
    const kind = {
      isKeyed: found !== undefined && takesKey(found),
      onlyReads: found !== undefined && onlyReads(found),
    };
    this.#kinds.set(tool, kind);
    return kind;
  }
}

/** Whether a tool says that it changes nothing. */
export function onlyReads({ definition: { annotations = {} } }: CallableNow): boolean {
  return annotations['readOnlyHint'] === true;
}

/** Whether a call may be made again where nobody knows what came of it. */
export function mayRepeat(tool: CallableNow): boolean {
  const { annotations = {} } = tool.definition;
  return onlyReads(tool) || annotations['idempotentHint'] === true || takesKey(tool);
}

function takesKey({ definition }: CallableNow): boolean {
  const { properties } = definition.inputSchema;
  return isRecord(properties) && 'idempotency_key' in properties;
}

function keyOf(run: string, leaf: number, call: number): string {
  return `${run}:${leaf}:${call}`;
}
