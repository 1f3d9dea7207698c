import type { ServerId } from '../../shared/ids';
import type { Sha256 } from '../support/hash';
import { canonicalJson } from '../support/json';
import type { Log } from '../support/log';
import { exposedName } from './exposedName';
import { onlyMeantTool } from './meantTool';
import type { CallableTool, LeftOutTool, NativeTool, ToolDefinition, UpstreamTool } from './tool';

/** How a server's tools changed between two listings, by the tools' own names. */
export interface ToolChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Tools listed of one server at most. */
const MAX_TOOLS_PER_SERVER = 2_000;

/** The one list of tools, native and upstream. Routing is by map from exposed name, never by parsing a name. */
export class ToolRegistry {
  readonly #sha256: Sha256;
  readonly #log: Log;
  readonly #native = new Map<string, NativeTool>();
  readonly #versions = new Map<ServerId, string>();
  readonly #byServer = new Map<ServerId, ReadonlyMap<string, UpstreamTool>>();
  readonly #byExposedName = new Map<string, UpstreamTool>();
  readonly #leftOut = new Map<ServerId, readonly LeftOutTool[]>();

  constructor(sha256: Sha256, log: Log) {
    this.#sha256 = sha256;
    this.#log = log;
  }

  /** Adds a tool of ours. Its simple name can't be taken by anybody else. */
  addNative(tool: NativeTool): void {
    this.#native.set(tool.definition.name, tool);
  }

  native(name: string): NativeTool | undefined {
    return this.#native.get(name);
  }

  /** The tool of ours that a name no server has can only have meant: another spelling of it, or led by its module or by its client. */
  meantNative(name: string): NativeTool | undefined {
    return onlyMeantTool(name, this.nativeTools(), ({ module, definition }) => [
      definition.name,
      `${module}__${definition.name}`,
    ]);
  }

  nativeTools(): readonly NativeTool[] {
    return [...this.#native.values()];
  }

  /** The tools of a module of ours. */
  moduleTools(module: ServerId): readonly CallableTool[] {
    return this.nativeTools()
      .filter(tool => tool.module === module)
      .map(({ definition }) => ({ exposedName: definition.name, definition }));
  }

  /**
   * Replaces what a server offers, in one step: no reader ever sees half a listing. `leftOut`: what was not taken of its listing before;
   * what has a name that is taken comes to that.
   */
  setServerTools(
    server: ServerId,
    version: string,
    definitions: readonly ToolDefinition[],
    leftOut: readonly LeftOutTool[] = [],
  ): ToolChanges {
    const before = this.#byServer.get(server) ?? new Map<string, UpstreamTool>();
    const after = new Map<string, UpstreamTool>();
    const all = [...leftOut];
    for (const definition of definitions.slice(0, MAX_TOOLS_PER_SERVER)) {
      const tool = this.#upstreamTool(server, version, definition);
      const holder = this.#byExposedName.get(tool.exposedName);
      const isTaken = this.#native.has(tool.exposedName) || (holder && holder.server !== server);
      if (isTaken === true || after.has(definition.name)) {
        this.#log.warn('A tool was left out: its name is taken', { server, tool: tool.exposedName });
        const reason = isTaken === true ? 'its name is taken' : 'a second one of this name';
        all.push({ name: definition.name, reason });
        continue;
      }
      after.set(definition.name, tool);
    }
    this.#leftOut.set(server, all);
    for (const tool of before.values()) this.#byExposedName.delete(tool.exposedName);
    for (const tool of after.values()) this.#byExposedName.set(tool.exposedName, tool);
    this.#byServer.set(server, after);
    this.#versions.set(server, version);
    return changesBetween(before, after);
  }

  /** Lets go of what a server listed: it is started by another launch now. */
  forget(server: ServerId): void {
    for (const tool of this.serverTools(server)) this.#byExposedName.delete(tool.exposedName);
    this.#byServer.delete(server);
    this.#leftOut.delete(server);
    this.#versions.delete(server);
  }

  /** What a server that listed its tools says of its version. */
  serverVersion(server: ServerId): string | undefined {
    return this.#versions.get(server);
  }

  /** The tools of a server in its own order; empty while none are known. */
  serverTools(server: ServerId): readonly UpstreamTool[] {
    return [...(this.#byServer.get(server)?.values() ?? [])];
  }

  /** What a server listed and can't be called. */
  leftOut(server: ServerId): readonly LeftOutTool[] {
    return this.#leftOut.get(server) ?? [];
  }

  hasTools(server: ServerId): boolean {
    return this.#byServer.has(server);
  }

  /** Finds a tool by what a model calls it. */
  byExposedName(name: string): UpstreamTool | undefined {
    return this.#byExposedName.get(name);
  }

  /** Finds a tool by the name its server gave it; the exposed name is taken too. */
  byServerAndName(server: ServerId, name: string): UpstreamTool | undefined {
    const own = this.#byServer.get(server)?.get(name);
    if (own) return own;
    const exposed = this.#byExposedName.get(name);
    return exposed?.server === server ? exposed : undefined;
  }

  #upstreamTool(server: ServerId, serverVersion: string, definition: ToolDefinition): UpstreamTool {
    const { name, title, description, inputSchema, outputSchema, annotations } = definition;
    const schemaHash = this.#sha256(
      canonicalJson({ server, name, title, description, inputSchema, outputSchema, annotations }),
    );
    return {
      exposedName: exposedName(server, name, this.#sha256),
      server,
      definition,
      schemaHash,
      serverVersion,
      version: `${serverVersion}+${schemaHash.slice(0, 12)}`,
    };
  }
}

function changesBetween(
  before: ReadonlyMap<string, UpstreamTool>,
  after: ReadonlyMap<string, UpstreamTool>,
): ToolChanges {
  const names = [...after.keys()];
  return {
    added: names.filter(name => !before.has(name)),
    removed: [...before.keys()].filter(name => !after.has(name)),
    changed: names.filter(name => {
      const old = before.get(name);
      return old !== undefined && old.schemaHash !== after.get(name)?.schemaHash;
    }),
  };
}
