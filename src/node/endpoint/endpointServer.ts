import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRecord } from '../../core/support/json';
import type { Log } from '../../core/support/log';
import type { LoopbackHandler, LoopbackRequest } from '../../shared/httpExchange';
import { ConnectionCap } from '../http/connectionCap';
import { allowed, answer, LIMITS, listen, MCP, turnAway } from '../http/loopbackServer';
import { isJson } from '../http/requestGuard';

/** A short answer: a refusal, or a page. */
export interface Page {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}

/** A page as somebody gets it. @param token the bearer token, if exactly one was sent */
export type PageOf = (token: string | undefined) => Page | Promise<Page>;

/** Who handles a request that was let in. */
export interface Admitted {
  readonly handle: LoopbackHandler;
  /** When its client is told nothing more that it did not ask for, in milliseconds since the epoch: then its token has ended. */
  readonly listensUntilMs: number;
}

/** What becomes of a request to the MCP endpoint: it is let in, or turned away. */
export type Admission = Admitted | Page;

/** A server that people share. */
export interface EndpointOptions {
  readonly host: string;
  /** 0 = any free one. */
  readonly port: number;
  readonly log: Log;
  /** Of the pages in a browser that may ask; others are turned away (MCP 2025-11-25, transports, Security Warning). */
  readonly origin: () => string;
  /** Hosts that requests may name, such as `localhost:80`; undefined: whatever a reverse proxy sends. */
  readonly hosts: () => ReadonlySet<string> | undefined;
  /** Pages for GET and HEAD, by path. */
  readonly pages: ReadonlyMap<string, PageOf>;
  /** Looks at a request before its body is read. */
  readonly admit: (token: string | undefined, method: string) => Promise<Admission>;
  readonly onRefused: (reason: 'request' | 'places') => void;
}

/** A listening server. */
export interface EndpointServer {
  readonly port: number;
  close(): Promise<void>;
}

/** The longest time that a timer takes, in milliseconds; what is longer rings at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const BEARER = /^Bearer ([\w.~+/-]+=*)$/i;
const RETRY = { 'retry-after': '5' };

/** Listens until it is closed. @throws {Refusal} port-taken */
export async function startEndpointServer(options: EndpointOptions): Promise<EndpointServer> {
  const { log, host, port } = options;
  const server = createServer({
    headersTimeout: LIMITS.headersTimeoutMs,
    requestTimeout: LIMITS.requestTimeoutMs,
    connectionsCheckingInterval: LIMITS.checkEveryMs,
  });
  const cap = new ConnectionCap(server, LIMITS);
  await listen(server, port, host);
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    served(request, response, options, cap).catch((error: unknown) => {
      log.error('A request failed', {
        error: error instanceof Error ? (error.stack ?? error.name) : 'unknown',
      });
      if (response.headersSent) response.end();
      else turnAway(response, 500);
    });
  };
  server.on('request', serve);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function served(
  request: IncomingMessage,
  response: ServerResponse,
  options: EndpointOptions,
  cap: ConnectionCap,
): Promise<void> {
  const path = request.url ?? '';
  const token = tokenIn(request);
  if (!isOurHost(request, options.hosts())) {
    options.onRefused('request');
    return refuse(request, response, { status: 403 });
  }
  const page = options.pages.get(path);
  if (page !== undefined) {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(request, response, { status: 405, headers: { allow: 'GET, HEAD' } });
    return refuse(request, response, await page(token));
  }
  const wrong = faultOf(request, options.origin());
  if (wrong !== undefined) {
    options.onRefused('request');
    return refuse(request, response, { status: wrong, headers: allowed(wrong, MCP) });
  }
  const admission = await options.admit(token, request.method ?? '');
  if (!('handle' in admission)) return refuse(request, response, admission);
  if (!cap.trust(request.socket)) {
    options.onRefused('places');
    return refuse(request, response, { status: 503, headers: RETRY });
  }
  const { handle, listensUntilMs } = admission;
  await answer(request, response, MCP, async (message, reply) => {
    if (isListening(message)) endAt(listensUntilMs, response);
    await handle(message, reply);
  });
}

/** Whether a request is there to hear what comes, for as long as it likes. */
function isListening({ method, body }: LoopbackRequest): boolean {
  return method === 'GET' || (isRecord(body) && body['method'] === 'subscriptions/listen');
}

/** Hangs up at a time, so that whoever listens has to show a token again. */
function endAt(timeMs: number, response: ServerResponse): void {
  // A token is taken for a moment longer than it says, as clocks differ.
  const inMs = Math.max(0, timeMs - Date.now());
  const timer = setTimeout(() => response.destroy(), Math.min(inMs, MAX_TIMER_MS));
  timer.unref();
  response.once('close', () => clearTimeout(timer));
}

/** Where no proxy looks at it, a name that was made to lead here (DNS rebinding) shows in the host. */
function isOurHost(request: IncomingMessage, hosts: ReadonlySet<string> | undefined): boolean {
  const named = request.headersDistinct['host'] ?? [];
  return hosts === undefined || (named.length === 1 && hosts.has(named[0] ?? ''));
}

/** The first thing that is wrong with a request's head, whoever sent it. */
function faultOf(request: IncomingMessage, origin: string): number | undefined {
  if (request.url !== MCP.path) return 404;
  const origins = request.headersDistinct['origin'] ?? [];
  if (origins.length > 1 || (origins.length === 1 && origins[0] !== origin)) return 403;
  if (!MCP.methods.includes(request.method ?? '')) return 405;
  return request.method === 'POST' && !isJson(request) ? 415 : undefined;
}

function tokenIn(request: IncomingMessage): string | undefined {
  const given = request.headersDistinct['authorization'] ?? [];
  return given.length === 1 ? BEARER.exec(given[0] ?? '')?.[1] : undefined;
}

/** Closing over an unread body would reset the connection, and the client would lose the answer. */
function refuse(request: IncomingMessage, response: ServerResponse, { status, text, headers }: Page): void {
  request.resume();
  turnAway(response, status, text, headers);
}
