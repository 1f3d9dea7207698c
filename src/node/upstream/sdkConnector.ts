import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { ResolvedLaunch } from '../../core/catalog/entry';
import type { UpstreamConnection, UpstreamConnector, UpstreamHooks } from '../../core/gateway/upstream';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import type { ServerId } from '../../shared/ids';
import type { OAuthSignIns } from '../oauth/signIns';
import { ChildTransport } from './childTransport';
import { remoteFailure } from './remoteFailure';
import { RemoteTransport } from './remoteTransport';
import { SdkConnection } from './sdkConnection';

/** Opens connections with the SDK's client. */
export class SdkConnector implements UpstreamConnector {
  readonly #version: string;
  readonly #log: Log;
  readonly #signIns: OAuthSignIns;

  /** `version`: ours, told to servers. */
  constructor(version: string, log: Log, signIns: OAuthSignIns) {
    this.#version = version;
    this.#log = log;
    this.#signIns = signIns;
  }

  async connect(
    server: ServerId,
    launch: ResolvedLaunch,
    hooks: UpstreamHooks,
    signal: AbortSignal,
  ): Promise<UpstreamConnection> {
    const transport =
      launch.type === 'stdio'
        ? new ChildTransport(server, launch, this.#log)
        : new RemoteTransport(server, launch, this.#signIns);
    const client = new Client(
      { name: 'switchyard', version: this.#version },
      { listChanged: { tools: { autoRefresh: false, onChanged: () => hooks.onToolsChanged() } } },
    );
    client.onerror = error => this.#log.debug('A connection had an error', { server, error: error.name });
    try {
      // The pool's signal is the deadline; the SDK's own would end a package runner's first start.
      await client.connect(transport, { signal, timeout: 600_000 });
    } catch (error) {
      await transport.close();
      signal.throwIfAborted();
      throw startFailure(server, launch, transport, error);
    }
    return new SdkConnection(server, client, transport, hooks);
  }
}

/** Says why a server did not come up. */
function startFailure(
  server: ServerId,
  launch: ResolvedLaunch,
  transport: ChildTransport | RemoteTransport,
  cause: unknown,
): Refusal {
  if (Refusal.is(cause)) return cause; // It was asked for a sign-in, for one.
  const why =
    transport instanceof ChildTransport ? processFailure(launch, transport, cause) : remoteFailure(cause);
  return new Refusal('start-failed', `"${server}" did not start. ${why}`, { server }, { cause });
}

function processFailure(launch: ResolvedLaunch, transport: ChildTransport, cause: unknown): string {
  const code = isSystemError(cause) ? cause.code : undefined;
  const command = launch.type === 'stdio' ? launch.command : '';
  if (code === 'ENOENT')
    return `The command "${command}" or its working folder does not exist. Correct its entry.`;
  if (code === 'EACCES') return `The command "${command}" may not be executed. Check its permissions.`;
  if (code !== undefined) return `The system refused to start "${command}" (${code}).`;
  return transport.ending || 'It did not speak MCP. Run its command in a terminal to see what it prints.';
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
