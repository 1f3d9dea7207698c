import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import {
  type HttpDoor,
  type LoopbackHandler,
  type LoopbackReply,
  type LoopbackRequest,
  type LoopbackServer,
  MAX_BODY_BYTES,
} from '../../shared/httpExchange';
import { ConnectionCap, type Places } from './connectionCap';
import { isTooLong, readBody } from './requestBody';
import { doorOf, type Guard, type Rejection, rejection } from './requestGuard';
import { openEventStream } from './serverSentEvents';

/** Times and numbers within which a client has to stay. */
export interface LoopbackLimits extends Places {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** How often the two are looked at: a request may outlive its time by this much. */
  readonly checkEveryMs: number;
}

export const LIMITS: LoopbackLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  checkEveryMs: 2_000,
  // As many as 256 clients need that listen and ask at the same time; with the strangers, fewer than the files of a process.
  maxConnections: 512,
  maxStrangers: 256,
  patienceMs: 100,
};

export interface LoopbackOptions {
  /** 256 random bits as text. Whoever has it may do what the user's agent may. */
  readonly token: string;
  /** 0 = any free one. */
  readonly port: number;
  readonly log: Log;
  readonly limits?: LoopbackLimits;
  /** Paths beside that of MCP. */
  readonly doors?: readonly HttpDoor[] | undefined;
}

/** How long a client that sent too much has to read its answer, in milliseconds, and what is read of it meanwhile, in bytes. */
const LINGER_MS = 5_000;
const LINGER_BYTES = 16 * 1_048_576;

/** When a client that found no place may try again, in seconds: connections that nobody uses are closed after five. */
const RETRY_S = 5;

/** Where MCP is spoken. */
export const MCP: HttpDoor = {
  path: '/mcp',
  methods: ['POST', 'GET', 'DELETE'],
  maxBodyBytes: MAX_BODY_BYTES,
  takesApiKey: false,
  refusal: (status, message) => (message === '' ? '' : inWords(status, message)),
};

/**
 * Listens on 127.0.0.1 and lets only honest requests through to the handler.
 * @throws {Refusal} port-taken
 */
export async function startLoopbackServer(
  options: LoopbackOptions,
  handler: LoopbackHandler,
): Promise<LoopbackServer> {
  const { token, port: wantedPort, log, limits = LIMITS, doors = [] } = options;
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
  });
  const cap = new ConnectionCap(server, limits);
  await listen(server, wantedPort, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  const guard: Guard = { port, doors: new Map([MCP, ...doors].map(door => [door.path, door])), token };
  const serve = (request: IncomingMessage, response: ServerResponse, onAdmitted?: () => void): void => {
    const rejected = rejection(request, guard);
    const door = doorOf(request, guard) ?? MCP;
    if (rejected)
      return turnAway(
        response,
        rejected.status,
        inDoorsWords(door, rejected),
        allowed(rejected.status, door),
      );
    if (!cap.trust(request.socket)) {
      request.resume(); // Closing over an unread body would reset the connection, and the client would lose the answer.
      return turnAway(response, 503, door.refusal(503, NO_PLACE), { 'retry-after': RETRY_S });
    }
    onAdmitted?.();
    answer(request, response, door, handler).catch((error: unknown) => {
      log.error('A request failed', {
        error: error instanceof Error ? (error.stack ?? error.name) : 'unknown',
      });
      if (response.headersSent) response.end();
      else turnAway(response, 500);
    });
  };
  server.on('request', (request, response) => serve(request, response));
  // Without these two, Node answers before anybody has looked at the token.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
    serve(request, response, () => {
      if (!isTooLong(request, (doorOf(request, guard) ?? MCP).maxBodyBytes)) response.writeContinue();
    }),
  );
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    turnAway(response, rejection(request, guard)?.status ?? 417);
  });
  return {
    url: `http://127.0.0.1:${port}${MCP.path}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Reads what a request has and hands it on; refuses what is too long or no JSON. */
export async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  door: HttpDoor,
  handler: LoopbackHandler,
): Promise<void> {
  const body =
    request.method === 'POST'
      ? await readBody(request, door.maxBodyBytes)
      : ({ type: 'value', value: undefined } as const);
  switch (body.type) {
    case 'value':
      return await handler(requestOf(request, body.value), replyOn(response));
    case 'too-large':
      return refuseTheRest(request, door);
    case 'invalid':
      return turnAway(response, 400, door.refusal(400, INVALID));
    case 'gone':
      return undefined; // Nobody is left to be answered.
  }
}

/** Answers, in words where there are some, and hangs up: what is left of the request is not read. */
export function turnAway(
  response: ServerResponse,
  status: number,
  text = '',
  headers: Readonly<Record<string, number | string>> = {},
): void {
  const type = text === '' ? {} : { 'content-type': 'application/json' };
  const length = Buffer.byteLength(text);
  response.writeHead(status, { ...type, ...headers, 'content-length': length, connection: 'close' });
  response.end(text);
}

/** The words of a refusal before the protocol can answer, as an error of JSON-RPC: a body that can't be read is a parse error there. */
function inWords(status: number, message: string): string {
  const code = status === 400 ? -32_700 : -32_600;
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
}

/** What goes with a refusal because of its method (RFC 9110, 15.5.6). */
export function allowed(status: number, { methods }: HttpDoor): Readonly<Record<string, string>> {
  return status === 405 ? { allow: methods.join(', ') } : {};
}

/** The MCP endpoint says nothing of what is wrong with a request's head. */
function inDoorsWords(door: HttpDoor, { status, message }: Rejection): string {
  return door === MCP ? '' : door.refusal(status, message);
}

const NO_PLACE = `Too many connections are open. Close some, or try again in ${RETRY_S} seconds: those that nobody uses are closed by then.`;
const INVALID = 'The body is no JSON that is taken: it must be one message, not too deep and not too wide.';

function tooLarge({ maxBodyBytes }: HttpDoor): string {
  return (
    `This message has more than ${maxBodyBytes / 1_048_576} MiB, which is more than is taken at once over HTTP. Nothing was done. Send ` +
    'less: several calls, or the path of a file in place of what it holds.'
  );
}

/**
 * Answers 413. The socket is only half closed at first: closing it over unread data would reset the connection, and the client
 * would lose the answer. So what it still sends is read for a while and thrown away, for clients that read when they have sent all.
 */
function refuseTheRest(request: IncomingMessage, door: HttpDoor): void {
  const text = door.refusal(413, tooLarge(door));
  const { socket } = request;
  const head = ['HTTP/1.1 413 Payload Too Large', 'Connection: close', 'Content-Type: application/json'];
  socket.end([...head, `Content-Length: ${Buffer.byteLength(text)}`, '', text].join('\r\n'));
  let leftBytes = LINGER_BYTES;
  request.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length;
    if (leftBytes < 0) socket.destroy();
  });
  request.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function requestOf(request: IncomingMessage, body: unknown): LoopbackRequest {
  return {
    method: request.method as LoopbackRequest['method'],
    path: request.url ?? '',
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
      this.jsonText(status, JSON.stringify(body), headers);
    },
    jsonText(status, json, headers) {
      const body = Buffer.from(json);
      response.writeHead(status, {
        ...headers,
        'content-type': 'application/json',
        'content-length': body.length,
      });
      response.end(body);
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

/** @throws {Refusal} port-taken */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new Refusal('port-taken', `Port ${port} is taken. Choose another one.`) : error);
    });
    server.listen(port, host, resolve);
  });
}
