import type { ServerId, SessionId } from '../../shared/ids';
import type { CatalogEntry, ResolvedLaunch } from '../catalog/entry';
import type { Clock } from '../support/clock';
import { Refusal } from '../support/refusal';
import { startDeadlineMs } from './startDeadline';
import type { Health, UpstreamConnection, UpstreamConnector } from './upstream';

/** What the pool tells of its servers. */
export interface PoolListener {
  healthChanged(server: ServerId, health: Health): void;
  /** A server answered: what has to happen before anybody uses it. Throwing fails the start. */
  connected(entry: CatalogEntry, connection: UpstreamConnection, signal: AbortSignal): Promise<void>;
  /** The server says that its tools are others now. */
  toolsChanged(entry: CatalogEntry, connection: UpstreamConnection): void;
}

interface Slot {
  readonly entry: CatalogEntry;
  readonly abort: AbortController;
  readonly connecting: Promise<UpstreamConnection>;
  connection?: UpstreamConnection;
}

/** One connection per server, shared by all who use it; one per session where the entry wants isolation. */
export class UpstreamPool {
  readonly #connector: UpstreamConnector;
  readonly #clock: Clock;
  readonly #listener: PoolListener;
  readonly #slots = new Map<string, Slot>();
  readonly #health = new Map<ServerId, Health>();
  readonly #closing = new Set<Promise<void>>();

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
    const key = slotKey(entry, session);
    const slot = this.#slots.get(key) ?? this.#start(key, entry, launch);
    return await slot.connecting;
  }

  /** Ends a server's connection; a start under way is stopped. Resolves when its process is gone. */
  async stop(entry: CatalogEntry, session: SessionId): Promise<void> {
    const key = slotKey(entry, session);
    const slot = this.#slots.get(key);
    if (!slot) return;
    this.#slots.delete(key);
    this.#setHealth(entry.id, { state: 'idle' });
    await this.#close(slot);
  }

  /** Ends all of them at once, also those already ending: there are 5 s in all when VS Code shuts down. */
  async stopAll(): Promise<void> {
    const slots = [...this.#slots.values()];
    this.#slots.clear();
    await Promise.all([...slots.map(slot => this.#close(slot)), ...this.#closing]);
  }

  #start(key: string, entry: CatalogEntry, launch: ResolvedLaunch): Slot {
    const abort = new AbortController();
    this.#setHealth(entry.id, { state: 'starting' });
    const slot: Slot = { entry, abort, connecting: this.#open(key, entry, launch, abort) };
    this.#slots.set(key, slot);
    slot.connecting.then(
      connection => {
        slot.connection = connection;
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
          const connection = this.#slots.get(key)?.connection;
          if (connection) this.#listener.toolsChanged(entry, connection);
        },
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
  return entry.isolation === 'session' ? `${entry.id}\n${session}` : entry.id;
}

function startTimeout(server: ServerId, deadlineMs: number): Refusal {
  return new Refusal(
    'start-timeout',
    `"${server}" did not answer within ${deadlineMs / 1_000} s and was stopped. Check its command, then try again.`,
    { server },
  );
}
