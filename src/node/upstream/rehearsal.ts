import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../../core/support/log';
import { serverId } from '../../shared/ids';
import { CallsInFlight } from './callsInFlight';
import { clientFor } from './clientFeatures';
import { GreetedTransport } from './greeting';
import { listTools } from './listTools';
import { readLine } from '../lines/messageLine';

const NAME = 'rehearsal';

/** What the server on the stage answers: one of everything that the first answers of a server have. */
const ANSWERS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: NAME, version: '1' },
  },
  'tools/list': {
    // As many as an ordinary server has: code that ran so often is fast.
    tools: Array.from({ length: 20 }, (_, i) => ({
      name: `look_${i}`,
      description: 'Looks.',
      inputSchema: { type: 'object', properties: { where: { type: 'string' } } },
      annotations: { readOnlyHint: true },
    })),
  },
};

/**
 * Connects to a server that is not there and lists its tools, in this process alone. An engine reads functions and builds schemas
 * when they are first used: 8 ms of the first start of a real server, which pass here while nobody waits.
 * @returns how many tools were listed
 */
export async function rehearse(version: string, log: Log): Promise<number> {
  const server = serverId(NAME);
  if (server === undefined) throw new Error(`${NAME} is no name of a server.`);
  const calls = new CallsInFlight(server);
  const hooks = { onToolsChanged() {}, onNotice() {}, onClosed() {} };
  const client = clientFor({ version, workspaceFolder: undefined, hooks, calls });
  await client.connect(new GreetedTransport(server, new Stage()));
  const tools = await listTools({ client, server, log, ending: () => '' }, new AbortController().signal);
  await client.close();
  return tools.length;
}

/** Answers as a server would, read as a server's lines are. */
class Stage implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message && 'id' in message)) return;
    const result = ANSWERS[message.method] ?? {};
    for (const reading of readLine(JSON.stringify({ jsonrpc: '2.0', id: message.id, result })))
      if (reading.type === 'message') this.onmessage?.(reading.message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}
