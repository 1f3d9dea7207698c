import type { ResolvedLaunch } from '../../core/catalog/entry/entry';
import type {
  UpstreamConnection,
  UpstreamConnector,
  UpstreamHooks,
} from '../../core/gateway/upstream/upstream';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import type { ServerId } from '../../shared/ids';
import type { OAuthSignIns } from '../oauth/signIns';
import { CallsInFlight } from './callsInFlight';
import { ChildTransport } from './childTransport';
import { clientFor } from './clientFeatures';
import { EitherEra, type KnownEras } from './eitherEra';
import { GreetedTransport, unknownVersion } from './greeting';
import { missedVariables } from './missedVariables';
import type { OwnFolders } from '../processes/ownFolders';
import { remoteFailure } from './remoteFailure';
import { RemoteTransport } from './remoteTransport';
import { CALL_LIMITS, type CallLimits, SdkConnection } from './sdkConnection';
import { ServerProcesses, type StdioLaunch } from '../processes/serverProcesses';
import { spawnFailure } from './spawnFailure';

/** What every connection needs to know. */
export interface ConnectorParts {
  /** Ours, told to servers. */
  readonly version: string;
  /** Told to servers as the one root; undefined where no folder is open. */
  readonly workspaceFolder: string | undefined;
  readonly log: Log;
  readonly signIns: OAuthSignIns;
  /** Where servers are started apart from the workspace; without it, none is that has to be. */
  readonly ownFolders?: OwnFolders;
  /** What is known of the processes it starts; nobody else knows of them where left out. */
  readonly processes?: ServerProcesses;
  readonly limits?: CallLimits;
}

/** Opens connections with the SDK's client. */
export class SdkConnector implements UpstreamConnector {
  readonly #parts: ConnectorParts;
  readonly #processes: ServerProcesses;
  readonly #eras: KnownEras = new Map();

  constructor(parts: ConnectorParts) {
    this.#parts = parts;
    this.#processes = parts.processes ?? new ServerProcesses();
  }

  prepare(): void {
    try {
      this.#processes.prepare();
    } catch (error) {
      this.#parts.log.debug('The first start of a server could not be readied', {
        error: error instanceof Error ? error.name : 'unknown',
      });
    }
  }

  async connect(
    server: ServerId,
    launch: ResolvedLaunch,
    hooks: UpstreamHooks,
    signal: AbortSignal,
  ): Promise<UpstreamConnection> {
    const { log, signIns, limits = CALL_LIMITS, ...about } = this.#parts;
    const processes = this.#processes;
    const transport =
      launch.type === 'stdio'
        ? new ChildTransport(server, this.#placed(server, launch), processes, log)
        : new RemoteTransport(server, launch, signIns);
    if (transport instanceof ChildTransport) transport.onWords = text => hooks.onWords?.(text);
    const calls = new CallsInFlight(server);
    const client = clientFor({ ...about, hooks, calls });
    client.onerror = error => log.debug('A connection had an error', { server, error: error.name });
    try {
      // The pool's signal is the deadline; the SDK's own would end a package runner's first start.
      const either = new EitherEra(transport, this.#eras, startedAs(server, launch));
      await client.connect(new GreetedTransport(server, either), { signal, timeout: 600_000 });
    } catch (error) {
      this.#eras.delete(startedAs(server, launch)); // Another version of it may speak another one.
      await transport.close();
      if (signal.aborted) throw tooLate(signal.reason, transport);
      throw unknownVersion(server, error) ?? startFailure(server, launch, transport, error, processes);
    }
    return new SdkConnection({ server, client, transport, hooks, calls, limits, log });
  }

  /** The launch with the folder that its word stands for. */
  #placed(server: ServerId, launch: StdioLaunch): StdioLaunch {
    if (launch.startsIn === undefined) return launch;
    const { ownFolders } = this.#parts;
    if (ownFolders === undefined)
      throw new Error('Nobody said where servers start apart from the workspace.');
    return { ...launch, cwd: ownFolders.open(server) };
  }
}

function startedAs(server: ServerId, launch: ResolvedLaunch): string {
  return JSON.stringify(
    launch.type === 'stdio' ? [server, launch.command, launch.args] : [server, launch.url],
  );
}

/** A start that was given up: what the server said meanwhile may say why it took so long. */
function tooLate(reason: unknown, transport: ChildTransport | RemoteTransport): unknown {
  const words = transport instanceof ChildTransport ? transport.lastWords : '';
  if (!Refusal.is(reason, 'start-timeout') || words === '') return reason;
  const why = `Last output: ${words}`;
  return new Refusal(reason.code, `${reason.message} ${why}`, { ...reason.details, why }, { cause: reason });
}

/** Says why a server did not come up. */
function startFailure(
  server: ServerId,
  launch: ResolvedLaunch,
  transport: ChildTransport | RemoteTransport,
  cause: unknown,
  processes: ServerProcesses,
): Refusal {
  if (Refusal.is(cause)) return cause; // It was asked for a sign-in, for one.
  const why =
    launch.type === 'stdio' && transport instanceof ChildTransport
      ? (spawnFailure(launch, processes.environment(), cause) ?? processFailure(launch, transport, processes))
      : remoteFailure(cause);
  return new Refusal('start-failed', `"${server}" did not start. ${why}`, { server, why }, { cause });
}

function processFailure(
  { startsIn, env }: StdioLaunch,
  transport: ChildTransport,
  processes: ServerProcesses,
): string {
  const why =
    transport.ending || 'It did not speak MCP. Run its command in a terminal to see what it prints.';
  const missed = missedVariables(why, { ...processes.environment(), ...env });
  if (missed !== '') return `${why}${missed}`;
  return startsIn === undefined ? why : `${why} ${NOT_IN_WORKSPACE}`;
}

/** What may be missing to a server that found the workspace around it before. */
const NOT_IN_WORKSPACE =
  'It was started in a folder of its own: if it needs the workspace, its entry has to name ${workspaceFolder} in "args", or as "cwd".';
