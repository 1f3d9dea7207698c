import type { ServerId, SessionId } from '../../shared/ids';
import type { CatalogEntry, ResolvedLaunch } from '../catalog/entry';
import type { Clock } from '../support/clock';
import { Refusal } from '../support/refusal';
import { startDeadlineMs } from './startDeadline';
import type { Health, UpstreamConnection, UpstreamConnector, UpstreamNotice } from './upstream';

/** What the pool tells of its servers. */
export interface PoolListener {
  healthChanged(server: ServerId, health: Health): void;
  /** A server answered: what has to happen before anybody uses it. Throwing fails the start. */
  connected(entry: CatalogEntry, connection: UpstreamConnection, signal: AbortSignal): Promise<void>;
  /** The server says that its tools are others now. */
  toolsChanged(entry: CatalogEntry, connection: UpstreamConnection): void;
  /** The server told something else; without a connection, while it was still coming up. */
  noticed(entry: CatalogEntry, connection: UpstreamConnection | undefined, notice: UpstreamNotice): void;
}

interface Slot {
  readonly entry: CatalogEntry;
  readonly launch: ResolvedLaunch;
  readonly abort: AbortController;
  readonly connecting: Promise<UpstreamConnection>;
  connection?: UpstreamConnection;
  /** It said that its tools changed before anybody could listen. */
  hasNews?: boolean;
}

/** One connection per server, shared by all who use it; one per session where the entry wants isolation. */
export class UpstreamPool {
  readonly #connector: UpstreamConnector;
  readonly #clock: Clock;
  readonly #listener: PoolListener;
  readonly #slots = new Map<string, Slot>();
  readonly #health = new Map<ServerId, Health>();
  readonly #closing = new Set<Promise<void>>();
  #isStopped = false;

  constructor(connector: UpstreamConnector, clock: Clock, listener: PoolListener) {
    this.#connector = connector;
    this.#clock = clock;
    this.#listener = listener;
  }

  health(server: ServerId): Health {
    return this.#health.get(server) ?? { state: 'idle' };
  }

  /** The server's connection where it runs or is coming up; undefined where it would have to be started. */
  find(entry: CatalogEntry, session: SessionId): Promise<UpstreamConnection> | undefined {
    return this.#slots.get(slotKey(entry, session))?.connecting;
  }

  /** The server's connection where it is up. */
  live(entry: CatalogEntry, session: SessionId): UpstreamConnection | undefined {
    return this.#slots.get(slotKey(entry, session))?.connection;
  }

  /** Every connection that is up, or those of one server. */
  connections(server?: ServerId): readonly UpstreamConnection[] {
    return [...this.#slots.values()].flatMap(({ entry, connection }) =>
      connection && (server === undefined || entry.id === server) ? [connection] : [],
    );
  }

  /**
   * The server's connection, started when there is none. All who ask during a start wait for the same one, so the
   * start goes on when one of them gives up.
   * @throws {Refusal} start-failed, start-timeout
   */
  async connect(
    entry: CatalogEntry,
    session: SessionId,
    launch: ResolvedLaunch,
  ): Promise<UpstreamConnection> {
    if (this.#isStopped) throw new Refusal('stopped', 'Switchyard is shutting down. Nothing was started.');
    const key = slotKey(entry, session);
    const slot = this.#slots.get(key) ?? this.#start(key, entry, launch);
    return await slot.connecting;
  }

  /**
   * A session lets go of a server: its own connection ends, and the shared one when nobody else holds it. Found by what
   * runs, since the entry may be gone from the catalog. Resolves when the processes are gone.
   */
  async release(server: ServerId, session: SessionId, isHeld: boolean): Promise<void> {
    await this.#stop(
      (slot, key) =>
        slot.entry.id === server && (key === isolatedKey(server, session) || (key === server && !isHeld)),
    );
  }

  /** Ends whatever runs of a server: its entry says something else now. */
  async stopServer(server: ServerId): Promise<void> {
    await this.#stop(slot => slot.entry.id === server);
  }

  /** What runs or is coming up, with the entry and the launch it was started by. */
  running(): readonly { readonly entry: CatalogEntry; readonly launch: ResolvedLaunch }[] {
    return [...this.#slots.values()];
  }

  /** Ends all of them at once, also those already ending: there are 5 s in all when VS Code shuts down. Nothing starts after it. */
  async stopAll(): Promise<void> {
    this.#isStopped = true;
    const slots = [...this.#slots.values()];
    this.#slots.clear();
    await Promise.all([...slots.map(slot => this.#close(slot)), ...this.#closing]);
  }

  async #stop(isMeant: (slot: Slot, key: string) => boolean): Promise<void> {
    const meant = [...this.#slots].filter(([key, slot]) => isMeant(slot, key));
    for (const [key, { entry }] of meant) {
      this.#slots.delete(key);
      this.#setHealth(entry.id, { state: 'idle' });
    }
    await Promise.all(meant.map(([, slot]) => this.#close(slot)));
  }

  #start(key: string, entry: CatalogEntry, launch: ResolvedLaunch): Slot {
    const abort = new AbortController();
    this.#setHealth(entry.id, { state: 'starting' });
    const slot: Slot = { entry, launch, abort, connecting: this.#open(key, entry, launch, abort) };
    this.#slots.set(key, slot);
    slot.connecting.then(
      connection => {
        slot.connection = connection;
        if (slot.hasNews) this.#listener.toolsChanged(entry, connection);
        if (this.#slots.get(key) === slot) this.#setHealth(entry.id, { state: 'running' });
      },
      (error: unknown) => this.#fail(key, slot, error),
    );
    return slot;
  }

  async #open(
    key: string,
    entry: CatalogEntry,
    launch: ResolvedLaunch,
    abort: AbortController,
  ): Promise<UpstreamConnection> {
    const deadlineMs = startDeadlineMs(entry);
    const deadline = this.#clock.after(deadlineMs, () => abort.abort(startTimeout(entry.id, deadlineMs)));
    try {
      const hooks = {
        onClosed: (reason: string) => this.#lost(key, entry, reason),
        onToolsChanged: () => {
          const slot = this.#slots.get(key);
          if (slot?.connection) this.#listener.toolsChanged(entry, slot.connection);
          else if (slot) slot.hasNews = true;
        },
        onNotice: (notice: UpstreamNotice) =>
          this.#listener.noticed(entry, this.#slots.get(key)?.connection, notice),
      };
      const connection = await this.#connector.connect(entry.id, launch, hooks, abort.signal);
      await this.#listener.connected(entry, connection, abort.signal).catch(async (error: unknown) => {
        await connection.close();
        throw error;
      });
      return connection;
    } finally {
      deadline.dispose();
    }
  }

  #fail(key: string, slot: Slot, error: unknown): void {
    if (this.#slots.get(key) !== slot) return;
    this.#slots.delete(key);
    const reason = error instanceof Error ? error.message : 'It failed for an unknown reason.';
    this.#setHealth(slot.entry.id, { state: 'error', reason });
  }

  /** The server went away by itself. The next call starts it again. */
  #lost(key: string, entry: CatalogEntry, reason: string): void {
    if (!this.#slots.delete(key)) return;
    this.#setHealth(entry.id, { state: 'error', reason });
  }

  async #close(slot: Slot): Promise<void> {
    slot.abort.abort(new Refusal('upstream-closed', `"${slot.entry.id}" was switched off.`));
    const closing = slot.connecting.then(
      connection => connection.close(),
      () => undefined, // It never came up: there is nothing to close.
    );
    this.#closing.add(closing);
    await closing.finally(() => this.#closing.delete(closing));
  }

  #setHealth(server: ServerId, health: Health): void {
    this.#health.set(server, health);
    this.#listener.healthChanged(server, health);
  }
}

function slotKey(entry: CatalogEntry, session: SessionId): string {
  return entry.isolation === 'session' ? isolatedKey(entry.id, session) : entry.id;
}

function isolatedKey(server: ServerId, session: SessionId): string {
  return `${server}\n${session}`;
}

function startTimeout(server: ServerId, deadlineMs: number): Refusal {
  return new Refusal(
    'start-timeout',
    `"${server}" did not answer within ${deadlineMs / 1_000} s and was stopped. Check its command, then try again.`,
    { server },
  );
}
