import type { ServerId } from '../../shared/ids';
import type { Catalog } from '../catalog/catalog';
import type { CatalogEntry } from '../catalog/entry/entry';
import type { CallableTool } from '../registry/tool';
import type { ToolRegistry } from '../registry/toolRegistry';
import type { Clock } from '../support/clock';
import { type Disposable, disposable } from '../support/disposable';
import { Refusal } from '../support/refusal';
import type { Announcer } from './sessions/announcer';
import { isForAppsOnly } from './tools/appTools';
import { choiceOf, shownTools, type ToolChoice, type WantedTools } from './tools/toolChoice';
import { endCalls, endedBefore } from './sessions/endCalls';
import type { CoreServers } from './sessions/coreServers';
import { failedForActivation, failedForCall, failureWarnings } from './upstream/failure';
import type { Activation, Session, Sessions } from './sessions/sessions';
import { readinessFor } from './sessions/sessionSwitches';
import type { GatewaySettings } from './sessions/settings';
import type { CallerClient } from './upstream/upstream';
import type { Upstreams } from './servers/upstreams';
import { ActivationsUnderWay } from './underWay';
import type { ActivationReport, ActivationWishes, DeactivationReport } from './activationReport';

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

/** Switches servers on and off for one session: permission, room, readiness, consent, start. */
export class Activator {
  readonly #parts: ActivatorParts;
  readonly #underWay = new ActivationsUnderWay();

  constructor(parts: ActivatorParts) {
    this.#parts = parts;
  }

  /**
   * @throws {Refusal} unknown-server, activation-not-allowed, server-disabled, missing-credentials, missing-runtime, rate-limited,
   * too-many-active, launch-not-approved, start-failed, start-timeout, start-paused: nothing stays half active; still-starting: it will be
   * when the server is up.
   */
  async activate(
    session: Session,
    name: string,
    by: Activation['by'],
    signal: AbortSignal,
    wishes: ActivationWishes = {},
  ): Promise<ActivationReport> {
    const { client, tools: wanted } = wishes;
    const entry = this.#parts.catalog.require(name, session.id);
    const active = session.activations.get(entry.id);
    if (active || this.#parts.core.isCore(entry.id))
      return await this.#activeAgain({ session, entry, active, by, signal, client, wanted });
    const patience = wishes.isImpatient === true ? this.#parts.clock : undefined;
    const shared = this.#underWay.find(session, entry.id);
    if (shared) {
      const outcome = await shared
        .beside(signal, patience)
        .catch((error: unknown) => ({ error: signal.aborted ? signal.reason : error }));
      signal.throwIfAborted();
      // What the other one wanted to see may not be what this one wants.
      if (!('error' in outcome)) return await this.activate(session, name, by, signal, wishes);
      // What the other one was refused holds for this one too; that the other one left does not.
      if (Refusal.is(outcome.error)) throw outcome.error;
      return await this.activate(session, name, by, signal, wishes);
    }
    const own = this.#underWay.begin(session, entry.id, async (others, ending, starts) =>
      this.#activate(session, entry, by, others, ending, { ...wishes, starts }),
    );
    return await own.first(signal, patience);
  }

  /**
   * A person's choice of the tools that lists show, instead of the one before; all where left out.
   * @throws {Refusal} unknown-server, not-active-here, unknown-tool
   */
  async choose(session: Session, name: string, names: readonly string[] | undefined): Promise<void> {
    const { catalog, upstreams, announcer } = this.#parts;
    const entry = catalog.require(name);
    const active = session.activations.get(entry.id);
    if (active === undefined)
      throw new Refusal('not-active-here', `"${entry.id}" is not active in this session.`, {
        server: entry.id,
      });
    const wanted = names && { names };
    active.shown = choiceOf(entry.id, upstreams.callableTools(entry), wanted, catalog);
    await announcer.switched(entry.id);
  }

  /** @throws {Refusal} unknown-server, core-server, not-active-here */
  async deactivate(session: Session, name: string): Promise<DeactivationReport> {
    const entry = this.#parts.catalog.require(name);
    if (this.#parts.core.isCore(entry.id)) {
      throw new Refusal('core-server', `Can't deactivate "${entry.id}": it is a core server.`, {
        server: entry.id,
      });
    }
    const starting = this.#underWay.find(session, entry.id);
    if (starting) {
      starting.end(endedBefore(entry.id));
      return { entry, toolsRemoved: 0, callsCancelled: 0 };
    }
    if (!session.activations.has(entry.id)) {
      throw new Refusal(
        'not-active-here',
        `Can't deactivate "${entry.id}": this session didn't activate it. Call mcp_environment to see what is active.`,
        { server: entry.id },
      );
    }
    const callsCancelled = await this.end(session, entry.id, 'deactivated');
    return { entry, toolsRemoved: this.#parts.upstreams.callableTools(entry).length, callsCancelled };
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

  /**
   * Takes an activation away, whatever the reason: its calls are cancelled, then the server stops when nobody else holds it.
   * Resolves with the number of those calls.
   */
  async end(session: Session, server: ServerId, reason: string): Promise<number> {
    const { announcer, upstreams } = this.#parts;
    const activation = session.activations.get(server);
    if (activation === undefined) return 0;
    session.activations.delete(server);
    announcer.tell('serverDeactivated', { server, reason }, session.id);
    const cancelled = activation.calls.size === 0 ? 0 : await endCalls(activation, reason);
    // While its calls ended, it may have been switched on again, or be about to.
    if (!session.activations.has(server) && !session.pending.has(server)) upstreams.release(server, session);
    await announcer.switched(server);
    return cancelled;
  }

  async #activate(
    session: Session,
    entry: CatalogEntry,
    by: Activation['by'],
    othersUnderWay: number,
    signal: AbortSignal,
    wishes: StartWishes,
  ): Promise<ActivationReport> {
    this.#requireAllowed(entry, by);
    this.#requireReady(session, entry, by);
    const place = this.#takePlace(session, entry);
    session.pending.add(entry.id);
    try {
      this.#requireRoom(session, othersUnderWay);
      const before = this.#parts.upstreams.health(entry.id);
      const start = await this.#makeReady(session, entry, by, signal, wishes);
      signal.throwIfAborted();
      // Nobody would ever let go of what a chat got after its end.
      if (this.#parts.sessions.find(session.id) !== session) throw endedBefore(entry.id);
      // While it started, somebody may have switched it off.
      this.#requireReady(session, this.#parts.catalog.require(entry.id), by);
      const shown = choiceOf(entry.id, this.#toolsForModels(entry), wishes.tools, this.#parts.catalog);
      const since = this.#record(session, entry, by, shown);
      await this.#parts.announcer.switched(entry.id);
      const { upstreams } = this.#parts;
      const said = upstreams.instructions(entry, session);
      return {
        ...said,
        entry,
        alreadyActive: false,
        start,
        since,
        ...this.#toolsOf(session, entry),
        warnings: [
          ...(start === 'cached' ? failureWarnings(before, 'starts-again') : []),
          ...upstreams.warningsAtStart(entry),
          ...said.warnings,
        ],
      };
    } catch (error) {
      place.dispose();
      session.pending.delete(entry.id);
      if (!session.activations.has(entry.id)) this.#parts.upstreams.release(entry.id, session);
      throw error;
    } finally {
      session.pending.delete(entry.id);
    }
  }

  #requireAllowed({ id: server }: CatalogEntry, by: Activation['by']): void {
    if (by === 'person' || this.#parts.settings().mayAgentActivate) return;
    throw new Refusal(
      'activation-not-allowed',
      `"${server}" was not activated: the setting switchyard.activation.allowAgent doesn't let agents turn servers on. ` +
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
      `${maxActive === 1 ? '1 server is' : `${maxActive} servers are`} active in this session, the maximum. ` +
        `Call mcp_deactivate first, e.g. for "${names[0]}", the least recently used.`,
      { active: names },
    );
  }

  /** Consent, then tools: from the cache at once while the server starts behind, else from the server itself. */
  async #makeReady(
    session: Session,
    entry: CatalogEntry,
    by: Activation['by'],
    signal: AbortSignal,
    { client, startsAfter, starts }: StartWishes,
  ): Promise<ActivationReport['start']> {
    const { upstreams, registry } = this.#parts;
    if (entry.launch.type === 'native') return 'native';
    const launch = await upstreams.approvedLaunch(entry, session, by, signal, client);
    if (registry.hasTools(entry.id)) {
      upstreams.startBehind(entry, session, launch, startsAfter);
      return 'cached';
    }
    starts?.();
    try {
      await upstreams.start(entry, session, launch, signal);
    } catch (error) {
      throw this.#parts.core.isCore(entry.id)
        ? failedForCall(error, entry.id, true)
        : failedForActivation(error, upstreams.faults(entry));
    }
    return 'started';
  }

  #record(session: Session, entry: CatalogEntry, by: Activation['by'], shown: ToolChoice): number {
    const { clock, announcer } = this.#parts;
    const since = clock.now();
    session.activations.set(entry.id, {
      server: entry.id,
      since,
      by,
      source: entry.source,
      lastUsedMs: clock.monotonicMs(),
      shown,
      calls: new Map(),
    });
    announcer.tell('serverActivated', { server: entry.id, by }, session.id);
    return since;
  }

  /**
   * It is on already; what an agent asks for is its tools, so it is started where they are unknown: a core server that never ran, or
   * one whose entry says another launch since.
   */
  async #activeAgain({
    session,
    entry,
    active,
    by,
    signal,
    client,
    wanted,
  }: Again): Promise<ActivationReport> {
    const { upstreams, registry, announcer, clock } = this.#parts;
    if (entry.launch.type !== 'native' && !registry.hasTools(entry.id)) {
      this.#requireReady(session, entry, by);
      await this.#makeReady(session, entry, by, signal, { client });
    }
    if (active !== undefined && (active.shown ?? wanted) !== undefined) {
      active.shown = choiceOf(
        entry.id,
        this.#toolsForModels(entry),
        wanted,
        this.#parts.catalog,
        active.shown,
      );
      await announcer.switched(entry.id);
    }
    return {
      entry,
      alreadyActive: true,
      start: entry.launch.type === 'native' ? 'native' : 'started',
      since: active?.since ?? clock.now(),
      ...this.#toolsOf(session, entry),
      warnings: [
        ...failureWarnings(upstreams.health(entry.id), 'call-starts-it'),
        ...upstreams.warningsAtStart(entry),
      ],
    };
  }

  #toolsOf(session: Session, entry: CatalogEntry): Pick<ActivationReport, 'tools' | 'leftOut'> {
    const all = this.#toolsForModels(entry);
    const tools = shownTools(all, session.activations.get(entry.id)?.shown);
    const listed = new Set(tools);
    return { tools, leftOut: all.filter(tool => !listed.has(tool)) };
  }

  /** Without those that only a page of the server may call. */
  #toolsForModels(entry: CatalogEntry): readonly CallableTool[] {
    return this.#parts.upstreams.callableTools(entry).filter(tool => !isForAppsOnly(tool.definition));
  }
}

/** The same, and who is told when nobody has to be asked any more. */
interface StartWishes extends ActivationWishes {
  readonly starts?: () => void;
}

/** What an activation that is there already is asked for again. */
interface Again {
  readonly session: Session;
  readonly entry: CatalogEntry;
  readonly active: Activation | undefined;
  readonly by: Activation['by'];
  readonly signal: AbortSignal;
  readonly client: CallerClient | undefined;
  readonly wanted: WantedTools | undefined;
}
