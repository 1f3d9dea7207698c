import type { ServerId } from '../../shared/ids';
import type { Catalog } from '../catalog/catalog';
import type { CatalogEntry } from '../catalog/entry';
import { nearestNames } from '../catalog/nearest';
import { meantTool } from '../registry/meantTool';
import { withServerKeys } from '../registry/protocolTool';
import { readInput } from '../registry/readInput';
import type { CallableTool, UpstreamTool } from '../registry/tool';
import type { ToolRegistry } from '../registry/toolRegistry';
import type { Clock } from '../support/clock';
import { isRecord } from '../support/json';
import { Refusal } from '../support/refusal';
import type { ToolTrust } from '../trust/toolTrust';
import type { CallApproval } from './callApproval';
import { canRunAsTask } from './callTask';
import type { CoreServers } from './coreServers';
import { METHOD_NOT_FOUND, ProtocolError } from './protocolError';
import type { SchemaCheck } from './schemaCheck';
import type { Session } from './sessions';
import { readinessFor } from './sessionSwitches';
import type { CallOptions, ToolResult } from './upstream';
import type { Upstreams } from './upstreams';

interface ToolCallsParts {
  readonly catalog: Catalog;
  readonly registry: ToolRegistry;
  readonly upstreams: Upstreams;
  readonly core: CoreServers;
  readonly clock: Clock;
  readonly checkSchema: SchemaCheck;
  /** Makes of a server's answer what its chat gets. */
  readonly deliver: (session: Session, tool: UpstreamTool, result: ToolResult) => ToolResult;
  readonly approval: CallApproval;
  readonly trust: Pick<ToolTrust, 'refusal'>;
}

/** Routes calls to servers: the same rules whichever way a call came in. */
export class ToolCalls {
  readonly #parts: ToolCallsParts;

  constructor(parts: ToolCallsParts) {
    this.#parts = parts;
  }

  /**
   * Calls a tool by the name it is listed under.
   * @throws {Refusal} unknown-tool, tool-withheld, not-active-here, invalid-arguments, call-rejected, and what a start or the server
   * refuses
   * @throws {ProtocolError} where it is to run as a task and cannot
   */
  async call(
    session: Session,
    exposedName: string,
    input: unknown,
    options: CallOptions,
  ): Promise<ToolResult> {
    const tool = this.require(session, exposedName);
    return await this.#run(
      session,
      this.#parts.catalog.require(tool.server),
      tool.definition.name,
      input,
      options,
    );
  }

  /** The tool that is listed under a name, or the only active one that it can have meant. @throws {Refusal} unknown-tool */
  require(session: Session, exposedName: string): UpstreamTool {
    const tool =
      this.#parts.registry.byExposedName(exposedName) ?? meantTool(exposedName, this.#toolsActiveIn(session));
    if (!tool) throw this.#unknownTool(session, exposedName);
    return tool;
  }

  /** Calls a tool by its server and the name the server gave it: exactly what `call` does with the listed name. */
  async callOf(
    session: Session,
    server: string,
    toolName: string,
    input: unknown,
    options: CallOptions,
  ): Promise<ToolResult> {
    return await this.#run(session, this.#parts.catalog.require(server), toolName, input, options);
  }

  /** The tools of a server this session may use, started for it where nothing is known of it yet. */
  async list(session: Session, server: string, signal: AbortSignal): Promise<readonly CallableTool[]> {
    const entry = this.#parts.catalog.require(server);
    if (entry.launch.type !== 'native' && !this.#parts.registry.hasTools(entry.id)) {
      this.#requireActive(session, entry);
      await this.#parts.upstreams.connect(entry, session, signal);
    }
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
    options: CallOptions,
  ): Promise<ToolResult> {
    this.#requireActive(session, entry);
    const activation = session.activations.get(entry.id);
    if (activation) activation.callsInFlight++;
    try {
      const { upstreams, approval } = this.#parts;
      let connection = await upstreams.connect(entry, session, options.signal);
      const tool = this.#requireTool(entry, toolName);
      if (options.task && !canRunAsTask(tool.definition)) throw noTask(tool.exposedName);
      const checked = this.#requireInput(tool, input);
      if (await approval.require(session, entry, tool, checked, options.signal)) {
        // While a person read the question, the session may have let go, the server ended, the tool become another one.
        this.#requireActive(session, entry);
        connection = await upstreams.connect(entry, session, options.signal);
        this.#requireSame(tool, this.#requireTool(entry, toolName));
      }
      const result = await connection.callTool(tool.definition.name, checked, options);
      return this.#parts.deliver(session, tool, result);
    } finally {
      if (activation) {
        activation.callsInFlight--;
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
    const allowed = this.#parts.upstreams.allowedTools(entry);
    const tool = this.#parts.registry.byServerAndName(entry.id, toolName) ?? meantTool(toolName, allowed);
    if (tool && allowed.includes(tool)) return tool;
    if (tool && this.#parts.upstreams.withheldTools(entry).includes(tool))
      throw this.#parts.trust.refusal(tool);
    const near = nearestNames(
      toolName,
      allowed.map(other => other.definition.name),
    );
    throw new Refusal(
      'unknown-tool',
      `"${entry.id}" has no tool "${toolName}".${didYouMean(near)} Call mcp_list_tools to see what it has.`,
      { server: entry.id, did_you_mean: near },
    );
  }

  #requireSame(asked: UpstreamTool, now: UpstreamTool): void {
    if (now.schemaHash === asked.schemaHash) return;
    throw new Refusal(
      'tool-changed',
      `"${asked.exposedName}" changed while the user was asked about it. Nothing was called. Call mcp_list_tools, then try again.`,
      { server: asked.server },
    );
  }

  #requireInput(tool: UpstreamTool, input: unknown): Readonly<Record<string, unknown>> {
    const { schemaHash, definition } = tool;
    const check = (value: unknown) => this.#parts.checkSchema(schemaHash, definition.inputSchema, value);
    const asWritten = isRecord(input) ? withServerKeys(definition, input) : (input ?? {});
    const given = isRecord(asWritten)
      ? readInput(definition.inputSchema, asWritten, value => check(value).length === 0).input
      : asWritten;
    const problems = check(given);
    if (isRecord(given) && problems.length === 0) return given;
    throw new Refusal(
      'invalid-arguments',
      `The arguments do not fit "${tool.exposedName}": ${problems.join('; ') || 'an object is expected'}. Nothing was called.`,
      { server: tool.server, tool: tool.definition.name, problems },
    );
  }

  /** The tools of servers that are on for the session. */
  #toolsActiveIn(session: Session): readonly UpstreamTool[] {
    return [...this.#parts.core.external(), ...session.activations.keys()].flatMap(server => {
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
    const [prefix = '', ...rest] = name.split('__');
    const entry = rest.length > 0 ? this.#parts.catalog.find(prefix) : undefined;
    if (entry && (session.activations.has(entry.id) || this.#parts.core.isCore(entry.id))) {
      const known = this.#parts.registry.hasTools(entry.id)
        ? `"${entry.id}" has no tool "${rest.join('__')}".${didYouMean(near)}`
        : `The tools of "${entry.id}" are not known yet.`;
      const next = `Call mcp_list_tools with server "${entry.id}" to see what it has.`;
      return new Refusal('unknown-tool', `${known} ${next}`, { server: entry.id, did_you_mean: near });
    }
    if (entry)
      return new Refusal(
        'not-active-here',
        `"${entry.id}" is not active in this session. Call mcp_activate with name "${entry.id}" first.`,
        { server: entry.id },
      );
    return new Refusal(
      'unknown-tool',
      `No tool is called "${name}".${didYouMean(near)} Call mcp_discover to find a server, then mcp_activate.`,
      { did_you_mean: near },
    );
  }
}

/** A tool was asked to run as a task, and knows no tasks (MCP 2025-11-25, tasks, tool-level negotiation). */
export function noTask(tool: string): ProtocolError {
  return new ProtocolError(
    METHOD_NOT_FOUND,
    `"${tool}" cannot run as a task. Call it again without "task", as an ordinary call.`,
  );
}

function didYouMean(names: readonly string[]): string {
  return names.length === 0 ? '' : ` Did you mean ${names.map(name => `"${name}"`).join(', ')}?`;
}
