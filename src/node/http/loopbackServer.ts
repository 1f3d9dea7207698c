import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import type {
  LoopbackHandler,
  LoopbackReply,
  LoopbackRequest,
  LoopbackServer,
} from '../../shared/httpExchange';
import { ConnectionCap } from './connectionCap';
import { readBody } from './requestBody';
import { type Guard, rejection } from './requestGuard';
import { openEventStream } from './serverSentEvents';

/** Times and numbers within which a client has to stay. */
export interface LoopbackLimits {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** How often the two are looked at: a request may outlive its time by this much. */
  readonly checkEveryMs: number;
  readonly maxConnections: number;
}

/** Security.md 1.1. */
const LIMITS: LoopbackLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  checkEveryMs: 2_000,
  maxConnections: 64,
};

export interface LoopbackOptions {
  /** 256 random bits as text. Whoever has it may do what the user's agent may. */
  readonly token: string;
  /** 0 = any free one. */
  readonly port: number;
  readonly log: Log;
  readonly limits?: LoopbackLimits;
}

/** How long a client that sent too much has to read its answer, in milliseconds. */
const LINGER_MS = 1_000;

/** Where MCP is spoken. */
const PATH = '/mcp';

/**
 * Listens on 127.0.0.1 and lets only honest requests through to the handler.
 * @throws {Refusal} port-taken
 */
export async function startLoopbackServer(
  options: LoopbackOptions,
  handler: LoopbackHandler,
): Promise<LoopbackServer> {
  const { token, port: wantedPort, log, limits = LIMITS } = options;
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
  });
  const cap = new ConnectionCap(server, limits.maxConnections);
  await listen(server, wantedPort);
  const { port } = server.address() as AddressInfo;
  const guard: Guard = { port, path: PATH, token };
  server.on('request', (request, response) => {
    const rejected = rejection(request, guard);
    if (rejected) return turnAway(response, rejected.status);
    cap.trust(request.socket);
    answer(request, response, handler).catch((error: unknown) => {
      log.error('A request failed', {
        error: error instanceof Error ? (error.stack ?? error.name) : 'unknown',
      });
      if (response.headersSent) response.end();
      else turnAway(response, 500);
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
  handler: LoopbackHandler,
): Promise<void> {
  const body =
    request.method === 'POST' ? await readBody(request) : ({ type: 'value', value: undefined } as const);
  switch (body.type) {
    case 'value':
      return await handler(requestOf(request, body.value), replyOn(response));
    case 'too-large':
      return refuseTheRest(request.socket);
    case 'invalid':
      return turnAway(response, 400);
    case 'gone':
      return undefined; // Nobody is left to be answered.
  }
}

/** Answers with an empty body and hangs up: what is left of the request is not read. */
function turnAway(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0, connection: 'close' });
  response.end();
}

/**
 * Answers 413 and reads no more. The socket is only half closed at first: closing it over unread data would reset the
 * connection, and the client would lose the answer.
 */
function refuseTheRest(socket: Socket): void {
  socket.end('HTTP/1.1 413 Payload Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
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
      response.writeHead(status, {
        ...headers,
        'content-type': 'application/json',
        'content-length': text.length,
      });
      response.end(text);
    },
    empty(status, headers) {
      response.writeHead(status, { ...headers, 'content-length': 0 });
      response.end();
    },
    stream: headers => openEventStream(response, headers ?? {}),
    onGone(listener) {
      if (response.closed) return queueMicrotask(listener); // It went while its request was being looked at.
      response.once('close', () => {
        if (!response.writableFinished) listener();
      });
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new Refusal('port-taken', `Port ${port} is taken. Choose another one.`) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}
