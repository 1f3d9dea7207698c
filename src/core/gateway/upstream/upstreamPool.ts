import { type ServerId, type SessionId, sessionId } from '../../../shared/ids';
import type { CatalogEntry, ResolvedLaunch } from '../../catalog/entry/entry';
import { untilAborted } from '../../support/abort';
import type { Clock } from '../../support/clock';
import { canonicalJson } from '../../support/json';
import type { Random } from '../../support/random';
import { Refusal } from '../../support/refusal';
import type { Root } from './clientRoots';
import { HealthWatch } from './healthWatch';
import { RestartLimit } from './restartLimit';
import { startDeadlineMs } from './startDeadline';
import type { Health, UpstreamConnection, UpstreamConnector, UpstreamNotice } from './upstream';

/** What the pool tells of its servers. */
export interface PoolListener {
  healthChanged(server: ServerId, health: Health): void;
  /** A server's process is coming up: time to ready what its answer will need. */
  starting(): void;
  /** A server answered: what has to happen before anybody uses it. Throwing fails the start. */
  connected(entry: CatalogEntry, connection: UpstreamConnection, signal: AbortSignal): Promise<void>;
  /** The server says that its tools are others now. */
  toolsChanged(entry: CatalogEntry, connection: UpstreamConnection): void;
  /** The server told something else; without a connection, while it was still coming up. */
  noticed(entry: CatalogEntry, connection: UpstreamConnection | undefined, notice: UpstreamNotice): void;
  /** The server wrote something for people; `session` where it is that session's own process. */
  wrote(server: ServerId, session: SessionId | undefined, text: string): void;
  /** The folders that a server is told; `starter`: the session that it was started for. */
  roots(entry: CatalogEntry, starter: SessionId): Promise<readonly Root[] | undefined>;
  /** A connection that was `connected` ended, or is being ended. */
  connectionGone(connection: UpstreamConnection): void;
}

/** A start that may begin within this time, in milliseconds, is waited for; a later one is refused. */
const PATIENCE_MS = 2_000;

interface Slot {
  readonly entry: CatalogEntry;
  readonly launch: ResolvedLaunch;
  readonly abort: AbortController;
  readonly connecting: Promise<UpstreamConnection>;
  connection?: UpstreamConnection;
  health?: HealthWatch;
  /** It said that its tools changed before anybody could listen. */
  hasNews?: boolean;
}

/** What a server's failures say about its next start, for as long as it is launched the same way. */
interface Restarts {
  readonly launch: ResolvedLaunch;
  readonly limit: RestartLimit;
}

/** One connection per server, shared by all who use it; one per session where the entry wants isolation. */
export class UpstreamPool {
  readonly #connector: UpstreamConnector;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #listener: PoolListener;
  readonly #slots = new Map<string, Slot>();
  readonly #health = new Map<ServerId, Health>();
  readonly #restarts = new Map<ServerId, Restarts>();
  readonly #closing = new Set<Promise<void>>();
  #isStopped = false;

  constructor(connector: UpstreamConnector, clock: Clock, random: Random, listener: PoolListener) {
    this.#connector = connector;
    this.#clock = clock;
    this.#random = random;
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
   * @throws {Refusal} start-failed, start-timeout, start-paused
   */
  async connect(
    entry: CatalogEntry,
    session: SessionId,
    launch: ResolvedLaunch,
  ): Promise<UpstreamConnection> {
    if (this.#isStopped) throw new Refusal('stopped', 'Switchyard is shutting down. Nothing was started.');
    this.requireStartable(entry, session, launch);
    const key = slotKey(entry, session);
    const slot = this.#slots.get(key) ?? this.#start(key, entry, launch, session);
    return await slot.connecting;
  }

  /** @throws {Refusal} start-paused where it would have to be started, and failed too often for that */
  requireStartable(entry: CatalogEntry, session: SessionId, launch: ResolvedLaunch): void {
    if (this.#slots.has(slotKey(entry, session))) return;
    const limit = this.#limitOf(entry, launch);
    if (limit.pauseMs <= PATIENCE_MS) return;
    const health = this.#health.get(entry.id);
    throw startPaused(entry.id, limit, health?.state === 'error' ? health.reason : '');
  }

  /** The next start is tried at once, whatever went wrong before. */
  forgetFailures(server: ServerId): void {
    this.#restarts.delete(server);
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

  /** Ends whatever runs of a server. `why`: for those whose calls it ends, as `UpstreamConnection.close` has it. */
  async stopServer(server: ServerId, why: string): Promise<void> {
    await this.#stop(slot => slot.entry.id === server, why);
  }

  /** What runs or is coming up, with the entry and the launch it was started by. */
  running(): readonly { readonly entry: CatalogEntry; readonly launch: ResolvedLaunch }[] {
    return [...this.#slots.values()];
  }

  /** Ends all of them at once, also those already ending: there are 5 s in all when VS Code shuts down. Nothing starts after it. */
  async stopAll(): Promise<void> {
    this.#isStopped = true;
    const slots = [...this.#slots];
    for (const [key, slot] of slots) this.#remove(key, slot);
    await Promise.all([...slots.map(([, slot]) => this.#close(slot)), ...this.#closing]);
  }

  async #stop(isMeant: (slot: Slot, key: string) => boolean, why?: string): Promise<void> {
    const meant = [...this.#slots].filter(([key, slot]) => isMeant(slot, key));
    for (const [key, slot] of meant) {
      this.#remove(key, slot);
      this.#setHealth(slot.entry.id, { state: 'idle' });
    }
    await Promise.all(meant.map(([, slot]) => this.#close(slot, why)));
  }

  #start(key: string, entry: CatalogEntry, launch: ResolvedLaunch, starter: SessionId): Slot {
    const abort = new AbortController();
    this.#setHealth(entry.id, { state: 'starting' });
    const slot: Slot = { entry, launch, abort, connecting: this.#open(key, entry, launch, starter, abort) };
    this.#slots.set(key, slot);
    slot.connecting.then(
      connection => this.#cameUp(key, slot, connection),
      (error: unknown) => this.#fail(key, slot, error),
    );
    return slot;
  }

  #cameUp(key: string, slot: Slot, connection: UpstreamConnection): void {
    slot.connection = connection;
    if (this.#slots.get(key) !== slot) return;
    this.#limitOf(slot.entry, slot.launch).started();
    slot.health = new HealthWatch(connection, this.#clock, reason => this.#silent(key, slot, reason));
    this.#setHealth(slot.entry.id, { state: 'running' });
    if (slot.hasNews) this.#listener.toolsChanged(slot.entry, connection);
  }

  async #open(
    key: string,
    entry: CatalogEntry,
    launch: ResolvedLaunch,
    starter: SessionId,
    abort: AbortController,
  ): Promise<UpstreamConnection> {
    const limit = this.#limitOf(entry, launch);
    const { pauseMs } = limit;
    limit.starting();
    if (pauseMs > 0) await this.#pause(pauseMs, abort.signal);
    const deadlineMs = startDeadlineMs(entry);
    const deadline = this.#clock.after(deadlineMs, () => abort.abort(startTimeout(entry.id, deadlineMs)));
    try {
      // What an earlier connection of this server still tells is no news about this one.
      const own = (): Slot | undefined => {
        const slot = this.#slots.get(key);
        return slot?.abort === abort ? slot : undefined;
      };
      const hooks = {
        onClosed: (reason: string) => this.#lost(key, own(), reason),
        onToolsChanged: () => {
          const slot = own();
          if (slot?.connection) this.#listener.toolsChanged(entry, slot.connection);
          else if (slot) slot.hasNews = true;
        },
        onNotice: (notice: UpstreamNotice) =>
          this.#listener.noticed(entry, this.#slots.get(key)?.connection, notice),
        roots: () => this.#listener.roots(entry, starter),
        onWords: (text: string) => this.#listener.wrote(entry.id, sessionIn(key), text),
      };
      const connecting = this.#connector.connect(entry.id, launch, hooks, abort.signal);
      this.#listener.starting();
      const connection = await connecting;
      await this.#listener.connected(entry, connection, abort.signal).catch(async (error: unknown) => {
        await connection.close();
        throw error;
      });
      return connection;
    } finally {
      deadline.dispose();
    }
  }

  async #pause(pauseMs: number, signal: AbortSignal): Promise<void> {
    const over = Promise.withResolvers<void>();
    const timer = this.#clock.after(pauseMs, over.resolve);
    await untilAborted(over.promise, signal).finally(() => timer.dispose());
  }

  #fail(key: string, slot: Slot, error: unknown): void {
    const limit = this.#limitOf(slot.entry, slot.launch);
    if (isServersFault(error)) limit.failed();
    else limit.calledOff();
    if (!this.#remove(key, slot)) return;
    const reason = error instanceof Error ? error.message : 'It failed for an unknown reason.';
    this.#setHealth(slot.entry.id, { state: 'error', reason });
  }

  /** The server went away by itself. The next call starts it again. */
  #lost(key: string, slot: Slot | undefined, reason: string): void {
    if (!slot || !this.#remove(key, slot)) return;
    this.#limitOf(slot.entry, slot.launch).failed();
    this.#setHealth(slot.entry.id, { state: 'error', reason });
  }

  /** The server runs and answers nothing any more: it is ended, so that the next call finds a fresh one. */
  #silent(key: string, slot: Slot, reason: string): void {
    if (this.#slots.get(key) !== slot) return;
    this.#lost(key, slot, reason);
    void this.#close(slot); // `stopAll` waits for it.
  }

  /** Whether the slot was still there. */
  #remove(key: string, slot: Slot): boolean {
    if (this.#slots.get(key) !== slot) return false;
    this.#slots.delete(key);
    slot.health?.dispose();
    if (slot.connection) this.#listener.connectionGone(slot.connection);
    return true;
  }

  #limitOf({ id }: CatalogEntry, launch: ResolvedLaunch): RestartLimit {
    const known = this.#restarts.get(id);
    // Another command, or another key, is another server: what the old one did says nothing.
    if (known && (known.launch === launch || canonicalJson(known.launch) === canonicalJson(launch)))
      return known.limit;
    const limit = new RestartLimit(this.#clock, this.#random);
    this.#restarts.set(id, { launch, limit });
    return limit;
  }

  async #close(slot: Slot, why?: string): Promise<void> {
    slot.abort.abort(new Refusal('upstream-closed', `"${slot.entry.id}" was turned off.`));
    const closing = slot.connecting.then(
      connection => connection.close(why),
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

/** Whose slot it is; undefined for one that is shared. */
function sessionIn(key: string): SessionId | undefined {
  const at = key.indexOf('\n');
  return at === -1 ? undefined : sessionId(key.slice(at + 1));
}

function isolatedKey(server: ServerId, session: SessionId): string {
  return `${server}\n${session}`;
}

function startTimeout(server: ServerId, deadlineMs: number): Refusal {
  return new Refusal(
    'start-timeout',
    `"${server}" didn't respond within ${deadlineMs / 1_000} s and was stopped. Check its command, or raise start_timeout in its entry, then try again.`,
    { server },
  );
}

function startPaused(server: ServerId, limit: RestartLimit, reason: string): Refusal {
  const { pauseMs, isBroken } = limit;
  const what = isBroken ? 'failed repeatedly, so restarts are paused' : 'just failed';
  return new Refusal(
    'start-paused',
    `"${server}" ${what}. ${reason} It can be restarted in ${Math.ceil(pauseMs / 1_000)} s, ` +
      'or immediately if its entry is fixed or a person turns it on.',
    { server, retryInMs: pauseMs },
  );
}

/** Whether a failed start says something about the server: one that was called off, or waits for a person, does not. */
function isServersFault(error: unknown): boolean {
  return !Refusal.is(error) || Refusal.is(error, 'start-failed') || Refusal.is(error, 'start-timeout');
}
