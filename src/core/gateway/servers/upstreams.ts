import type { ServerId } from '../../../shared/ids';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogEntry } from '../../catalog/entry/entry';
import { letsThrough } from '../../catalog/entry/letThrough';
import { packageOf } from '../../catalog/launch/launchPackage';
import type { PreparedLaunch } from '../../catalog/launch/launch';
import { problemLine } from '../../catalog/entry/problemLine';
import { hidesOthers } from '../../catalog/launch/shadowing';
import type { CallableTool, UpstreamTool } from '../../registry/tool';
import type { ToolRegistry } from '../../registry/toolRegistry';
import { untilAborted } from '../../support/abort';
import type { Clock } from '../../support/clock';
import { canonicalJson } from '../../support/json';
import { JoinedSignal } from '../../support/joinedSignal';
import type { Log } from '../../support/log';
import { Refusal } from '../../support/refusal';
import type { ToolTrust } from '../../trust/toolTrust';
import type { Announcer } from '../sessions/announcer';
import type { CoreServers } from '../sessions/coreServers';
import { failedForCall } from '../upstream/failure';
import type { LaunchConsent } from '../launch/launchConsent';
import { Relisting } from './relisting';
import { type ServerInstructions, serverInstructions } from '../upstream/serverInstructions';
import { serverWarnings } from '../upstream/serverWarnings';
import type { Activation, Session, Sessions } from '../sessions/sessions';
import type { ToolCache } from '../tools/toolCache';
import type { CallerClient, Health, UpstreamConnection } from '../upstream/upstream';
import type { UpstreamPool } from '../upstream/upstreamPool';

interface UpstreamsParts {
  readonly catalog: Catalog;
  readonly registry: ToolRegistry;
  readonly sessions: Sessions;
  readonly core: CoreServers;
  readonly pool: UpstreamPool;
  readonly cache: ToolCache;
  readonly consent: LaunchConsent;
  readonly trust: ToolTrust;
  readonly announcer: Announcer;
  readonly clock: Clock;
  readonly log: Log;
}

/** Problems of an entry that an activation tells. */
const MAX_PROBLEMS = 5;

/** How long listing a server's tools may take, in milliseconds. */
const LISTING_MS = 15_000;

/** What those are told who wait for an answer of a server that another configuration ends. */
const CHANGED = 'Its configuration was changed. The next call starts it by the new one.';
const REMOVED = 'It was removed from the catalog. Call mcp_environment to see which servers there are.';

/** Servers as sessions use them: with consent, with their tools listed, stopped when the last one lets go. */
export class Upstreams {
  readonly #parts: UpstreamsParts;
  /** Number of the listing that each server's tools are from. */
  readonly #stored = new Map<ServerId, number>();
  readonly #relisting: Relisting;
  #lastRound = 0;

  constructor(parts: UpstreamsParts) {
    this.#parts = parts;
    this.#relisting = new Relisting(parts.clock, (...changed) => this.#relist(...changed));
  }

  /**
   * The launch a person agreed to. It is this very launch that is started then: nothing is resolved again in between.
   * @throws {Refusal} launch-not-approved, also when a person said no before in this session; missing-credentials
   */
  async approvedLaunch(
    entry: CatalogEntry,
    session: Session,
    by: Activation['by'],
    signal: AbortSignal,
    client?: CallerClient,
  ): Promise<PreparedLaunch> {
    const { catalog, consent, pool } = this.#parts;
    // Whoever asks by hand has looked at what went wrong, or wants to see it again.
    if (by === 'person') pool.forgetFailures(entry.id);
    const launch = await catalog.resolve(entry);
    const refused = session.refused.get(entry.id);
    if (by === 'agent' && refused !== undefined && !consent.isApproved(entry, launch)) {
      const what =
        refused === 'no'
          ? `The user declined to start "${entry.id}" in this session.`
          : `In this session, the user dismissed the prompt to start "${entry.id}" without answering.`;
      throw new Refusal(
        'launch-not-approved',
        `${what} Ask them before you try again. ${consent.advice(entry, launch, refused)}`,
        { server: entry.id, answer: refused },
      );
    }
    try {
      const asker = { by, client, session: session.id };
      const approved = await session.whileAsked(() => consent.require(entry, launch, signal, asker));
      session.refused.delete(entry.id);
      return approved;
    } catch (error) {
      const answer = Refusal.is(error, 'launch-not-approved') ? error.details['answer'] : undefined;
      if (answer === 'no' || answer === 'closed') session.refused.set(entry.id, answer);
      throw error;
    }
  }

  /** Starts the server where it does not run, and lists its tools. Waiting ends with the signal, the start does not. */
  async start(
    entry: CatalogEntry,
    session: Session,
    launch: PreparedLaunch,
    signal: AbortSignal,
  ): Promise<UpstreamConnection> {
    signal.throwIfAborted();
    return await untilAborted(this.#parts.pool.connect(entry, session.id, launch), signal);
  }

  /**
   * The same without waiting: whoever calls next hears of a start that did not work. `after`: not before then, and only where the
   * session still has it on.
   * @throws {Refusal} start-paused
   */
  startBehind(entry: CatalogEntry, session: Session, launch: PreparedLaunch, after?: Promise<unknown>): void {
    const { pool } = this.#parts;
    const begin = (): void => void pool.connect(entry, session.id, launch).catch(() => undefined); // Its health says so.
    pool.requireStartable(entry, session.id, launch);
    if (after === undefined) return begin();
    void after.then(() => session.activations.has(entry.id) && begin());
  }

  /** How the server is doing, whoever uses it. */
  health(server: ServerId): Health {
    return this.#parts.pool.health(server);
  }

  /** The server's connection as a session has it, where it is up: nothing is started. */
  live(entry: CatalogEntry, session: Session): UpstreamConnection | undefined {
    return this.#parts.pool.live(entry, session.id);
  }

  /** Every connection that is up. */
  running(): readonly UpstreamConnection[] {
    return this.#parts.pool.connections();
  }

  /** The connections of one server that are up: several where each session has its own. */
  runningOf(server: ServerId): readonly UpstreamConnection[] {
    return this.#parts.pool.connections(server);
  }

  /** The server's connection for a call: what runs, else a start with all that belongs to it. */
  async connect(
    entry: CatalogEntry,
    session: Session,
    signal: AbortSignal,
    client?: CallerClient,
  ): Promise<UpstreamConnection> {
    try {
      const running = this.#parts.pool.find(entry, session.id);
      if (running) return await untilAborted(running, signal);
      const launch = await this.approvedLaunch(entry, session, 'agent', signal, client);
      return await this.start(entry, session, launch, signal);
    } catch (error) {
      throw failedForCall(error, entry.id, !session.activations.has(entry.id));
    }
  }

  /** Stops the server when no session holds it any more. A core server goes on: it serves every session. */
  release(server: ServerId, session: Session): void {
    const { catalog, core, sessions, pool } = this.#parts;
    const isCore = core.isCore(server) && catalog.find(server) !== undefined;
    for (const connection of pool.connections(server)) connection.withdrawQuestions(session.id);
    // Nobody waits: `stopAll` does at the end.
    void pool.release(server, session.id, isCore || sessions.isWanted(server));
  }

  /** Ends servers whose launch is another now, by their entry or by a new key; the next call starts them by the new one. */
  async stopOutdated(): Promise<void> {
    const { catalog, consent, pool, registry } = this.#parts;
    await Promise.all(
      pool.running().map(async ({ entry, launch }) => {
        const now = catalog.find(entry.id);
        if (now && canonicalJson(await currentLaunch(catalog, consent, now)) === canonicalJson(launch))
          return;
        if (canonicalJson(now?.launch) !== canonicalJson(entry.launch)) registry.forget(entry.id);
        await pool.stopServer(entry.id, now ? CHANGED : REMOVED);
      }),
    );
  }

  /**
   * Starts a server of which nothing is known any more, since its entry says another launch, for a session that has it on. Only where
   * nobody has to be asked about that: else the next call does.
   */
  async startUnknown(entry: CatalogEntry, session: Session): Promise<void> {
    const { catalog, consent, pool, registry } = this.#parts;
    if (entry.launch.type === 'native' || registry.hasTools(entry.id)) return;
    if (catalog.readiness(entry).status !== 'available' || pool.find(entry, session.id)) return;
    const launch = await catalog.resolve(entry);
    if (consent.isApproved(entry, launch))
      await pool.connect(entry, session.id, consent.inForce(entry, launch));
  }

  /** What a model may call of an entry, a module of ours or a server. */
  callableTools(entry: CatalogEntry): readonly CallableTool[] {
    return entry.launch.type === 'native'
      ? this.#parts.registry.moduleTools(entry.id)
      : this.allowedTools(entry);
  }

  /** The entry's tools that may be used: let through by its `allowed_tools`, and not withheld. */
  allowedTools(entry: CatalogEntry): readonly UpstreamTool[] {
    return this.#letThrough(entry).filter(tool => !this.#parts.trust.isWithheld(tool));
  }

  /** Whether a tool is one of those: the price of a call does not grow with the tools of its server. */
  isAllowed(entry: CatalogEntry, tool: UpstreamTool): boolean {
    return letsThrough(entry, tool.definition.name) && !this.#parts.trust.isWithheld(tool);
  }

  /** Those that would be, but changed since they were approved, or look made to mislead an agent. */
  withheldTools(entry: CatalogEntry): readonly UpstreamTool[] {
    return this.#letThrough(entry).filter(tool => this.#parts.trust.isWithheld(tool));
  }

  /** What `allowed_tools` lets through (none named = all), less what the entry keeps back. */
  #letThrough(entry: CatalogEntry): readonly UpstreamTool[] {
    const tools = this.#parts.registry.serverTools(entry.id);
    return tools.filter(tool => letsThrough(entry, tool.definition.name));
  }

  /** What a running server says of its use, looked through. */
  instructions(entry: CatalogEntry, session: Session): ServerInstructions {
    return serverInstructions(this.live(entry, session)?.instructions);
  }

  /** What the user should know of the entry's tools. */
  warnings(entry: CatalogEntry): readonly string[] {
    const { registry, trust } = this.#parts;
    const tools = {
      listed: registry.serverTools(entry.id),
      letThrough: this.#letThrough(entry),
      leftOut: registry.leftOut(entry.id),
    };
    return serverWarnings(entry, tools, trust);
  }

  /** The same with whose entry it hides and what is wrong with that, for whoever switches it on. */
  warningsAtStart(entry: CatalogEntry): readonly string[] {
    const hidden = hidesOthers(entry, this.#parts.catalog.shadowed(entry.id));
    return [...(hidden === undefined ? [] : [hidden]), ...this.faults(entry), ...this.warnings(entry)];
  }

  /** What is wrong with the entry, though it may be used. */
  faults({ id }: CatalogEntry): readonly string[] {
    return this.#parts.catalog.problemsOf(id).slice(0, MAX_PROBLEMS).map(problemLine);
  }

  /** The server says that its tools are others now: they are listed again, soon. */
  toolsChanged(entry: CatalogEntry, connection: UpstreamConnection): void {
    this.#relisting.changed(entry, connection);
  }

  /** What servers have just said of changes of their tools is known when it resolves: their list is asked for at once. */
  async settleTools(servers: readonly ServerId[], session: Session, signal: AbortSignal): Promise<void> {
    const { catalog, pool } = this.#parts;
    const connections = servers.flatMap(server => {
      const entry = catalog.find(server);
      return (entry && pool.live(entry, session.id)) ?? [];
    });
    await untilAborted(
      Promise.all(connections.map(each => this.#relisting.settle(each))).then(() => undefined),
      signal,
    );
  }

  /** A connection is gone, whatever the reason: nothing more is listed of it. */
  connectionGone(connection: UpstreamConnection): void {
    this.#relisting.dropped(connection);
  }

  async #relist(entry: CatalogEntry, connection: UpstreamConnection, gone: AbortSignal): Promise<void> {
    const abort = new JoinedSignal(gone);
    const deadline = this.#parts.clock.after(LISTING_MS, () => abort.abort(new Error('It took too long.')));
    try {
      await this.list(entry, connection, abort.signal);
    } catch (error) {
      if (gone.aborted) return;
      this.#parts.log.warn('Listing tools again failed', { server: entry.id, error: String(error) });
    } finally {
      deadline.dispose();
      abort.dispose();
    }
  }

  /** Takes over what the server lists now, and tells who sees it. */
  async list(entry: CatalogEntry, connection: UpstreamConnection, signal: AbortSignal): Promise<void> {
    const round = ++this.#lastRound;
    const tools = await untilAborted(connection.listTools(signal), signal);
    // A listing that was begun later and came sooner is the newer one: it stays.
    if ((this.#stored.get(entry.id) ?? 0) > round) return;
    this.#stored.set(entry.id, round);
    const { serverName, serverVersion, leftOut } = connection;
    const running = this.#parts.pool.running().find(slot => slot.entry.id === entry.id);
    const version = running && packageOf(running.launch)?.version;
    const changes = await this.#parts.cache.store(
      entry,
      { serverName, serverVersion, tools },
      { version, leftOut },
    );
    if (changes.added.length + changes.removed.length + changes.changed.length === 0) return;
    this.#parts.announcer.tell('toolsChanged', { server: entry.id, ...changes });
    const isListed = this.#parts.core.isCore(entry.id) || this.#parts.sessions.holders(entry.id).length > 0;
    if (isListed) await this.#parts.announcer.toolListChanged();
  }
}

/** What a start would use now; undefined where it could not start. */
async function currentLaunch(
  catalog: Catalog,
  consent: LaunchConsent,
  entry: CatalogEntry,
): Promise<PreparedLaunch | undefined> {
  try {
    return consent.inForce(entry, await catalog.resolve(entry));
  } catch (error) {
    if (!Refusal.is(error)) throw error;
    return undefined; // A key is gone: what runs by it goes too.
  }
}
