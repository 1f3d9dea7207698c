import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ResolvedLaunch } from '../../core/catalog/entry';
import type { UpstreamConnection, UpstreamConnector, UpstreamHooks } from '../../core/gateway/upstream';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import type { ServerId } from '../../shared/ids';
import { ChildTransport } from './childTransport';
import { SdkConnection } from './sdkConnection';
import { ServerProcesses } from './serverProcesses';
import { spawnFailure } from './spawnFailure';

/** Opens connections with the SDK's client. */
export class SdkConnector implements UpstreamConnector {
  readonly #version: string;
  readonly #log: Log;
  readonly #processes: ServerProcesses;

  /** `version`: ours, told to servers. */
  constructor(version: string, log: Log, processes = new ServerProcesses()) {
    this.#version = version;
    this.#log = log;
    this.#processes = processes;
  }

  async connect(
    server: ServerId,
    launch: ResolvedLaunch,
    hooks: UpstreamHooks,
    signal: AbortSignal,
  ): Promise<UpstreamConnection> {
    const transport =
      launch.type === 'stdio'
        ? new ChildTransport(server, launch, this.#processes, this.#log)
        : httpTransport(launch);
    const client = new Client(
      { name: 'switchyard', version: this.#version },
      // Not the SDK's debounce: it waits for ever while a server goes on telling. Core lists at its own pace.
      {
        listChanged: {
          tools: { autoRefresh: false, debounceMs: 0, onChanged: () => hooks.onToolsChanged() },
        },
      },
    );
    client.onerror = error => this.#log.debug('A connection had an error', { server, error: error.name });
    try {
      // The pool's signal is the deadline; the SDK's own would end a package runner's first start.
      await client.connect(transport, { signal, timeout: 600_000 });
    } catch (error) {
      await transport.close();
      signal.throwIfAborted();
      throw startFailure(server, launch, transport, error, this.#processes);
    }
    return new SdkConnection(server, client, transport, hooks, this.#log);
  }
}

function httpTransport(launch: Extract<ResolvedLaunch, { type: 'http' }>): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(launch.url), { requestInit: { headers: launch.headers } });
}

/** Says why a server did not come up. An HTTP error's own text may quote our headers back: it is not passed on. */
function startFailure(
  server: ServerId,
  launch: ResolvedLaunch,
  transport: ChildTransport | StreamableHTTPClientTransport,
  cause: unknown,
  processes: ServerProcesses,
): Refusal {
  const why =
    launch.type === 'stdio' && transport instanceof ChildTransport
      ? (spawnFailure(launch, processes.environment(), cause) ?? processFailure(transport))
      : httpFailure(cause);
  return new Refusal('start-failed', `"${server}" did not start. ${why}`, { server }, { cause });
}

function processFailure(transport: ChildTransport): string {
  return transport.ending || 'It did not speak MCP. Run its command in a terminal to see what it prints.';
}

function httpFailure(cause: unknown): string {
  const status = statusOf(cause);
  if (status === 401 || status === 403) return `It refused us (HTTP ${status}). Check its credentials.`;
  if (status !== undefined) return `It answered HTTP ${status}. Check its address.`;
  return 'It could not be reached, or does not speak MCP. Check its address and your network.';
}

function statusOf(cause: unknown): number | undefined {
  if (!(cause instanceof Error) || !('code' in cause)) return undefined;
  return typeof cause.code === 'number' && cause.code >= 100 && cause.code < 600 ? cause.code : undefined;
}
