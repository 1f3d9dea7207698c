import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  isJSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  LATEST_PROTOCOL_VERSION,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import {
  CLIENT_CAPABILITIES,
  isProtocolMeta,
  metaOf,
  MISSING_CAPABILITY,
} from '../../core/gateway/upstream/modernWords';
import { INVALID_PARAMS, METHOD_NOT_FOUND, ProtocolError } from '../../core/gateway/upstream/protocolError';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import type { Clock } from '../../core/support/clock';
import type { IdSource } from '../../core/support/ids';
import { isRecord } from '../../core/support/json';
import { boundedMessage } from '../clients/boundedMessage';
import type { Envelope } from './envelope';
import { Listeners } from './listeners';
import type { ModernReply } from './modernReply';
import {
  addressQuestions,
  discovered,
  errorJson,
  type ErrorWords,
  modernResult,
  resultJson,
  statusOf,
} from './modernResult';
import { ModernTasks, takesTasks } from './modernTasks';
import { aboutOf, type Outcome, type Waiting, Work } from './work';

/** How long a question waits for its client to come back with an answer, in milliseconds (chosen here). */
const PATIENCE_MS = 10 * 60_000;

/** Requests that wait for their client at once, on one connection; the oldest is given up (chosen here). */
const MAX_HELD = 64;

/** The protocol's levels of logs, the finest first. */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

interface ConnectionParts {
  readonly ids: IdSource;
  readonly clock: Clock;
  /** Whether a tool can run as a task. */
  readonly runsAsTask: (tool: string) => boolean;
}

/** A request of ours to our server. */
type Own = (outcome: Outcome) => void;

/**
 * One client of the newer era, to our server a connection of the older one: what each request says of itself, an `initialize` said
 * here once; a question that ends a request here is asked during it there (docs/dev/gateway.md, Two eras).
 */
export class ModernConnection implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #parts: ConnectionParts;
  readonly #works = new Map<RequestId, Work>();
  readonly #own = new Map<RequestId, Own>();
  readonly #tasks: ModernTasks;
  /** Work whose client was asked something, by what it shows when it comes back. */
  readonly #held = new Map<string, readonly [RequestId, Work]>();
  #listeners: Listeners | undefined;
  #greeting: ProtocolObject = {};
  #finestLevel = LEVELS.length;
  #lastId = 0;
  #isGreeted = false;
  #isClosed = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#tasks = new ModernTasks({
      ask: async (method, params) => await this.#ask(method, params),
      begin: (method, params) => this.#begin(method, params),
      reply: ({ id }, result) => this.#hand({ jsonrpc: '2.0', id, result }),
    });
  }

  /** True while a client waits, also for its greeting, listens, or was asked something. */
  get isInUse(): boolean {
    const asked = this.#works.size + this.#held.size + this.#own.size;
    return !this.#isGreeted || asked > 0 || this.#listeners?.isEmpty === false;
  }

  async start(): Promise<void> {}

  /** Says to our server what the first request says of its client. */
  async greet({ client, capabilities }: Envelope): Promise<void> {
    // Nobody can be asked for folders between two requests, and tasks are begun by us.
    const { roots: _roots, tasks: _tasks, ...able } = capabilities;
    const params = { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: able, clientInfo: client };
    const outcome = await this.#ask('initialize', params);
    if (this.#isClosed) return;
    if (!('result' in outcome)) throw new Error('Our own server did not answer.');
    this.#greeting = outcome.result;
    const offered = isRecord(outcome.result['capabilities']) ? outcome.result['capabilities'] : {};
    this.#listeners = new Listeners(offered, async (uri, follow) => {
      const done = await this.#ask(follow ? 'resources/subscribe' : 'resources/unsubscribe', { uri });
      return 'result' in done;
    });
    this.#isGreeted = true;
    this.#hand({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  /** Takes a request of the client. It is answered through `reply`, now or later. */
  take(request: JSONRPCRequest, envelope: Envelope, reply: ModernReply): void {
    const { id, method, params = {} } = request;
    // It may have been closed while this request waited for its greeting.
    if (this.#isClosed) return this.#say(id, reply, { error: CLOSED }, method);
    if (method === 'server/discover')
      return this.#say(id, reply, { result: discovered(this.#greeting) }, method);
    if (method === 'subscriptions/listen') {
      const wished = params['notifications'];
      void this.#listeners?.add(id, isRecord(wished) ? wished : {}, reply); // Never rejects.
      return;
    }
    const token = metaOf(request)['progressToken'];
    const isToken = typeof token === 'string' || typeof token === 'number';
    const { logLevel, capabilities } = envelope;
    const { elicitation } = capabilities;
    const opensAddresses = isRecord(elicitation) && elicitation['url'] !== undefined;
    const waiting = { id, reply, progressToken: isToken ? token : undefined, logLevel, opensAddresses };
    if (logLevel !== undefined) this.#hearLogs(logLevel);
    const { requestState: state, inputResponses: responses, ...own } = params;
    if (method.startsWith('tasks/'))
      return void this.#tell(waiting, method, this.#tasks.answer(method, params, innerMeta(own)));
    if (method === 'tools/call' && takesTasks(capabilities) && this.#parts.runsAsTask(String(own['name'])))
      return void this.#callAsTask(own, waiting);
    if (typeof state === 'string') return this.#resume(state, responses, aboutOf(method, own), waiting);
    this.#begin(method, own, waiting);
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message)) return this.#answered(message);
    const { method, params = {} } = message;
    if ('id' in message) this.#asked(message, options?.relatedRequestId);
    else if (method === 'notifications/cancelled')
      for (const work of this.#works.values()) work.withdraw(params['requestId']);
    else if (method === 'notifications/progress') this.#progressed(params);
    else if (method === 'notifications/message') this.#logged(message, params['level']);
    else this.#listeners?.tell(method, params);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#listeners?.close();
    for (const [, work] of this.#held.values()) work.patience?.dispose();
    for (const work of this.#works.values()) this.#finish(work, { error: CLOSED });
    this.#works.clear();
    this.#held.clear();
    for (const own of this.#own.values()) own({ error: CLOSED });
    this.#own.clear();
    this.onclose?.();
  }

  #begin(method: string, params: ProtocolObject, waiting?: Waiting): Work {
    const inner = ++this.#lastId;
    const work = new Work(method, params, waiting);
    this.#works.set(inner, work);
    if (waiting) this.#untilGone(inner, work, waiting);
    const hears = waiting?.progressToken === undefined ? {} : { progressToken: inner };
    const meta = { ...innerMeta(params), ...hears };
    this.#hand({ jsonrpc: '2.0', id: inner, method, params: { ...params, _meta: meta } });
    return work;
  }

  async #callAsTask(params: ProtocolObject, waiting: Waiting): Promise<void> {
    const { kind, outcome } = await this.#tasks.call(params, innerMeta(params));
    this.#say(waiting.id, waiting.reply, outcome, 'tools/call', kind);
  }

  async #tell({ id, reply }: Waiting, method: string, outcome: Promise<Outcome>): Promise<void> {
    this.#say(id, reply, await outcome, method);
  }

  /** The client is back with its answers: the work goes on. */
  #resume(state: string, responses: unknown, about: string, waiting: Waiting): void {
    const [inner, work] = this.#held.get(state) ?? [];
    if (inner === undefined || work === undefined || work.about !== about)
      return waiting.reply.answer(errorJson(waiting.id, UNKNOWN_STATE));
    this.#held.delete(state);
    work.patience?.dispose();
    if (work.again) return this.#doAgain(work.again, work, responses, waiting);
    work.waiting = waiting;
    this.#untilGone(inner, work, waiting);
    for (const [{ id }, result] of work.answered(responses)) this.#hand({ jsonrpc: '2.0', id, result });
    if (work.outcome) this.#finish(work, work.outcome, inner);
    else if (work.isAsking) this.#askClient(inner, work);
  }

  /** A client that gives its request up ends the work. */
  #untilGone(inner: RequestId, work: Work, waiting: Waiting): void {
    waiting.reply.onGone(() => {
      if (work.waiting !== waiting || this.#works.get(inner) !== work) return;
      this.#works.delete(inner);
      const params = { requestId: inner, reason: 'The client gave it up.' };
      this.#hand({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    });
  }

  #answered(message: Exclude<JSONRPCMessage, { method: string }>): void {
    const { id } = message;
    if (id === undefined) return;
    const outcome: Outcome = isJSONRPCErrorResponse(message)
      ? { error: message.error }
      : { result: message.result };
    const own = this.#own.get(id);
    if (own) {
      this.#own.delete(id);
      return own(outcome);
    }
    const work = this.#works.get(id);
    if (!work) return;
    this.#works.delete(id);
    work.outcome = outcome;
    if (work.waiting) this.#finish(work, outcome, id);
  }

  #finish(work: Work, outcome: Outcome, inner?: RequestId): void {
    const { waiting, method, params } = work;
    if (!waiting) return;
    const addresses =
      'error' in outcome && waiting.opensAddresses ? addressQuestions(outcome.error) : undefined;
    if (inner === undefined || addresses === undefined || addresses.length === 0)
      return this.#say(waiting.id, waiting.reply, outcome, method);
    work.again = params;
    for (const address of addresses) work.ask({ id: inner, method: 'elicitation/create', params: address });
    this.#askClient(inner, work);
  }

  /** The addresses are open: the same is asked for once more. */
  #doAgain(params: ProtocolObject, work: Work, responses: unknown, waiting: Waiting): void {
    const isOpen = work.answered(responses).every(([, { action }]) => action === 'accept') && !work.isAsking;
    if (isOpen) return void this.#begin(work.method, params, waiting);
    waiting.reply.answer(errorJson(waiting.id, NOT_OPENED));
  }

  #say(id: RequestId, reply: ModernReply, outcome: Outcome, method: string, kind?: string): void {
    if ('result' in outcome) {
      const result = modernResult(method, outcome.result, this.#greeting['serverInfo'], kind);
      return reply.answer(boundedMessage({ jsonrpc: '2.0', id, result }) ?? '');
    }
    const error = modernErrorOf(outcome.error);
    reply.answer(errorJson(id, error), statusOf(error));
  }

  /** Our server asks its client something. */
  #asked(request: JSONRPCRequest, related: RequestId | undefined): void {
    const { id, method, params = {} } = request;
    if (method === 'ping') return queueMicrotask(() => this.#hand({ jsonrpc: '2.0', id, result: {} }));
    const work = related === undefined ? undefined : this.#works.get(related);
    if (!work || related === undefined || work.isFull) {
      const message = work
        ? 'Too many questions wait for their answers. Ask one after the other.'
        : 'No request is under way whose client could be asked.';
      const error = { code: work ? INVALID_PARAMS : METHOD_NOT_FOUND, message };
      return queueMicrotask(() => this.#hand({ jsonrpc: '2.0', id, error }));
    }
    const isFirst = !work.isAsking;
    work.ask({ id, method, params });
    // What is asked at the same time goes out together.
    if (isFirst) queueMicrotask(() => work.waiting && work.isAsking && this.#askClient(related, work));
  }

  /** Ends the client's request with what it is asked. */
  #askClient(inner: RequestId, work: Work): void {
    const { waiting } = work;
    if (!waiting) return;
    const requestState = this.#parts.ids.next();
    this.#held.set(requestState, [inner, work]);
    work.waiting = undefined;
    work.patience = this.#parts.clock.after(PATIENCE_MS, () => this.#giveUp(requestState));
    const asked = { inputRequests: work.inputRequests(), requestState };
    const result = modernResult(work.method, asked, this.#greeting['serverInfo'], 'input_required');
    waiting.reply.answer(resultJson(waiting.id, result));
    const [oldest] = this.#held.keys();
    if (this.#held.size > MAX_HELD && oldest !== undefined) this.#giveUp(oldest);
  }

  /** Nobody came back: our server is told, and its answer is nobody's. */
  #giveUp(state: string): void {
    const [inner, work] = this.#held.get(state) ?? [];
    this.#held.delete(state);
    if (inner === undefined || work === undefined) return;
    work.patience?.dispose();
    this.#works.delete(inner);
    const error = { code: INVALID_PARAMS, message: 'The client did not come back with an answer.' };
    for (const { id } of work.giveUp()) this.#hand({ jsonrpc: '2.0', id, error });
  }

  #progressed({ progressToken: inner, ...progress }: ProtocolObject): void {
    const waiting = this.#works.get(inner as RequestId)?.waiting;
    if (waiting?.progressToken === undefined) return;
    const params = { ...progress, progressToken: waiting.progressToken };
    waiting.reply.tell(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }));
  }

  /** Logs belong to no request: each that wants to hear them does, while it runs. */
  #logged(message: JSONRPCMessage, level: unknown): void {
    for (const { waiting } of this.#works.values())
      if (
        waiting?.logLevel !== undefined &&
        LEVELS.indexOf(String(level)) >= LEVELS.indexOf(waiting.logLevel)
      )
        waiting.reply.tell(JSON.stringify(message));
  }

  #hearLogs(level: string): void {
    const rank = LEVELS.indexOf(level);
    if (rank === -1 || rank >= this.#finestLevel) return;
    this.#finestLevel = rank;
    void this.#ask('logging/setLevel', { level });
  }

  async #ask(method: string, params: ProtocolObject): Promise<Outcome> {
    if (this.#isClosed) return { error: CLOSED };
    return await new Promise(resolve => {
      const id = ++this.#lastId;
      this.#own.set(id, resolve);
      this.#hand({ jsonrpc: '2.0', id, method, params: { ...params } });
    });
  }

  #hand(message: JSONRPCMessage): void {
    if (!this.#isClosed) this.onmessage?.(message);
  }
}

const CLOSED = new ProtocolError(INVALID_PARAMS, 'The connection was closed. Send the request again.');

const NOT_OPENED = new ProtocolError(INVALID_PARAMS, 'The address was not opened, so this cannot go on.');

const UNKNOWN_STATE = new ProtocolError(
  INVALID_PARAMS,
  'This requestState is not one of this request, or its time is over. Send the request again without it.',
);

/** What of a request's metadata our server gets: what its client can do, and what is none of the protocol's. */
function innerMeta(params: ProtocolObject): ProtocolObject {
  const meta = isRecord(params['_meta']) ? params['_meta'] : {};
  return Object.fromEntries(
    Object.entries(meta).filter(
      ([key]) => key !== 'progressToken' && (key === CLIENT_CAPABILITIES || !isProtocolMeta(key)),
    ),
  );
}

/** An error that asks for an address to be opened is none in this era. */
function modernErrorOf(error: ErrorWords): ErrorWords {
  if (addressQuestions(error) === undefined) return error;
  const data = { requiredCapabilities: { elicitation: { url: {} } } };
  return { code: MISSING_CAPABILITY, message: error.message, data };
}
