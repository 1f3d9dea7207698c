import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf, type Listen, type TestServer } from './httpListener';

/** An MCP server over streamable HTTP, spoken by hand so that it can misbehave. */
export interface RemoteMcp extends TestServer {
  /** Where it speaks: `<origin>/mcp`. */
  readonly url: string;
  /** Methods that were asked, in order. */
  readonly methods: string[];
  /** Forgets every session, as a server does that was started again. */
  forgetSessions(): void;
}

export interface Message {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly name?: string };
}

/** Answers a request before the protocol does; true where it has. */
export type Gate = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/** Answers a call in its own way; true where it has. */
export type OnCall = (call: Message, response: ServerResponse) => boolean;

/** `gate` looks at each request first. */
export async function remoteMcpOver(
  listen: Listen,
  gate: Gate = () => false,
  onCall: OnCall = () => false,
): Promise<RemoteMcp> {
  const methods: string[] = [];
  let sessions = new Set<string>();
  const server = await listen((request, response) => void serve(request, response));
  return {
    ...server,
    url: `${server.origin}/mcp`,
    methods,
    forgetSessions: () => void (sessions = new Set()),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await gate(request, response)) return;
    if (request.url !== '/mcp') return void response.writeHead(404).end();
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const message = JSON.parse(await bodyOf(request)) as Message;
    methods.push(message.method);
    const session = String(request.headers['mcp-session-id']);
    if (message.method !== 'initialize' && !sessions.has(session)) return void response.writeHead(404).end();
    if (message.method === 'initialize') {
      const fresh = randomUUID();
      sessions.add(fresh);
      response.setHeader('mcp-session-id', fresh);
    }
    if (message.id === undefined) return void response.writeHead(202).end();
    if (message.method === 'tools/call' && onCall(message, response)) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) }));
  }
}

/** What a small server with one tool, `echo`, answers. */
export function resultOf({ method, params }: Message): unknown {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'remote', version: '1' },
      };
    case 'tools/list':
      return { tools: [{ name: 'echo', description: 'Echoes', inputSchema: { type: 'object' } }] };
    case 'tools/call':
      return { content: [{ type: 'text', text: `called ${params?.name}` }] };
    default:
      return {};
  }
}

/** An MCP server of the older kind: answers come over one stream, `GET /sse`. */
export async function olderMcpOver(
  listen: Listen,
): Promise<TestServer & { readonly url: string; endStreams(): void }> {
  const streams = new Set<ServerResponse>();
  const server = await listen((request, response) => {
    if (request.method === 'GET' && request.url === '/sse') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages\n\n');
      streams.add(response);
    } else if (request.method === 'POST' && request.url === '/messages') {
      void bodyOf(request).then(text => {
        const message = JSON.parse(text) as Message;
        response.writeHead(202).end();
        if (message.id === undefined) return;
        const answer = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) });
        for (const stream of streams) stream.write(`event: message\ndata: ${answer}\n\n`);
      });
    } else response.writeHead(405).end();
  });
  return {
    ...server,
    url: `${server.origin}/sse`,
    endStreams() {
      for (const stream of streams) stream.destroy();
      streams.clear();
    },
  };
}
