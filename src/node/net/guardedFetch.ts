import { lookup } from 'node:dns/promises';
import {
  type ClientRequest,
  Agent as HttpAgent,
  type AgentOptions,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIPv6 } from 'node:net';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { ByteCap, decoderOf } from './boundedBody';
import { type Destination, DestinationGuard, type Resolve } from './destination';
import { hasUnusedProxy, proxiesOf } from './networkVariables';
import { failureOf, OutgoingFailure } from './outgoingFailure';

/** Bounds of a request and its answer. */
export interface FetchLimits {
  /** Until the connection stands, name and encryption included. */
  readonly connectMs: number;
  /** Until the head of the answer is there. A tool may think for long before it. */
  readonly headMs: number;
  /** Silence within an answer that is no stream of events. */
  readonly idleMs: number;
  /** Of a decoded body, or of one event. */
  readonly maxBytes: number;
}

/** The longest a call may take (sdkConnection.ts), and the size of a line over stdio (lineReader.ts). */
export const SERVER_LIMITS: FetchLimits = {
  connectMs: 10_000,
  headMs: 600_000,
  idleMs: 60_000,
  maxBytes: 32 * 1_048_576,
};

/** For documents of a few kilobytes. */
export const DOCUMENT_LIMITS: FetchLimits = {
  connectMs: 10_000,
  headMs: 15_000,
  idleMs: 15_000,
  maxBytes: 1_048_576,
};

/** A model may think for as long as a round may take (`config.timeout_ms`), whose own time ends it. */
export const MODEL_LIMITS: FetchLimits = {
  connectMs: 30_000,
  headMs: 3_600_000,
  idleMs: 3_600_000,
  maxBytes: 64 * 1_048_576,
};

/** `fetch` as the SDK calls it. Redirects are handed back, never followed. @throws {OutgoingFailure} */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface GuardedFetchOptions {
  /** The server's address as a person approved it. */
  readonly approved: string;
  readonly limits: FetchLimits;
  /** The user wrote the address into their own settings, as that of a model: nobody's trick could be behind it. */
  readonly isUsersOwn?: true;
  /** Bytes that the answer to this request may have, where that is less. */
  readonly maxBytesFor?: (body: string) => number;
  /** The world's, unless a test has its own. */
  readonly resolve?: Resolve;
}

/** Sockets that nobody uses are closed sooner than servers do (5 s and more), so that no request meets one that just went. */
const IDLE_SOCKET_MS = 4_000;

/** A dead peer on a silent stream is noticed by the system's own probes. */
const KEEP_ALIVE_MS = 30_000;

/**
 * A `fetch` whose every request is looked at before it leaves: scheme, all addresses behind the name, and the very address that
 * was looked at is dialled. `close` ends what is under way.
 */
export function guardedFetch(options: GuardedFetchOptions): { readonly fetch: Fetch; close(): void } {
  let guard: DestinationGuard | undefined;
  const direct = agentsWith({});
  // Node's own, which older versions than 22.21 lack: they dial directly. In VS Code, its own settings come before.
  const proxyEnv = proxiesOf(process.env);
  const proxied = proxyEnv === undefined ? undefined : agentsWith({ proxyEnv });
  return {
    async fetch(url, init = {}) {
      init.signal?.throwIfAborted();
      guard ??= new DestinationGuard(options.approved, options.resolve ?? resolveHost);
      const destination = await (options.isUsersOwn ? guard.locate(url) : guard.check(url));
      init.signal?.throwIfAborted();
      const agents = destination.isNearby ? direct : (proxied ?? direct);
      const agent = agents[destination.url.protocol === 'https:' ? 'https:' : 'http:'];
      const { limits, maxBytesFor } = options;
      const most = typeof init.body === 'string' ? (maxBytesFor?.(init.body) ?? Infinity) : Infinity;
      return await send(destination, init, agent, { ...limits, maxBytes: Math.min(limits.maxBytes, most) });
    },
    close() {
      for (const agent of [direct, proxied].flatMap(agents => Object.values(agents ?? {}))) agent.destroy();
    },
  };
}

function agentsWith(options: Pick<AgentOptions, 'proxyEnv'>) {
  const all = { keepAlive: true, timeout: IDLE_SOCKET_MS, ...options };
  return { 'http:': new HttpAgent(all), 'https:': new HttpsAgent(all) };
}

async function resolveHost(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw failureOf(error, host);
  }
}

async function send(
  destination: Destination,
  init: RequestInit,
  agent: HttpAgent | HttpsAgent,
  limits: FetchLimits,
): Promise<Response> {
  const { url } = destination;
  const body = bodyOf(init);
  const headers = new Headers(init.headers);
  headers.set('accept-encoding', 'gzip, deflate, br');
  if (body !== undefined) headers.set('content-length', String(body.length));
  return await new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = start(url, {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(headers),
      agent,
      lookup: pinnedTo(destination.addresses),
    });
    const timers = headTimers(request, url.hostname, limits);
    const onAbort = (): void => void request.destroy();
    init.signal?.addEventListener('abort', onAbort, { once: true });
    request.on('close', () => {
      timers.stop();
      init.signal?.removeEventListener('abort', onAbort);
    });
    request.on('error', error =>
      reject(init.signal?.aborted ? abortReason(init.signal) : unreached(error, destination)),
    );
    request.on('response', answer => {
      timers.stop();
      try {
        resolve(responseOf(answer, url.hostname, limits));
      } catch (error) {
        request.destroy();
        reject(failureOf(error, url.hostname));
      }
    });
    request.end(body);
  });
}

/** Why nothing was reached. Ourselves we dial only the addresses that were checked: another one is that of the network's proxy. */
function unreached(error: Error, { url, addresses, isNearby }: Destination): OutgoingFailure {
  const { syscall, address = '', code = '' }: NodeJS.ErrnoException & { readonly address?: string } = error;
  const isDial = syscall === 'connect' || syscall === 'getaddrinfo';
  if (isDial && !addresses.includes(address) && proxiesOf(process.env) !== undefined) {
    const why = `The network's proxy could not be reached (${code}). Check HTTPS_PROXY.`;
    return new OutgoingFailure('unreachable', why, error);
  }
  const failure = failureOf(error, url.hostname);
  if (isNearby || !hasUnusedProxy(process.env)) return failure;
  const why = `${failure.why} ALL_PROXY and SOCKS proxies are not used: set HTTPS_PROXY.`;
  return new OutgoingFailure(failure.kind, why, error);
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('The request was given up.');
}

function bodyOf({ body }: RequestInit): Buffer | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(body.toString());
  if (Buffer.isBuffer(body)) return body;
  throw new TypeError('Only texts and buffers are sent.');
}

/** Answers the dial with the addresses that were checked, and with nothing else. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map(address => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (host, options, callback) => {
    const [first] = found;
    if (first === undefined) {
      callback(Object.assign(new Error(`${host} was not found`), { code: 'ENOTFOUND' }), []);
      return;
    }
    if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

function headTimers(request: ClientRequest, host: string, limits: FetchLimits) {
  const giveUp = (): void => {
    request.destroy(new OutgoingFailure('timeout', `${host} did not answer in time.`));
  };
  const connecting = setTimeout(giveUp, limits.connectMs);
  const waiting = setTimeout(giveUp, limits.headMs);
  request.on('socket', socket => {
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    if (socket.connecting) {
      socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
    } else clearTimeout(connecting);
  });
  return {
    stop() {
      clearTimeout(connecting);
      clearTimeout(waiting);
    },
  };
}

/** Statuses whose answers have no body (Fetch standard). */
const BODILESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

function responseOf(answer: IncomingMessage, host: string, limits: FetchLimits): Response {
  const status = answer.statusCode ?? 500;
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const decoder = decoderOf(headers.get('content-encoding') ?? undefined, host);
  if (BODILESS.has(status)) {
    answer.resume();
    return new Response(null, { status: status < 200 ? 502 : status, headers });
  }
  const isStream = (headers.get('content-type') ?? '').toLowerCase().startsWith('text/event-stream');
  const stages: Transform[] = [
    ...(decoder === undefined ? [] : [decoder]),
    new ByteCap(limits.maxBytes, isStream, host),
  ];
  if (!isStream) {
    answer.setTimeout(limits.idleMs, () =>
      answer.destroy(new OutgoingFailure('timeout', `${host} stopped in the middle of its answer.`)),
    );
  }
  // Whatever breaks in the chain reaches the last of it, which the reader sees.
  const last = stages.at(-1) ?? answer;
  pipeline([answer, ...stages], () => undefined);
  return new Response(webStream(last), { status, headers });
}

/** A Node stream as the web has them. Node's own `toWeb` throws out of nowhere when data comes after the reader left. */
function webStream(body: Readable): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel() {
      body.destroy();
    },
  });
}
