import { oneLine } from '../../catalog/entry/plainText';
import type { ServerId } from '../../../shared/ids';
import type { ToolDefinition } from '../../registry/tool';
import { untilAborted } from '../../support/abort';
import type { Clock, Instant } from '../../support/clock';
import { isRecord } from '../../support/json';
import { Refusal } from '../../support/refusal';
import { utf8Bytes } from '../../support/utf8';
import { INVALID_PARAMS, INVALID_REQUEST, ProtocolError } from '../upstream/protocolError';
import type { Session } from '../sessions/sessions';
import type { CallerClient, CallOptions, ProtocolObject, ToolResult } from '../upstream/upstream';

/** Where metadata says which task a message belongs to (MCP 2025-11-25, tasks). */
export const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** Characters kept of what a server says about a task that runs (chosen here). */
const MAX_MESSAGE = 500;

/** How often a client should ask where its server says nothing yet, in milliseconds (chosen here). */
const POLL_MS = 1_000;

type Status = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** What a task is made of. */
export interface CallTaskParts {
  readonly id: string;
  /** A number that grows with each task. */
  readonly place: number;
  readonly session: Session;
  readonly server: ServerId;
  readonly ttlMs: number;
  readonly clock: Clock;
  /** Hears of each new status, not of mere words: a server may say those as often as it likes. */
  readonly onStatus: (task: CallTask) => void;
}

/** Whether a tool can run as a task. What its server does not do is not in the definition. */
export function canRunAsTask({ execution }: ToolDefinition): boolean {
  const support = execution?.['taskSupport'];
  return support === 'optional' || support === 'required';
}

/**
 * A call that a client made as a task. To its server it is a task too; what the client sees of it is ours: the id, and a status
 * that turns with what we hold. It never leaves an end (MCP 2025-11-25, task status lifecycle).
 */
export class CallTask {
  readonly parts: CallTaskParts;
  #createdAt: Instant;
  readonly #abort = new AbortController();
  readonly #outcome = Promise.withResolvers<ToolResult>();
  /** The clients that wait for the result now: they can be asked. The newest is last. */
  readonly #waiting: CallerClient[] = [];
  #status: Status = 'working';
  #message: string | undefined;
  #pollMs = POLL_MS;
  #changedAt: Instant;
  #hasBegun = false;
  #questions = 0;
  /** Resolves when the next client comes for the result. */
  #coming = Promise.withResolvers<CallerClient>();
  #asked: CallerClient | undefined;
  #bytes = 0;

  constructor(parts: CallTaskParts) {
    this.parts = parts;
    this.#createdAt = parts.clock.now();
    this.#changedAt = this.#createdAt;
    this.#outcome.promise.catch(() => undefined); // Nobody may ever come for it.
  }

  /** Whether its server took it on: before that, nobody knows its id. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get isDone(): boolean {
    return this.#status !== 'working' && this.#status !== 'input_required';
  }

  /** Bytes of its result, once it is there. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Runs the call. Resolves when its server took it on, with the task as it is then. @throws what the call fails with before that */
  async begin(
    options: CallOptions,
    run: (options: CallOptions) => Promise<ToolResult>,
  ): Promise<ProtocolObject> {
    const begun = Promise.withResolvers<void>();
    const { signal } = options;
    // Who gives up the request gives up the call. Once it has begun, the request is over.
    const giveUp = (): void => this.#abort.abort(signal.reason);
    signal.throwIfAborted();
    signal.addEventListener('abort', giveUp, { once: true });
    const call = run(this.#optionsFor(options, begun.resolve));
    // A server that answers at once has begun, too.
    call.then(() => begun.resolve(), begun.reject);
    try {
      await begun.promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
    this.#hasBegun = true;
    // A person may have thought about the call for long: its time counts from now.
    this.#createdAt = this.parts.clock.now();
    this.#changedAt = this.#createdAt;
    const atFirst = this.shown(); // Whatever comes of it, it begins as working.
    call.then(
      result => this.#settle(result),
      (error: unknown) => this.#end('failed', error),
    );
    return atFirst;
  }

  /** The task as the protocol shows it. */
  shown(): ProtocolObject {
    return {
      taskId: this.parts.id,
      status: this.#status,
      ...(this.#message === undefined ? {} : { statusMessage: this.#message }),
      createdAt: new Date(this.#createdAt).toISOString(),
      lastUpdatedAt: new Date(this.#changedAt).toISOString(),
      ttl: this.parts.ttlMs,
      pollInterval: this.#pollMs,
    };
  }

  /** What the call gave, as soon as it is there. Meanwhile, the client can be asked. @throws what the call failed with */
  async result({ client, signal }: CallOptions): Promise<ToolResult> {
    if (client) this.#came(client);
    try {
      return await untilAborted(this.#outcome.promise, signal);
    } finally {
      if (client) this.#waiting.splice(this.#waiting.indexOf(client), 1);
    }
  }

  /** Stops it at its server too. @throws {ProtocolError} where it is done */
  cancel(): void {
    if (this.isDone)
      throw new ProtocolError(INVALID_PARAMS, `The task is ${this.#status}: there is nothing to cancel.`);
    const reason = new ProtocolError(INVALID_REQUEST, 'The task was cancelled: it has no result.');
    this.#end('cancelled', reason);
  }

  /** Ends it, whatever it is at, and stops it at its server. */
  fail(reason: Error): void {
    if (this.#hasBegun) this.#end('failed', reason);
    this.#abort.abort(reason);
  }

  #optionsFor({ client, onProgress, ...options }: CallOptions, onBegun: () => void): CallOptions {
    return {
      ...options,
      signal: this.#abort.signal,
      ...(client ? { client: this.#clientOf(client) } : {}),
      ...(onProgress
        ? {
            onProgress: progress => {
              if (!this.isDone) onProgress({ ...progress, _meta: this.#related() });
            },
          }
        : {}),
      task: {
        ttlMs: this.parts.ttlMs,
        onState: ({ pollMs, message }) => {
          this.#pollMs = pollMs;
          if (message !== undefined && !this.isDone) this.#say(message);
          onBegun();
        },
      },
    };
  }

  /** Whoever waits for the result stands for the client that made the call, which has had its answer. */
  #clientOf(maker: CallerClient): CallerClient {
    return {
      session: maker.session,
      ask: async (method, params, signal) => {
        this.#questions += 1;
        this.#become('input_required');
        try {
          const client = await untilAborted(this.#clientToAsk(maker), signal);
          this.#asked = client;
          return await client.ask(method, { ...params, _meta: this.#related() }, signal);
        } finally {
          this.#questions -= 1;
          if (this.#questions === 0) this.#become('working');
        }
      },
      tell: (method, params) => this.#asked?.tell(method, params),
    };
  }

  /**
   * Who comes for the result, as clients should when their input is wanted. One that asks for the state as often as it is told to
   * has seen by then that it is: where it does not come, it is asked as it made the call (VS Code 1.139 never comes).
   */
  async #clientToAsk(maker: CallerClient): Promise<CallerClient> {
    const waiting = this.#waiting.at(-1);
    if (waiting) return waiting;
    const { promise, resolve } = Promise.withResolvers<CallerClient>();
    const timer = this.parts.clock.after(2 * this.#pollMs + POLL_MS, () => resolve(maker));
    void this.#coming.promise.then(resolve);
    return await promise.finally(() => timer.dispose());
  }

  #came(client: CallerClient): void {
    this.#waiting.push(client);
    this.#coming.resolve(client);
    this.#coming = Promise.withResolvers();
  }

  #settle(result: ToolResult): void {
    if (this.isDone) return;
    this.#bytes = utf8Bytes(JSON.stringify(result));
    this.#outcome.resolve(result);
    // What a tool calls an error is a failure of its task (MCP 2025-11-25, task status). Some clients look no further.
    const isFailure = result['isError'] === true;
    if (isFailure) this.#say(firstText(result) ?? 'The tool failed.');
    this.#become(isFailure ? 'failed' : 'completed');
  }

  #end(status: 'failed' | 'cancelled', reason: unknown): void {
    if (this.isDone) return;
    this.#outcome.reject(reason);
    this.#say(wordsOf(reason));
    this.#become(status);
    this.#abort.abort(reason);
  }

  #become(status: Status): void {
    if (this.isDone || this.#status === status) return;
    this.#status = status;
    this.#changedAt = this.parts.clock.now();
    this.parts.onStatus(this);
  }

  #say(message: string): void {
    this.#message = oneLine(message, MAX_MESSAGE);
    this.#changedAt = this.parts.clock.now();
  }

  #related(): ProtocolObject {
    return { [RELATED_TASK]: { taskId: this.parts.id } };
  }
}

/** What a client may read of a failure. The words of a bug may quote what nobody should see: they go to the log only. */
function wordsOf(reason: unknown): string {
  return Refusal.is(reason) || reason instanceof ProtocolError
    ? reason.message
    : 'It failed inside Switchyard.';
}

function firstText({ content }: ToolResult): string | undefined {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const texts = blocks.map(block =>
    isRecord(block) && block['type'] === 'text' ? block['text'] : undefined,
  );
  return texts.find(text => typeof text === 'string');
}
