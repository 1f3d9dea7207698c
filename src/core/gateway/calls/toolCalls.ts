import type { ServerId } from '../../../shared/ids';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogEntry } from '../../catalog/entry/entry';
import { oneLine } from '../../catalog/entry/plainText';
import { nearestNames } from '../../catalog/entry/nearest';
import { meantTool, withoutClientPrefix } from '../../registry/meantTool';
import { withServerKeys } from '../../registry/protocolTool';
import { readInput } from '../../registry/readInput';
import { withoutOwnError } from './ownError';
import type { CallableTool, ToolDefinition, UpstreamTool } from '../../registry/tool';
import type { ToolRegistry } from '../../registry/toolRegistry';
import { untilAborted } from '../../support/abort';
import { folded } from '../../support/folded';
import type { Clock } from '../../support/clock';
import { isRecord } from '../../support/json';
import { Refusal } from '../../support/refusal';
import type { ToolTrust } from '../../trust/toolTrust';
import type { CallApproval } from './callApproval';
import { isForAppsOnly } from '../tools/appTools';
import { canRunAsTask } from '../tools/callTask';
import type { Operation } from '../../operations/operation';
import type { CoreServers } from '../sessions/coreServers';
import { notedResult } from './notedResult';
import { METHOD_NOT_FOUND, ProtocolError } from '../upstream/protocolError';
import type { SchemaCheck } from '../tools/schemaCheck';
import type { Session } from '../sessions/sessions';
import { readinessFor } from '../sessions/sessionSwitches';
import type { CallOptions, ToolResult } from '../upstream/upstream';
import type { Upstreams } from '../servers/upstreams';
import type { WithheldTools } from '../tools/withheldTools';

interface ToolCallsParts {
  readonly catalog: Catalog;
  readonly registry: ToolRegistry;
  readonly upstreams: Upstreams;
  readonly core: CoreServers;
  readonly clock: Clock;
  readonly checkSchema: SchemaCheck;
  /** Makes of a server's answer what its chat gets. */
  readonly deliver: (
    session: Session,
    tool: UpstreamTool,
    result: ToolResult,
    options: Pick<CallOptions, 'isForProgram'>,
  ) => ToolResult;
  readonly approval: CallApproval;
  readonly trust: Pick<ToolTrust, 'isWithheld' | 'refusal'>;
  readonly withheld: WithheldTools;
}

/** Servers that are named where one of them has to be switched on first. */
const MOST_NAMED = 3;

/** A server's tool that a session may call. */
export interface FoundTool {
  readonly definition: ToolDefinition;
  readonly server: ServerId;
  readonly isOwn: false;
  /** Whether a person would be asked before it runs. */
  readonly asks: boolean;
  /** Why it would refuse these arguments. */
  misfit(input: unknown): Refusal | undefined;
}

/** What goes along with a call, and the operation that it is. */
export interface OperatedCall extends CallOptions {
  /** Its signal is the call's: the session's letting go of the server cancels it. */
  readonly operation: Operation;
}

/** Routes calls to servers: the same rules whichever way a call came in. */
export class ToolCalls {
  readonly #parts: ToolCallsParts;

  constructor(parts: ToolCallsParts) {
    this.#parts = parts;
  }

  /**
   * Calls a tool, by the name it is listed under or by its server and the name it has there.
   * @throws {Refusal} unknown-tool, tool-withheld, not-active-here, invalid-arguments, call-rejected, and what a start or the server
   * refuses
   * @throws {ProtocolError} where it is to run as a task and cannot
   */
  async call(
    session: Session,
    { tool: name, server }: { readonly tool: string; readonly server?: string },
    input: unknown,
    options: OperatedCall,
  ): Promise<ToolResult> {
    if (server !== undefined)
      return await this.#run(session, this.#parts.catalog.require(server), name, input, options);
    const tool = await this.require(session, name, options);
    return await this.#run(
      session,
      this.#parts.catalog.require(tool.server),
      tool.definition.name,
      input,
      options,
    );
  }

  /**
   * The tool that is listed under a name, or the only active one that it can have meant. Before a name is refused, its
   * server is started where none of its tools is known yet, and servers that have just said that their tools changed are asked.
   * @throws {Refusal} unknown-tool, not-active-here, server-disabled, and what a start refuses
   */
  async require(
    session: Session,
    exposedName: string,
    options: Pick<CallOptions, 'signal' | 'client'>,
  ): Promise<UpstreamTool> {
    const { signal, client } = options;
    const { registry, upstreams } = this.#parts;
    const find = (): UpstreamTool | undefined =>
      registry.byExposedName(exposedName) ?? meantTool(exposedName, this.#toolsActiveIn(session));
    const known = find();
    if (known) return known;
    const entry = this.#serverNamedBy(exposedName);
    if (entry && this.#isActive(session, entry) && !registry.hasTools(entry.id)) {
      this.#requireActive(session, entry);
      await upstreams.connect(entry, session, signal, client);
    }
    await upstreams.settleTools(this.#activeIn(session), session, signal);
    const tool = find();
    if (tool) return tool;
    const bare = withoutClientPrefix(exposedName);
    if (bare === exposedName || entry !== undefined) throw this.#unknownTool(session, exposedName);
    return await this.require(session, bare, options);
  }

  /** The tool that a call of this name would reach now. @throws {Refusal} as `require`, and tool-withheld */
  async lookUp(session: Session, exposedName: string, signal: AbortSignal): Promise<FoundTool> {
    const { definition, server } = await this.require(session, exposedName, { signal });
    const entry = this.#parts.catalog.require(server);
    this.#requireActive(session, entry);
    const tool = this.#requireTool(entry, definition.name);
    const asks = this.#parts.approval.wouldAsk(session, entry, tool);
    const misfit = (input: unknown): Refusal | undefined => {
      const read = this.#readInput(tool, input);
      return Refusal.is(read) ? read : undefined;
    };
    return { definition: tool.definition, server: entry.id, isOwn: false, asks, misfit };
  }

  /** Asks once about the tools of a plan, by listed names. @throws {Refusal} call-rejected, and as `require` */
  async approvePlan(
    session: Session,
    { plan, tools }: { readonly plan: string; readonly tools: ReadonlyMap<string, number> },
    options: Pick<CallOptions, 'signal' | 'client'>,
  ): Promise<ReadonlySet<string>> {
    const found = await Promise.all(
      [...tools].map(async ([name, leaves]) => {
        const tool = await this.require(session, name, options);
        return { tool, entry: this.#parts.catalog.require(tool.server), leaves };
      }),
    );
    return await this.#parts.approval.approvePlan(session, plan, found, options);
  }

  /** The tools of a server this session may use, started for it where nothing is known of it yet. */
  async list(
    session: Session,
    server: string,
    signal: AbortSignal,
    client?: CallOptions['client'],
  ): Promise<readonly CallableTool[]> {
    const entry = this.#parts.catalog.require(server);
    if (entry.launch.type !== 'native' && !this.#parts.registry.hasTools(entry.id)) {
      this.#requireActive(session, entry);
      await this.#parts.upstreams.connect(entry, session, signal, client);
    }
    await this.#parts.upstreams.settleTools([entry.id], session, signal);
    return this.#parts.upstreams.callableTools(entry);
  }

  /** Whether a module of ours is on for the session. @throws {Refusal} not-active-here */
  requireModule(session: Session, module: ServerId): void {
    this.#requireActive(session, this.#parts.catalog.require(module));
    const activation = session.activations.get(module);
    if (activation) activation.lastUsedMs = this.#parts.clock.monotonicMs();
  }

  async #run(
    session: Session,
    entry: CatalogEntry,
    toolName: string,
    input: unknown,
    { operation, ...options }: OperatedCall,
  ): Promise<ToolResult> {
    this.#requireActive(session, entry);
    // What a module of ours has is called before it comes here: this name is none of its tools.
    if (entry.launch.type === 'native') this.#requireTool(entry, toolName);
    const activation = session.activations.get(entry.id);
    const { signal } = options;
    activation?.calls.set(operation, toolName);
    try {
      const { upstreams, approval } = this.#parts;
      let connection = await upstreams.connect(entry, session, signal, options.client);
      const known = this.#parts.registry.byServerAndName(entry.id, toolName);
      if (!known) await upstreams.settleTools([entry.id], session, signal);
      else if (this.#parts.trust.isWithheld(known)) {
        await this.#parts.withheld.review(known, session, options.client, signal);
        // While a person read the question, the session may have let go of it, and the server ended.
        this.#requireActive(session, entry);
        connection = await upstreams.connect(entry, session, signal, options.client);
      }
      const tool = this.#requireTool(entry, toolName);
      // Whoever calls through a tool of ours is an agent; a host calls for its pages by the listed name.
      if (operation.parent !== undefined && isForAppsOnly(tool.definition)) throw forAppsOnly(tool);
      if (options.task && !canRunAsTask(tool.definition)) throw noTask(tool.exposedName);
      const read = this.#readInput(tool, input);
      if (Refusal.is(read)) throw read;
      const { input: checked, notes } = read;
      if (await approval.require(session, entry, tool, checked, options)) {
        // While a person read the question, the session may have let go, the server ended, the tool become another one.
        this.#requireActive(session, entry);
        connection = await upstreams.connect(entry, session, signal, options.client);
        this.#requireSame(tool, this.#requireTool(entry, toolName));
      }
      const { callTimeoutMs: idleMs } = entry;
      const limited = { ...options, ...(idleMs === undefined ? {} : { idleMs }) };
      const calling = connection.callTool(tool.definition.name, checked, limited);
      const result = withoutOwnError(await untilAborted(calling, signal));
      const answer = this.#parts.deliver(session, tool, result, options);
      return options.isForProgram ? answer : notedResult(answer, notes);
    } finally {
      if (activation) {
        activation.calls.delete(operation);
        activation.lastUsedMs = this.#parts.clock.monotonicMs();
      }
    }
  }

  #requireActive(session: Session, entry: CatalogEntry): void {
    if (session.activations.has(entry.id)) return;
    const readiness = readinessFor(session, entry, this.#parts.catalog);
    if (this.#parts.core.isCore(entry.id) && readiness.status === 'disabled') {
      throw new Refusal('server-disabled', readiness.message, { server: entry.id, by: readiness.by });
    }
    if (this.#parts.core.isCore(entry.id)) return;
    throw new Refusal(
      'not-active-here',
      `"${entry.id}" is not active in this session. Call mcp_activate with name "${entry.id}" first.`,
      { server: entry.id },
    );
  }

  #requireTool(entry: CatalogEntry, toolName: string): UpstreamTool {
    const known = this.#parts.registry.byServerAndName(entry.id, toolName);
    if (known && this.#parts.upstreams.isAllowed(entry, known)) return known;
    const allowed = this.#parts.upstreams.allowedTools(entry);
    const tool = known ?? meantTool(toolName, allowed);
    if (tool && allowed.includes(tool)) return tool;
    const withheld = this.#parts.upstreams.withheldTools(entry);
    if (tool && withheld.includes(tool)) throw this.#parts.trust.refusal(tool, withheld);
    const near = nearestNames(
      toolName,
      this.#parts.upstreams.callableTools(entry).map(other => other.definition.name),
    );
    throw new Refusal(
      'unknown-tool',
      `"${entry.id}" has no tool "${toolName}".${didYouMean(near)} Call mcp_list_tools to see its tools.`,
      { server: entry.id, did_you_mean: near },
    );
  }

  #requireSame(asked: UpstreamTool, now: UpstreamTool): void {
    if (now.schemaHash === asked.schemaHash) return;
    throw new Refusal(
      'tool-changed',
      `"${asked.exposedName}" changed while the user was being asked. Nothing was called. Call mcp_list_tools, then try again.`,
      { server: asked.server },
    );
  }

  /** The arguments as the tool takes them, or why it does not. */
  #readInput(
    tool: UpstreamTool,
    given: unknown,
  ): { readonly input: Readonly<Record<string, unknown>>; readonly notes: readonly string[] } | Refusal {
    const { schemaHash, definition } = tool;
    const asWritten = isRecord(given) ? withServerKeys(definition, given) : given;
    const check = (input: unknown) => {
      const problems = this.#parts.checkSchema(schemaHash, definition.inputSchema, input);
      return { input, problems, fits: problems.length === 0 };
    };
    const { read, notes } = readInput(definition.inputSchema, asWritten, check, { isOfServer: true });
    const { input, problems } = read;
    if (isRecord(input) && problems.length === 0) return { input, notes };
    return new Refusal(
      'invalid-arguments',
      `The arguments do not fit "${tool.exposedName}": ${problems.join('; ') || 'an object is expected'}. Nothing was called.`,
      { server: tool.server, tool: tool.definition.name, problems },
    );
  }

  /** The server whose tools are listed under names that begin like this one. */
  #serverNamedBy(exposedName: string): CatalogEntry | undefined {
    const prefix = prefixOf(exposedName);
    return prefix === undefined ? undefined : this.#parts.catalog.find(prefix);
  }

  #isActive(session: Session, { id }: CatalogEntry): boolean {
    return session.activations.has(id) || this.#parts.core.isCore(id);
  }

  #activeIn(session: Session): readonly ServerId[] {
    return [...this.#parts.core.external(), ...session.activations.keys()];
  }

  /** The tools of servers that are on for the session. */
  #toolsActiveIn(session: Session): readonly UpstreamTool[] {
    return this.#activeIn(session).flatMap(server => {
      const entry = this.#parts.catalog.find(server);
      return entry ? this.#parts.upstreams.allowedTools(entry) : [];
    });
  }

  #unknownTool(session: Session, name: string): Refusal {
    const listed = this.#toolsActiveIn(session);
    const near = nearestNames(
      name,
      listed.map(tool => tool.exposedName),
    );
    const entry = this.#serverNamedBy(name);
    if (entry && this.#isActive(session, entry)) {
      const own = name.slice(name.indexOf('__') + 2);
      const known = `"${entry.id}" has no tool "${own}".${didYouMean(near)}`;
      const next = `Call mcp_list_tools with server "${entry.id}" to see its tools.`;
      return new Refusal('unknown-tool', `${known} ${next}`, { server: entry.id, did_you_mean: near });
    }
    if (entry)
      return new Refusal(
        'not-active-here',
        `"${entry.id}" is not active in this session. Call mcp_activate with name "${entry.id}" first.`,
        { server: entry.id },
      );
    const gone = [...session.removed].find(id => id === prefixOf(name));
    if (gone !== undefined)
      return new Refusal(
        'unknown-tool',
        `"${gone}" was turned off, because it was removed from the catalog. Call mcp_environment to see which servers there are.`,
        { server: gone },
      );
    const several = listed.filter(({ definition }) => folded(definition.name) === folded(name));
    if (several.length > 1) return manyHave(name, several);
    const active = new Set(this.#activeIn(session));
    const having = this.#parts.catalog.having(name).filter(server => !active.has(server));
    if (having.length > 0)
      return new Refusal(
        'unknown-tool',
        `No active server has a tool "${name}".${didYouMean(near)} Servers that have one: ${having
          .slice(0, MOST_NAMED)
          .map(id => `"${id}"`)
          .join(', ')}. Call mcp_activate with name "${having[0]}" first.`,
        { did_you_mean: near, servers: having.slice(0, MOST_NAMED) },
      );
    return new Refusal(
      'unknown-tool',
      `There is no tool "${name}".${didYouMean(near)} Call mcp_discover to find a server, then mcp_activate.`,
      { did_you_mean: near },
    );
  }
}

/** The server's id in a listed name. One that begins with a digit is listed with `_` before it (`exposedName`). */
function prefixOf(name: string): string | undefined {
  const end = name.indexOf('__');
  return end === -1 ? undefined : name.slice(0, end).replace(/^_(?=\d)/, '');
}

/** A tool was asked to run as a task, and knows no tasks (MCP 2025-11-25, tasks, tool-level negotiation). */
export function noTask(tool: string): ProtocolError {
  return new ProtocolError(METHOD_NOT_FOUND, `"${tool}" can't run as a task. Call it again without "task".`);
}

/** A bare name that tools of several servers have. */
function manyHave(name: string, tools: readonly UpstreamTool[]): Refusal {
  const names = tools.map(({ exposedName }) => exposedName).slice(0, MOST_NAMED);
  const more = tools.length > names.length ? ` and ${tools.length - names.length} more` : '';
  return new Refusal(
    'unknown-tool',
    `Several active servers have a tool "${name}". Call one of them by its full name: ${names.map(each => `"${each}"`).join(', ')}${more}.`,
    { did_you_mean: names },
  );
}

function didYouMean(names: readonly string[]): string {
  return names.length === 0 ? '' : ` Did you mean ${names.map(name => `"${name}"`).join(', ')}?`;
}

function forAppsOnly({ definition, server }: UpstreamTool): Refusal {
  return new Refusal(
    'app-only',
    `"${oneLine(definition.name, 64)}" of "${server}" is for the server's own page, not for agents. Call another tool: mcp_list_tools shows them.`,
  );
}
