import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server on loopback. */
export interface TestServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly port: number;
  /** What was asked, as `METHOD /path`. */
  readonly requests: string[];
}

/** How a request is answered. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Listens on loopback; until when is the caller's business. */
export type Listen = (answer: Answer) => Promise<TestServer>;

/** Listens until it is closed. */
export async function listen(answer: Answer): Promise<TestServer & { close(): void }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += String(part);
  return text;
}
