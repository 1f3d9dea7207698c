import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ResolvedLaunch } from '../../core/catalog/entry';
import type { UpstreamConnection, UpstreamConnector, UpstreamHooks } from '../../core/gateway/upstream';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import type { ServerId } from '../../shared/ids';
import { CallsInFlight } from './callsInFlight';
import { ChildTransport } from './childTransport';
import { clientFor } from './clientFeatures';
import { CALL_LIMITS, type CallLimits, SdkConnection } from './sdkConnection';
import { ServerProcesses } from './serverProcesses';
import { spawnFailure } from './spawnFailure';

/** What every connection needs to know. */
export interface ConnectorParts {
  /** Ours, told to servers. */
  readonly version: string;
  /** Told to servers as the one root; undefined where no folder is open. */
  readonly workspaceFolder: string | undefined;
  readonly log: Log;
  /** What is known of the processes it starts; nobody else knows of them where left out. */
  readonly processes?: ServerProcesses;
  readonly limits?: CallLimits;
}

/** Opens connections with the SDK's client. */
export class SdkConnector implements UpstreamConnector {
  readonly #parts: ConnectorParts;
  readonly #processes: ServerProcesses;

  constructor(parts: ConnectorParts) {
    this.#parts = parts;
    this.#processes = parts.processes ?? new ServerProcesses();
  }

  async connect(
    server: ServerId,
    launch: ResolvedLaunch,
    hooks: UpstreamHooks,
    signal: AbortSignal,
  ): Promise<UpstreamConnection> {
    const { log, limits = CALL_LIMITS, ...about } = this.#parts;
    const processes = this.#processes;
    const transport =
      launch.type === 'stdio' ? new ChildTransport(server, launch, processes, log) : httpTransport(launch);
    const calls = new CallsInFlight();
    const client = clientFor({ ...about, hooks, calls });
    client.onerror = error => log.debug('A connection had an error', { server, error: error.name });
    try {
      // The pool's signal is the deadline; the SDK's own would end a package runner's first start.
      await client.connect(transport, { signal, timeout: 600_000 });
    } catch (error) {
      await transport.close();
      signal.throwIfAborted();
      throw startFailure(server, launch, transport, error, processes);
    }
    return new SdkConnection({ server, client, transport, hooks, calls, limits, log });
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
