import type { ServerId, SessionId } from '../../shared/ids';
import type { Catalog } from '../catalog/catalog';
import type { CatalogEntry } from '../catalog/entry/entry';
import type { EnvironmentRow } from '../catalog/environment';
import type { Bus } from '../journal/bus';
import type { Journal } from '../journal/journal';
import type { CallableTool, ToolDefinition, UpstreamTool } from '../registry/tool';
import type { ToolRegistry } from '../registry/toolRegistry';
import type { ToolTrust } from '../trust/toolTrust';
import { type Disposable, DisposableStore } from '../support/disposable';
import type { Sha256 } from '../support/hash';
import type { IdSource } from '../support/ids';
import type { Log } from '../support/log';
import type { Random } from '../support/random';
import type { ActivationReport, ActivationWishes, DeactivationReport } from './activationReport';
import { Activator } from './activation';
import { activeCosts } from './tools/activeCosts';
import { Announcer, type ToolListListener } from './sessions/announcer';
import { CallApproval, type CallPrompt } from './calls/callApproval';
import { ChildConsent } from './childConsent';
import { CallTasks } from './calls/callTasks';
import { ClientRoots } from './upstream/clientRoots';
import { CoreServers } from './sessions/coreServers';
import { startCoreServers } from './servers/coreStart';
import { delivered } from './calls/delivered';
import { type EntryFacts, environmentRows, factsOf } from './environmentRows';
import { checkHealth, type HealthReport } from './upstream/healthCheck';
import type { ExpectedListing, ExpectedTools } from './tools/expectedTools';
import { FirstStart, type FirstStartParts } from './upstream/firstStart';
import { followCatalog } from './followCatalog';
import { endIdleSessions } from './idleEnd';
import { KeptResults } from './calls/keptResults';
import { type ConsentPrompt, LaunchConsent } from './launch/launchConsent';
import type { SchemaCheck } from './tools/schemaCheck';
import { seenTools } from './tools/seenTools';
import type { ServerLogs } from './upstream/serverLogs';
import { NextChat } from './servers/nextChat';
import { ServerControl } from './servers/serverControl';
import { ServerRoots } from './servers/serverRoots';
import { type Activation, type Caller, type Session, Sessions } from './sessions/sessions';
import type { GatewaySettings } from './sessions/settings';
import { type TokenBudget, tokenBudget } from './tools/tokenBudget';
import type { View } from './addresses/addressBook';
import { Passthrough } from './passthrough/passthrough';
import { ToolReviews } from './tools/toolReviews';
import { ToolCache } from './tools/toolCache';
import { PlannedCalls } from './calls/plannedCalls';
import { type OperatedCall, ToolCalls } from './calls/toolCalls';
import type { CallOptions, Health, ProtocolObject, ToolResult } from './upstream/upstream';
import { UpstreamPool } from './upstream/upstreamPool';
import { Upstreams } from './servers/upstreams';
import { type ToolQuestion, WithheldTools } from './tools/withheldTools';

/** What the gateway needs of the rest. */
export interface GatewayParts extends FirstStartParts {
  readonly catalog: Catalog;
  readonly registry: ToolRegistry;
  readonly journal: Journal;
  readonly bus: Bus;
  readonly random: Random;
  readonly log: Log;
  readonly sha256: Sha256;
  readonly ids: IdSource;
  readonly consent: ConsentPrompt;
  readonly callPrompt: CallPrompt;
  readonly trust: ToolTrust;
  readonly toolQuestion?: ToolQuestion;
  readonly expected: ExpectedTools;
  readonly serverLogs: ServerLogs;
  readonly checkSchema: SchemaCheck;
  readonly settings: () => GatewaySettings;
  /** Our modules that every session has. */
  readonly alwaysOn: ReadonlySet<ServerId>;
}

/** Lets sessions find, switch on, use and switch off servers. The one door for agents and people alike. */
export class Gateway implements Disposable {
  readonly core: CoreServers;
  /** Resources, prompts, completion and logging of servers. */
  readonly passthrough: Passthrough;
  /** Calls that clients made as tasks. */
  readonly tasks: CallTasks;
  /** Long results that were cut. */
  readonly results: KeptResults;
  /** What a person should look at before an agent goes on using it. */
  readonly reviews: ToolReviews;
  /** The folders that clients work on. */
  readonly roots: ClientRoots;
  readonly planned: PlannedCalls;
  /** What a person says of child agents. */
  readonly children: ChildConsent;
  /** Servers themselves, whoever uses them. */
  readonly servers: ServerControl;
  /** What the next chat will have. */
  readonly nextChat: NextChat;
  readonly #serverRoots: ServerRoots;
  readonly #parts: GatewayParts;
  readonly firstStart: FirstStart;
  readonly #consent: LaunchConsent;
  readonly #sessions: Sessions;
  readonly #announcer: Announcer;
  readonly #pool: UpstreamPool;
  readonly #upstreams: Upstreams;
  readonly #activator: Activator;
  readonly #calls: ToolCalls;
  readonly #owned = new DisposableStore();

  constructor(parts: GatewayParts) {
    this.#parts = parts;
    const { catalog, registry, trust, journal, bus, clock, log, sha256, settings } = parts;
    const core = new CoreServers(catalog, parts.alwaysOn, settings);
    const sessions = new Sessions(clock, ended => this.tasks.sessionEnded(ended));
    const announcer = new Announcer(bus, clock);
    const cache = new ToolCache(catalog, registry, journal, sha256, log, trust);
    const pool = new UpstreamPool(parts.connector, clock, parts.random, {
      starting: () => this.firstStart.prepare(),
      connected: async (entry, connection, signal) => {
        await this.#upstreams.list(entry, connection, signal);
        this.passthrough.notices.connected(entry, connection);
      },
      roots: (...starting) => this.#serverRoots.of(...starting),
      wrote: (...words) => parts.serverLogs.write(...words),
      noticed: (entry, connection, notice) => this.passthrough.notices.noticed(entry, connection, notice),
      toolsChanged: (entry, connection) => this.#upstreams.toolsChanged(entry, connection),
      connectionGone: connection => this.#upstreams.connectionGone(connection),
      healthChanged: (server, health) => announcer.healthChanged(server, health),
    });
    this.#consent = new LaunchConsent({ journal, catalog, sha256, prompt: parts.consent });
    const common = { catalog, registry, sessions, core, announcer, clock, log };
    this.servers = new ServerControl({ ...common, pool, consent: this.#consent });
    const upstreams = new Upstreams({ ...common, pool, cache, consent: this.#consent, trust });
    this.roots = new ClientRoots(log);
    this.#serverRoots = this.#owned.add(
      new ServerRoots({ roots: this.roots, sessions, core, announcer, pool }),
    );
    this.firstStart = this.#owned.add(new FirstStart(parts));
    this.core = core;
    this.results = new KeptResults(parts.ids);
    this.passthrough = this.#owned.add(
      new Passthrough({ catalog, sessions, core, upstreams, clock, log, sha256, results: this.results }),
    );
    this.tasks = this.#owned.add(
      new CallTasks({
        clock,
        log,
        ids: parts.ids,
        holds: (session, server) => session.activations.has(server) || core.isCore(server),
      }),
    );
    this.reviews = new ToolReviews(catalog, registry, trust);
    this.#sessions = sessions;
    this.#announcer = announcer;
    this.#pool = pool;
    this.#upstreams = upstreams;
    this.#activator = new Activator({ ...common, upstreams, settings });
    const turnOn = (...chat: [Session, string]) => this.activateFor(...chat, new AbortController().signal);
    this.nextChat = new NextChat({ turnOn, announcer, log });
    this.children = new ChildConsent(this.#consent, new CallApproval(parts.callPrompt, parts.trust));
    this.#calls = new ToolCalls({
      catalog,
      registry,
      upstreams,
      core,
      trust,
      clock,
      checkSchema: parts.checkSchema,
      deliver: (session, tool, result, { isForProgram }) =>
        delivered(session, tool, result, {
          addresses: this.passthrough.addresses,
          results: this.results,
          maxBytes: isForProgram ? 0 : this.settings().maxResultBytes,
        }),
      withheld: new WithheldTools(this.reviews, parts.toolQuestion),
      approval: this.children.calls,
    });
    this.planned = new PlannedCalls(this.#calls, sessions);
    cache.recall();
    this.#owned.add(announcer.onSwitched(server => this.passthrough.notices.switched(server)));
    this.#owned.add(announcer.onSwitched(server => this.tasks.switched(server)));
    this.#owned.add(
      followCatalog({ catalog, bus, sessions, upstreams, activator: this.#activator, announcer, cache, log }),
    );
    this.#owned.add(
      endIdleSessions(sessions, clock, settings, (session, server) => {
        void this.#activator.end(session, server, 'idle'); // Announced on the bus; nobody waits for it.
      }),
    );
  }

  /** Takes note of a call, whatever it is: a chat counts as a session from its first one. */
  enter(caller: Caller): void {
    const isNew = this.#sessions.find(caller.session) === undefined;
    const session = this.#sessions.of(caller);
    if (isNew) void this.nextChat.begun(session); // Never rejects; its first call does not wait.
  }

  /** Starts approved core servers whose tools are unknown. Resolves when each has come up or has not; it never rejects. */
  async startCore(): Promise<void> {
    await startCoreServers({ ...this.#parts, core: this.core, consent: this.#consent, pool: this.#pool });
  }

  /** Switches a server on for the caller's session. @throws {Refusal} see `Activator.activate` */
  async activate(
    caller: Caller,
    name: string,
    by: Activation['by'],
    signal: AbortSignal,
    wishes?: ActivationWishes,
  ): Promise<ActivationReport> {
    return await this.#activator.activate(this.#sessions.of(caller), name, by, signal, wishes);
  }

  /** Switches it off again. @throws {Refusal} unknown-server, core-server, not-active-here */
  async deactivate(caller: Caller, name: string): Promise<DeactivationReport> {
    return await this.#activator.deactivate(this.#sessions.of(caller), name);
  }

  /**
   * A person's wish for one chat: the server is on or off there, whatever holds elsewhere; `undefined` takes the wish back.
   * @throws {Refusal} unknown-server, core-server, server-disabled
   */
  async switchFor(session: Session, name: string, isOn: boolean | undefined): Promise<void> {
    await this.#activator.switch(session, name, isOn);
  }

  /** Calls a server's tool, as the toolbox does for everybody. @throws {Refusal} @throws {ProtocolError} see `ToolCalls.call` */
  async call(
    caller: Caller,
    tool: { readonly tool: string; readonly server?: string },
    input: unknown,
    options: OperatedCall,
  ): Promise<ToolResult> {
    return await this.#calls.call(this.#sessions.of(caller), tool, input, options);
  }

  /** Begins the call of a server's tool as a task, which `tasks` knows then. @throws as `call` */
  async callAsTask(
    caller: Caller,
    tool: string,
    ttlMs: number | undefined,
    options: CallOptions,
    run: (options: CallOptions) => Promise<ToolResult>,
  ): Promise<ProtocolObject> {
    const session = this.#sessions.of(caller);
    const { server } = await this.#calls.require(session, tool, options);
    return await this.tasks.begin(session, { server, ttlMs, options, run });
  }

  /** The sessions whose own things a client may see. */
  seenOn({ connection, host }: View): readonly SessionId[] {
    return this.#sessions.seenOn(connection, host).map(({ id }) => id);
  }

  /** A server's tools with their schemas, for agents whose host shows them a frozen list (D7). */
  async toolsOf(
    caller: Caller,
    server: string,
    signal: AbortSignal,
    client?: CallOptions['client'],
  ): Promise<readonly CallableTool[]> {
    return await this.#calls.list(this.#sessions.of(caller), server, signal, client);
  }

  /** The tools a connection must list now: the union over its sessions, and what every session has (D5). */
  toolsSeenOn(connection: string, host: string, showsApps = false): readonly ToolDefinition[] {
    const { registry } = this.#parts;
    const sessions = this.#sessions.seenOn(connection, host);
    const world = { registry, core: this.core, toolsOf: (server: ServerId) => this.tools(server) };
    return seenTools(sessions, world, showsApps);
  }

  /** Lets a call of a module's tool through. @throws {Refusal} not-active-here */
  requireModule(caller: Caller, module: ServerId): void {
    this.#calls.requireModule(this.#sessions.of(caller), module);
  }

  /** Every server as a session sees it, and these that a search found; without a session, as a new one would. */
  environment(
    session?: SessionId,
    also: readonly CatalogEntry[] = [],
    expected: EntryFacts['expected'] = entry => this.#parts.expected.of(entry),
  ): readonly EnvironmentRow[] {
    const found = session === undefined ? undefined : this.#sessions.find(session);
    const facts = factsOf(this.#upstreams, this.#parts.registry, ({ id }) => this.health(id), expected);
    return environmentRows(this.#parts.catalog, this.core, found, facts, also);
  }

  /** What a server that is off and never ran here will probably list; undefined where the server itself can be asked. */
  expectedTools(caller: Caller, server: string): ExpectedListing | undefined {
    const entry = this.#parts.catalog.require(server);
    if (this.#sessions.of(caller).activations.has(entry.id) || this.core.isCore(entry.id)) return undefined;
    return this.#parts.expected.listing(entry);
  }

  /** What is active in a session costs so much; without one, as in a new session. */
  budget(session?: SessionId): TokenBudget {
    const active = session === undefined ? undefined : this.#sessions.find(session)?.activations;
    const { catalog, clock, alwaysOn } = this.#parts;
    const costs = activeCosts({
      catalog,
      core: this.core,
      alwaysOn,
      active: active ?? new Map(),
      toolsOf: entry => this.#upstreams.callableTools(entry),
      nowMs: clock.monotonicMs(),
    });
    return tokenBudget(costs, this.#parts.settings());
  }

  /** Whether a module of ours is on for the caller. */
  isModuleOn(caller: Caller, module: ServerId): boolean {
    return (
      this.core.isCore(module) || (this.#sessions.find(caller.session)?.activations.has(module) ?? false)
    );
  }

  /** The limits in force. */
  settings(): GatewaySettings {
    return this.#parts.settings();
  }

  health(server: ServerId): Health {
    return this.#pool.health(server);
  }

  tools(server: ServerId): readonly UpstreamTool[] {
    const entry = this.#parts.catalog.find(server);
    return entry ? this.#upstreams.allowedTools(entry) : [];
  }

  /** How every server outside is: those that run are asked, none is started. */
  async checkHealth(): Promise<readonly HealthReport[]> {
    const { catalog, clock } = this.#parts;
    return await checkHealth({ catalog, clock, pool: this.#pool });
  }

  /** The sessions that are alive, the one used last first. */
  sessions(): readonly Session[] {
    return [...this.#sessions.all()].sort((a, b) => b.lastUsedMs - a.lastUsedMs);
  }

  session(id: SessionId): Session | undefined {
    return this.#sessions.find(id);
  }

  /** Called before an answer goes out: every client is told first (D6). */
  onToolListChanged(listener: ToolListListener): Disposable {
    return this.#announcer.onToolListChanged(listener);
  }

  /** A person's wish for a session that exists. @throws {Refusal} as `activate` */
  async activateFor(session: Session, name: string, signal: AbortSignal): Promise<ActivationReport> {
    return await this.#activator.activate(session, name, 'person', signal);
  }

  /**
   * A person's choice of the tools that lists show, by the server's own names; all where left out.
   * @throws {Refusal} unknown-server, not-active-here, unknown-tool
   */
  async chooseTools(session: Session, server: string, names: readonly string[] | undefined): Promise<void> {
    await this.#activator.choose(session, server, names);
  }

  /** @throws {Refusal} as `deactivate` */
  async deactivateFor(session: Session, name: string): Promise<void> {
    await this.#activator.deactivate(session, name);
  }

  /** A connection is gone: what it stood for ends, chats that the host named live on. */
  async connectionClosed(connection: string): Promise<void> {
    this.passthrough.notices.connectionClosed(connection);
    for (const session of this.#sessions.all()) {
      if (session.connection !== connection || session.isConversation) continue;
      await this.endSession(session, 'connection closed');
    }
  }

  /** Switches off what a session switched on and forgets it: the next call of its chat begins another one. */
  async endSession(session: Session, reason: string): Promise<void> {
    const servers = [...session.activations.keys()];
    await Promise.all(servers.map(server => this.#activator.end(session, server, reason)));
    this.#sessions.remove(session.id);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Stops every server. Resolves when their processes are gone. */
  async stop(): Promise<void> {
    this.dispose();
    await this.#pool.stopAll();
  }
}
