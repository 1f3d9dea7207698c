import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../core/support/log';
import type { LoopbackHandler, LoopbackReply, LoopbackRequest } from '../../shared/httpExchange';
import { readBody } from './requestBody';
import { type Guard, rejection } from './requestGuard';
import { openEventStream } from './serverSentEvents';

/** Times and numbers within which a client has to stay (security.md 1.1). */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 64;

export interface LoopbackOptions {
  /** 256 random bits as text. Whoever has it may do what the user's agent may. */
  readonly token: string;
  /** 0 = any free one. */
  readonly port: number;
  readonly log: Log;
}

/** A listening server on 127.0.0.1. */
export interface LoopbackServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Where MCP is spoken. */
const PATH = '/mcp';

/** Listens on 127.0.0.1 and lets only honest requests through to the handler. @throws when the port is taken */
export async function startLoopbackServer(
  options: LoopbackOptions,
  handler: LoopbackHandler,
): Promise<LoopbackServer> {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // The default of 30 s would let a slow header outlive its timeout by that much.
    connectionsCheckingInterval: 2_000,
  });
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  const guard: Guard = { port, path: PATH, token: options.token };
  server.on('request', (request, response) => {
    answer(request, response, guard, handler).catch((error: unknown) => {
      options.log.error('A request failed', { error: error instanceof Error ? error.name : 'unknown' });
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  return {
    url: `http://127.0.0.1:${port}${PATH}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  guard: Guard,
  handler: LoopbackHandler,
): Promise<void> {
  const rejected = rejection(request, guard);
  if (rejected) return turnAway(response, rejected.status);
  const body = request.method === 'POST' ? await readBody(request) : { value: undefined };
  if ('status' in body) return turnAway(response, body.status);
  await handler(requestOf(request, body.value), replyOn(response));
}

/** Answers with an empty body and hangs up: what is left of the request is not read. */
function turnAway(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0, connection: 'close' });
  response.end();
}

function requestOf(request: IncomingMessage, body: unknown): LoopbackRequest {
  return {
    method: request.method as LoopbackRequest['method'],
    header(name) {
      const values = request.headersDistinct[name];
      return values?.length === 1 ? values[0] : undefined;
    },
    body,
  };
}

function replyOn(response: ServerResponse): LoopbackReply {
  return {
    json(status, body, headers) {
      const text = Buffer.from(JSON.stringify(body));
      response.writeHead(status, { ...headers, 'content-type': 'application/json', 'content-length': text.length });
      response.end(text);
    },
    empty(status, headers) {
      response.writeHead(status, { ...headers, 'content-length': 0 });
      response.end();
    },
    stream: headers => openEventStream(response, headers ?? {}),
    onGone: listener => response.on('close', listener),
  };
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
