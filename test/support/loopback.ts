import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { KeptLog } from './keptLog';
import type { LoopbackRequest } from '../../src/shared/httpExchange';
import { type LoopbackLimits, startLoopbackServer } from '../../src/node/http/loopbackServer';

export const token = 'T'.repeat(43);
export const authorization = `Bearer ${token}`;
export const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const limits: LoopbackLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  checkEveryMs: 2_000,
  maxConnections: 64,
  maxStrangers: 64,
  patienceMs: 100,
};

interface Request extends Pick<RequestOptions, 'method' | 'path'> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** A server that answers everything it lets through with what it got. */
export async function startedLoopback(changed: Partial<LoopbackLimits> = {}) {
  const log = new KeptLog();
  const seen: LoopbackRequest[] = [];
  const server = await startLoopbackServer(
    { token, port: 0, log, limits: { ...limits, ...changed } },
    async (request, reply) => {
      seen.push(request);
      reply.json(200, { got: request.body ?? null });
    },
  );
  onTestFinished(() => server.close());
  const port = Number(new URL(server.url).port);

  async function send(options: Request = {}): Promise<Answer> {
    const { body = ping, headers, ...rest } = options;
    return await new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          port,
          host: '127.0.0.1',
          path: '/mcp',
          method: 'POST',
          agent: false,
          headers: { authorization, 'content-type': 'application/json', ...headers },
          ...rest,
        },
        answer => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => (text += part));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: text, headers: answer.headers }),
          );
          answer.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(rest.method === undefined || rest.method === 'POST' ? body : undefined);
    });
  }

  return { server, port, seen, log, send };
}

/** What comes back on a bare socket until the server hangs up. */
export function socketTo(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  socket.on('error', () => undefined); // Being hung up on while writing is what these tests are about.
  return {
    socket,
    ended: new Promise<string>(resolve => socket.on('close', () => resolve(text))),
    connected: new Promise<void>(resolve => socket.once('connect', resolve)),
  };
}

/** The head of a POST with these header lines, for a bare socket. */
export function head(port: number, lines: readonly string[] = []): string {
  return ['POST /mcp HTTP/1.1', `Host: 127.0.0.1:${port}`, ...lines, '', ''].join('\r\n');
}

/** Header lines of an honest request. */
export const json = ['Content-Type: application/json', `Authorization: ${authorization}`];

/** A request with exactly these headers, and Host. */
export async function bare(port: number, headers: Record<string, string | string[]>): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const sent = httpRequest({ port, path: '/mcp', method: 'POST', agent: false, headers }, answer => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: text, headers: answer.headers }),
      );
    });
    sent.on('error', reject).end(ping);
  });
}
