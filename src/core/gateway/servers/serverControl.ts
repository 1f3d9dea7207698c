import type { ServerId, SessionId } from '../../../shared/ids';
import { sessionId } from '../../../shared/ids';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogEntry } from '../../catalog/entry/entry';
import type { PreparedLaunch } from '../../catalog/launch/launch';
import { untilAborted } from '../../support/abort';
import { Refusal } from '../../support/refusal';
import type { LaunchConsent } from '../launch/launchConsent';
import type { CoreServers } from '../sessions/coreServers';
import type { Sessions } from '../sessions/sessions';
import type { UpstreamPool } from '../upstream/upstreamPool';

interface ServerControlParts {
  readonly catalog: Catalog;
  readonly consent: LaunchConsent;
  readonly core: CoreServers;
  readonly pool: UpstreamPool;
  readonly sessions: Sessions;
}

/** A launch, and whether somebody has to be asked before it starts. */
export interface JudgedLaunch {
  readonly launch: PreparedLaunch;
  readonly isApproved: boolean;
}

/** For whom a core server starts by hand that no session asked for. */
const NOBODY = sessionId('core servers');

/** What a person does with a server itself, whoever uses it: what chats have switched on stays on. */
export class ServerControl {
  readonly #parts: ServerControlParts;

  constructor(parts: ServerControlParts) {
    this.#parts = parts;
  }

  /** What would be started now. Nobody is asked. @throws {Refusal} missing-credentials, not-startable */
  async launchOf(entry: CatalogEntry): Promise<JudgedLaunch> {
    const { catalog, consent } = this.#parts;
    const launch = await catalog.resolve(entry);
    return { launch: consent.inForce(entry, launch), isApproved: consent.isApproved(entry, launch) };
  }

  /**
   * A server's launch, once a person agreed to it: also for a sign-in, which sends what the entry says before anything starts.
   * @throws {Refusal} launch-not-approved, missing-credentials
   */
  async approvedLaunch(entry: CatalogEntry, signal: AbortSignal): Promise<PreparedLaunch> {
    const { catalog, consent } = this.#parts;
    return await consent.require(entry, await catalog.resolve(entry), signal, { by: 'person' });
  }

  /** Ends its process or connection. The next call starts it again. @throws {Refusal} unknown-server */
  async stop(name: string): Promise<void> {
    const { catalog, pool } = this.#parts;
    await pool.stopServer(catalog.require(name).id, 'The user stopped it. The next call starts it again.');
  }

  /**
   * Starts a server that chats have switched on, anew where it runs. Who does not agree to its launch leaves it as it is.
   * @throws {Refusal} unknown-server, not-active-here, and what a start refuses
   */
  async restart(name: string, signal: AbortSignal): Promise<void> {
    const { catalog, pool } = this.#parts;
    const entry = catalog.require(name);
    const users = this.#usersOf(entry.id);
    if (users.length === 0)
      throw new Refusal(
        'not-active-here',
        `"${entry.id}" is not active in any session, so nothing was started. Turn it on in a chat first.`,
        { server: entry.id },
      );
    const launch = await this.approvedLaunch(entry, signal);
    pool.forgetFailures(entry.id);
    await pool.stopServer(entry.id, 'The user restarted it. Call the tool again.');
    const starts = (entry.isolation === 'session' ? users : users.slice(0, 1)).map(
      async user => await pool.connect(entry, user, launch),
    );
    await untilAborted(Promise.all(starts), signal);
  }

  #usersOf(server: ServerId): readonly SessionId[] {
    const { core, sessions } = this.#parts;
    const holders = sessions.holders(server).map(({ id }) => id);
    return holders.length === 0 && core.isCore(server) ? [NOBODY] : holders;
  }
}
