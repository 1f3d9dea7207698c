import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type {
  UpstreamConnection,
  UpstreamConnector,
  UpstreamHooks,
} from '../../core/gateway/upstream/upstream';
import type { ResolvedLaunch } from '../../core/catalog/entry/entry';
import type { Log } from '../../core/support/log';
import type { ServerId } from '../../shared/ids';
import { readLine } from '../lines/messageLine';
import { CallsInFlight } from './callsInFlight';
import { clientFor } from './clientFeatures';
import { GreetedTransport } from './greeting';
import { CALL_LIMITS, SdkConnection } from './sdkConnection';

/** What a server on the stage answers: one of everything that the first answers of a server have. */
const ANSWERS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'stage', version: '1' },
  },
  'tools/list': {
    // Three times as many as an ordinary server has: code that ran so often is fast.
    tools: Array.from({ length: 60 }, (_, i) => ({
      name: `look_${i}`,
      title: `Look ${i}`,
      description: `Looks for what is asked in part ${i} of a place, e.g. "src". Returns at most 100 lines; use \`depth\` to look further.`,
      inputSchema: {
        type: 'object',
        properties: {
          where: { type: 'string', description: 'Path of the folder to look in' },
          depth: { type: 'number', description: 'Levels to look at. Defaults to 3.', minimum: 0, default: 3 },
          kind: { type: 'string', enum: ['file', 'folder', 'link'], description: 'What to list' },
          ignore: { type: 'array', items: { type: 'string' } },
          hidden: { type: 'boolean' },
        },
        required: ['where'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true },
    })),
  },
};

/** Connects to servers that are not there, in this process alone, by the code that connects to real ones. */
export class StageConnector implements UpstreamConnector {
  readonly #version: string;
  readonly #log: Log;

  constructor(version: string, log: Log) {
    this.#version = version;
    this.#log = log;
  }

  async connect(
    server: ServerId,
    _launch: ResolvedLaunch,
    hooks: UpstreamHooks,
  ): Promise<UpstreamConnection> {
    const calls = new CallsInFlight(server);
    const client = clientFor({ version: this.#version, workspaceFolder: undefined, hooks, calls });
    const transport = new Stage();
    await client.connect(new GreetedTransport(server, transport));
    return new SdkConnection({
      server,
      client,
      transport,
      hooks,
      calls,
      limits: CALL_LIMITS,
      log: this.#log,
    });
  }
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
