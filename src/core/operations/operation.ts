import type { SessionId } from '../../shared/ids';
import { untilAborted } from '../support/abort';
import type { Instant } from '../support/clock';
import type { IdSource } from '../support/ids';
import { JoinedSignal } from '../support/joinedSignal';
import { Refusal } from '../support/refusal';

/** What an operation is: a call that somebody waits for, one that runs as a task of MCP, or an LLM round. */
export type OperationKind = 'call' | 'task' | 'round';

/** What came of an operation. `code`: that of the refusal, or `tool-error` where the tool itself answered with an error. */
export type Outcome =
  | { readonly state: 'succeeded' }
  | { readonly state: 'failed'; readonly code: string }
  | { readonly state: 'cancelled'; readonly reason: string };

/** `paused`: it, or one above it, begins nothing new. `cancelling`: it was told to stop and has not yet. */
export type OperationState = 'running' | 'paused' | 'cancelling' | Outcome['state'];

/** How far an operation has come. `total` is unknown where it is left out. */
export interface OperationProgress {
  readonly progress: number;
  readonly total?: number;
}

/** What is about to run. */
export interface OperationSpec {
  /** An id of the caller's choice, by which it finds and cancels the operation. One is made where it is left out. */
  readonly id?: string;
  readonly kind: OperationKind;
  /** What runs: a tool's listed name. */
  readonly name: string;
  readonly session: SessionId;
  /** The operation that this one is a part of. Whatever cancels or pauses that one reaches this one. */
  readonly parent?: Operation;
  /** Cancels the operation when it fires. */
  readonly signal?: AbortSignal;
  /** Metadata of the request behind it. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

interface OperationParts extends OperationSpec {
  readonly startedAt: Instant;
  /** Monotonic. */
  readonly startedMs: number;
  readonly ids: IdSource;
}

/** The signal of what is over and was not cancelled. */
const NEVER = new AbortController().signal;

/** Most operations have no parts. */
const NONE: ReadonlySet<Operation> = new Set();

/** One thing that is being done, as a node of the tree of all that is being done. `Operations` begins and ends it. */
export class Operation {
  readonly kind: OperationKind;
  readonly name: string;
  readonly session: SessionId;
  readonly parent: Operation | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly startedAt: Instant;
  readonly startedMs: number;
  #children: Set<Operation> | undefined;
  readonly #ids: IdSource;
  /** Let go of at the end: ended operations are kept for a while, and most were never cancelled. */
  #joined: JoinedSignal | undefined;
  #id: string | undefined;
  #over: PromiseWithResolvers<void> | undefined;
  #resumed: PromiseWithResolvers<void> | undefined;
  #progress: OperationProgress | undefined;
  #outcome: Outcome | undefined;
  #cameTo: Outcome | undefined;

  constructor({ id, kind, name, session, parent, signal, meta, startedAt, startedMs, ids }: OperationParts) {
    this.#id = id;
    this.kind = kind;
    this.name = name;
    this.session = session;
    this.parent = parent;
    this.meta = meta;
    this.startedAt = startedAt;
    this.startedMs = startedMs;
    this.#ids = ids;
    const above = [signal, parent?.signal].filter(each => each !== undefined);
    this.#joined = new JoinedSignal(...above);
    if (parent) parent.#adopt(this);
  }

  /** Made when somebody first asks: most calls are over before. */
  get id(): string {
    return (this.#id ??= `${this.name}_op_${this.#ids.next()}`);
  }

  /** Fires when it is cancelled, by itself or with an operation above it, or when its caller gives up. */
  get signal(): AbortSignal {
    return this.#joined?.signal ?? NEVER;
  }

  /** For whom it is done: the calls of a round of a model are those of whoever has the round run. */
  get actor(): SessionId {
    return this.parent?.actor ?? this.session;
  }

  get progress(): OperationProgress | undefined {
    return this.#progress;
  }

  get outcome(): Outcome | undefined {
    return this.#outcome;
  }

  /** What its work said came of it. */
  get cameTo(): Outcome | undefined {
    return this.#cameTo;
  }

  get state(): OperationState {
    if (this.#outcome !== undefined) return this.#outcome.state;
    if (this.signal.aborted) return 'cancelling';
    return this.#holder() === undefined ? 'running' : 'paused';
  }

  /** Notes how far it has come. */
  progressed({ progress, total }: OperationProgress): void {
    this.#progress = total === undefined ? { progress } : { progress, total };
  }

  /** For its work: what came of it, where its answer doesn't say so. An answer that a plan was cancelled is no error of the call. */
  comesTo(outcome: Outcome): void {
    this.#cameTo = outcome;
  }

  /** Holds it, and all below it, at their next `checkpoint`. False where it is over, or paused itself already. */
  pause(): boolean {
    if (this.#outcome !== undefined || this.#resumed !== undefined) return false;
    this.#resumed = Promise.withResolvers();
    return true;
  }

  /** Lets it go on. False where it was not paused itself. */
  resume(): boolean {
    if (this.#resumed === undefined) return false;
    this.#resumed.resolve();
    this.#resumed = undefined;
    return true;
  }

  /** To be passed before each new step: waits while it is paused. @throws the reason, once it is cancelled */
  async checkpoint(): Promise<void> {
    this.signal.throwIfAborted();
    for (let held = this.#holder(); held !== undefined; held = this.#holder())
      await untilAborted(held.promise, this.signal);
  }

  /** Cancels it and all below it; `why` is what its caller is told. Resolves when it is over. */
  async cancel(why: Refusal): Promise<void> {
    if (this.#outcome !== undefined) return;
    this.#joined?.abort(why);
    this.#over ??= Promise.withResolvers();
    await this.#over.promise;
  }

  /** What runs as a part of it. */
  get children(): ReadonlySet<Operation> {
    return this.#children ?? NONE;
  }

  /** It and all below it, itself first. */
  *subtree(): Iterable<Operation> {
    yield this;
    for (const child of this.children) yield* child.subtree();
  }

  /** Whether it is a part of another one, however deep. */
  isBelow(other: Operation): boolean {
    return this.parent !== undefined && (this.parent === other || this.parent.isBelow(other));
  }

  /** For `Operations`: it is over. What is left below it is cancelled: nobody would hear of what comes of it. */
  end(outcome: Outcome): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    this.#joined?.dispose();
    if (!this.signal.aborted) this.#joined = undefined;
    this.#resumed?.resolve();
    for (const child of this.children)
      void child.cancel(
        new Refusal('cancelled', `"${this.name}", the parent of "${child.name}", has ended.`),
      );
    if (this.parent) this.parent.#letGo(this);
    this.#over?.resolve();
  }

  #adopt(child: Operation): void {
    (this.#children ??= new Set()).add(child);
  }

  #letGo(child: Operation): void {
    this.#children?.delete(child);
  }

  /** What holds it: its own pause, or that of one above it. */
  #holder(): PromiseWithResolvers<void> | undefined {
    if (this.#resumed !== undefined || this.parent === undefined) return this.#resumed;
    return this.parent.#holder();
  }
}
