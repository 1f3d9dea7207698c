import type { ServerId } from '../../shared/ids';
import type { Catalog } from '../catalog/catalog';
import type { CatalogEntry } from '../catalog/entry';
import type { CallableTool } from '../registry/tool';
import type { ToolRegistry } from '../registry/toolRegistry';
import type { Clock } from '../support/clock';
import { untilAborted } from '../support/abort';
import { type Disposable, disposable } from '../support/disposable';
import { Refusal } from '../support/refusal';
import type { Announcer } from './announcer';
import type { CoreServers } from './coreServers';
import type { Activation, Session, Sessions } from './sessions';
import { readinessFor } from './sessionSwitches';
import type { GatewaySettings } from './settings';
import type { Upstreams } from './upstreams';

/** What switching a server on led to. */
export interface ActivationReport {
  readonly entry: CatalogEntry;
  readonly alreadyActive: boolean;
  /** `cached`: the tools are known from before and the server starts behind; `started`: it runs; `native`: nothing to start. */
  readonly start: 'cached' | 'started' | 'native';
  readonly since: number;
  readonly tools: readonly CallableTool[];
  /** How the server wants to be used, in its own words; where it says so and runs already. */
  readonly instructions?: string;
  /** What the user should know of them. */
  readonly warnings: readonly string[];
}

interface ActivatorParts {
  readonly catalog: Catalog;
  readonly registry: ToolRegistry;
  readonly sessions: Sessions;
  readonly upstreams: Upstreams;
  readonly core: CoreServers;
  readonly announcer: Announcer;
  readonly clock: Clock;
  readonly settings: () => GatewaySettings;
}

/** Switches servers on and off for one session, in the order gateway.md gives. */
export class Activator {
  readonly #parts: ActivatorParts;
  /** Activations under way, by session: asking twice for the same is asking once. */
  readonly #underWay = new WeakMap<Session, Map<ServerId, Promise<ActivationReport>>>();

  constructor(parts: ActivatorParts) {
    this.#parts = parts;
  }

  /**
   * @throws {Refusal} unknown-server, activation-not-allowed, server-disabled, missing-credentials, missing-runtime, rate-limited,
   * too-many-active, launch-not-approved, start-failed, start-timeout, start-paused: nothing stays half active.
   */
  async activate(
    session: Session,
    name: string,
    by: Activation['by'],
    signal: AbortSignal,
  ): Promise<ActivationReport> {
    const entry = this.#parts.catalog.require(name);
    const active = session.activations.get(entry.id);
    if (active) return this.#alreadyActive(entry, active);
    if (this.#parts.core.isCore(entry.id)) return await this.#coreServer(session, entry, by, signal);
    const underWay = this.#underWay.get(session) ?? new Map<ServerId, Promise<ActivationReport>>();
    this.#underWay.set(session, underWay);
    const shared = underWay.get(entry.id);
    if (shared) {
      const outcome = await untilAborted(
        shared.then(null, (error: unknown) => ({ error })),
        signal,
      );
      if (!('error' in outcome)) return { ...outcome, alreadyActive: true };
      // What the other one was refused holds for this one too; that the other one left does not.
      if (Refusal.is(outcome.error)) throw outcome.error;
      return await this.activate(session, name, by, signal);
    }
    const own = this.#activate(session, entry, by, underWay.size, signal).finally(() =>
      underWay.delete(entry.id),
    );
    underWay.set(entry.id, own);
    return await own;
  }

  /** @throws {Refusal} unknown-server, core-server, not-active-here */
  async deactivate(session: Session, name: string): Promise<{ entry: CatalogEntry; toolsRemoved: number }> {
    const entry = this.#parts.catalog.require(name);
    if (this.#parts.core.isCore(entry.id)) {
      throw new Refusal('core-server', `Cannot deactivate "${entry.id}": it is a core server.`, {
        server: entry.id,
      });
    }
    if (!session.activations.has(entry.id)) {
      throw new Refusal(
        'not-active-here',
        `Cannot deactivate "${entry.id}": this session did not activate it. Call mcp_environment to see what is active.`,
        { server: entry.id },
      );
    }
    await this.end(session, entry.id, 'deactivated');
    return { entry, toolsRemoved: this.#parts.upstreams.callableTools(entry).length };
  }

  /** A person's wish for one session. @throws {Refusal} unknown-server, core-server, server-disabled */
  async switch(session: Session, name: string, isOn: boolean | undefined): Promise<void> {
    const { catalog, core, announcer } = this.#parts;
    const { id: server } = catalog.require(name);
    if (core.isCore(server))
      throw new Refusal('core-server', `"${server}" is a core server: it is on in every chat.`, { server });
    const readiness = catalog.readiness(catalog.require(name));
    if (isOn === true && readiness.status === 'disabled' && readiness.by === 'policy')
      throw new Refusal('server-disabled', readiness.message, { server, by: readiness.by });
    if (isOn === undefined) session.switches.delete(server);
    else session.switches.set(server, isOn);
    announcer.tell('serverSwitched', { server, isOn: isOn ?? null }, session.id);
    const now = readinessFor(session, catalog.require(name), catalog);
    if (now.status === 'disabled') await this.end(session, server, 'disabled');
  }

  /** Takes an activation away, whatever the reason; the server stops when nobody else holds it. */
  async end(session: Session, server: ServerId, reason: string): Promise<void> {
    if (!session.activations.delete(server)) return;
    this.#parts.upstreams.release(server, session);
    this.#parts.announcer.tell('serverDeactivated', { server, reason }, session.id);
    await this.#parts.announcer.switched(server);
  }

  async #activate(
    session: Session,
    entry: CatalogEntry,
    by: Activation['by'],
    othersUnderWay: number,
    signal: AbortSignal,
  ): Promise<ActivationReport> {
    this.#requireAllowed(entry, by);
    this.#requireReady(session, entry, by);
    const place = this.#takePlace(session, entry);
    session.pending++;
    try {
      this.#requireRoom(session, othersUnderWay);
      const start = await this.#makeReady(session, entry, by, signal);
      signal.throwIfAborted();
      // While it started, somebody may have switched it off.
      this.#requireReady(session, this.#parts.catalog.require(entry.id), by);
      const since = this.#record(session, entry, by);
      await this.#parts.announcer.switched(entry.id);
      const { upstreams } = this.#parts;
      return {
        entry,
        alreadyActive: false,
        start,
        since,
        tools: upstreams.callableTools(entry),
        warnings: upstreams.warningsAtStart(entry),
        ...upstreams.instructions(entry, session),
      };
    } catch (error) {
      place.dispose();
      if (!session.activations.has(entry.id)) this.#parts.upstreams.release(entry.id, session);
      throw error;
    } finally {
      session.pending--;
    }
  }

  #requireAllowed({ id: server }: CatalogEntry, by: Activation['by']): void {
    if (by === 'person' || this.#parts.settings().mayAgentActivate) return;
    throw new Refusal(
      'activation-not-allowed',
      `"${server}" was not activated: the setting switchyard.activation.allowAgent keeps agents from switching servers on. ` +
        'Ask the user to do it with the command "Switchyard: Toggle MCP Server…".',
      { server },
    );
  }

  #requireReady(session: Session, entry: CatalogEntry, by: Activation['by']): void {
    const readiness = readinessFor(session, entry, this.#parts.catalog);
    if (readiness.status === 'disabled') {
      throw new Refusal('server-disabled', readiness.message, { server: entry.id, by: readiness.by });
    }
    if (readiness.status === 'missing-credentials') {
      const { keys } = readiness;
      if (by === 'agent')
        this.#parts.announcer.tell('credentialsMissing', { server: entry.id, keys }, session.id);
      throw new Refusal('missing-credentials', readiness.message, {
        server: entry.id,
        missing: readiness.keys,
      });
    }
    const runtime = this.#parts.catalog.runtime(entry);
    if (runtime.status === 'missing') {
      throw new Refusal('missing-runtime', runtime.message, { server: entry.id, program: runtime.program });
    }
  }

  /** Modules of ours start nothing, so they do not count. */
  #takePlace(session: Session, { launch }: CatalogEntry): Disposable {
    if (launch.type === 'native') return disposable(() => undefined);
    const { maxPerMinute } = this.#parts.settings();
    const retryInMs = session.rateLimit.retryInMs(maxPerMinute);
    if (retryInMs > 0) {
      const seconds = Math.ceil(retryInMs / 1_000);
      throw new Refusal(
        'rate-limited',
        `Rate limit exceeded: ${maxPerMinute} activations per 60 s. Try again in ${seconds} s.`,
        { retryInMs },
      );
    }
    return session.rateLimit.take();
  }

  #requireRoom(session: Session, othersUnderWay: number): void {
    const { maxActive } = this.#parts.settings();
    if (session.activations.size + othersUnderWay < maxActive) return;
    const names = [...session.activations.values()]
      .sort((a, b) => a.lastUsedMs - b.lastUsedMs)
      .map(activation => activation.server);
    throw new Refusal(
      'too-many-active',
      `${maxActive} servers are active in this session, the most allowed. ` +
        `Call mcp_deactivate first, e.g. for "${names[0]}", which was not used for the longest time.`,
      { active: names },
    );
  }

  /** Consent, then tools: from the cache at once while the server starts behind, else from the server itself. */
  async #makeReady(
    session: Session,
    entry: CatalogEntry,
    by: Activation['by'],
    signal: AbortSignal,
  ): Promise<ActivationReport['start']> {
    const { upstreams, registry } = this.#parts;
    if (entry.launch.type === 'native') return 'native';
    const launch = await upstreams.approvedLaunch(entry, session, by, signal);
    if (registry.hasTools(entry.id)) {
      upstreams.startBehind(entry, session, launch, error => this.#startFailed(session, entry.id, error));
      return 'cached';
    }
    await upstreams.start(entry, session, launch, signal);
    return 'started';
  }

  /** A start behind an activation failed: the activation ends, as if it had failed at once. */
  #startFailed(session: Session, server: ServerId, error: unknown): void {
    // It was switched off meanwhile, and may be on again by another start.
    if (Refusal.is(error, 'upstream-closed')) return;
    // Its tools are known and stay; the first call says that somebody has to sign in.
    if (Refusal.is(error, 'sign-in-needed')) return;
    const reason = error instanceof Error ? error.message : 'it did not start';
    void this.end(session, server, reason); // Announced on the bus; nobody waits for it.
  }

  #record(session: Session, entry: CatalogEntry, by: Activation['by']): number {
    const { clock, announcer } = this.#parts;
    const since = clock.now();
    session.activations.set(entry.id, {
      server: entry.id,
      since,
      by,
      lastUsedMs: clock.monotonicMs(),
      callsInFlight: 0,
    });
    announcer.tell('serverActivated', { server: entry.id, by }, session.id);
    return since;
  }

  /** A core server is active as it is; what an agent asks for is its tools, so it is started where they are unknown. */
  async #coreServer(
    session: Session,
    entry: CatalogEntry,
    by: Activation['by'],
    signal: AbortSignal,
  ): Promise<ActivationReport> {
    if (entry.launch.type !== 'native' && !this.#parts.registry.hasTools(entry.id)) {
      this.#requireReady(session, entry, by);
      await this.#makeReady(session, entry, by, signal);
    }
    return this.#alreadyActive(entry, undefined);
  }

  #alreadyActive(entry: CatalogEntry, active: Activation | undefined): ActivationReport {
    return {
      entry,
      alreadyActive: true,
      start: entry.launch.type === 'native' ? 'native' : 'started',
      since: active?.since ?? this.#parts.clock.now(),
      tools: this.#parts.upstreams.callableTools(entry),
      warnings: this.#parts.upstreams.warningsAtStart(entry),
    };
  }
}
