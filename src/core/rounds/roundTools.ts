import type { ServerId } from '../../shared/ids';
import type { Caller } from '../gateway/sessions/sessions';
import { SIGN_IN } from '../catalog/launch/readiness';
import { oneLine } from '../catalog/entry/plainText';
import type { CallableTool } from '../registry/tool';
import type { ToolRegistry } from '../registry/toolRegistry';
import { Refusal } from '../support/refusal';
import { HOST_LABEL, type HostTools } from './hostTools';
import type { ModelTool } from './modelPort';
import type { RoundServer } from './roundEvent';
import type { RoundParts } from './roundParts';
import type { RoundTool } from './roundTool';
import type { ServerWish } from './serverWish';

/** A tool that has no name in the round yet. */
export type UnnamedTool = Omit<RoundTool, 'name'>;

/** Tools of one server, before they have names in the round. */
export interface Listed {
  readonly wish: ServerWish;
  readonly tools: readonly UnnamedTool[];
  readonly warnings: readonly string[];
}

/** A server of a round by its name in the catalog. Where its tools are known, its start can wait. */
interface WishedServer {
  readonly wish: ServerWish;
  readonly at: string;
  readonly startsAfter: Promise<void>;
}

/**
 * Switches a server on for the round and lists the tools that were asked for.
 * @throws {Refusal} tools-not-listed, with the reason; missing-credentials; sign-in-needed
 */
export async function listTools(
  { gateway, registry }: Pick<RoundParts, 'gateway' | 'registry'>,
  caller: Caller,
  { wish, at, startsAfter }: WishedServer,
  signal: AbortSignal,
): Promise<Listed> {
  try {
    const { entry } = await gateway.activate(caller, at, 'agent', signal, { startsAfter });
    const all =
      entry.launch.type === 'native'
        ? modulesTools(registry, entry.id)
        : await gateway.toolsOf(caller, at, signal);
    const wanted = new Set(wish.allowedTools);
    const allowed = all.filter(
      ({ definition, exposedName }) =>
        (wanted.size === 0 || wanted.has(definition.name) || wanted.has(exposedName)) &&
        (wish.allowedOnlyReads === undefined || wish.allowedOnlyReads === saysItOnlyReads(definition)),
    );
    const found = new Set(allowed.flatMap(({ definition, exposedName }) => [definition.name, exposedName]));
    return {
      wish,
      tools: allowed.map(({ definition }) => ({
        server: wish,
        at,
        original: definition.name,
        description: definition.description ?? '',
        parameters: definition.inputSchema,
        onlyReads: saysItOnlyReads(definition),
      })),
      warnings: wish.allowedTools
        .filter(name => !found.has(name))
        .map(name => `No tool is named "${oneLine(name, 128)}".`),
    };
  } catch (error) {
    if (!Refusal.is(error) || signal.aborted) throw error;
    const isForPerson = needsSignIn(error);
    if (error.code === 'missing-credentials' && !isForPerson) throw error;
    throw new Refusal(
      isForPerson ? 'sign-in-needed' : 'tools-not-listed',
      `Failed to fetch tools from MCP server ${wish.label}: ${error.message}`,
      { server_label: wish.label, why: error.code },
    );
  }
}

function saysItOnlyReads({ annotations }: CallableTool['definition']): boolean {
  return annotations?.['readOnlyHint'] === true && annotations['destructiveHint'] !== true;
}

/** Whether a person has to sign in: the server has just said so, or is known to want it. */
function needsSignIn({ code, details }: Refusal): boolean {
  if (code === 'sign-in-needed') return true;
  const { missing } = details;
  return code === 'missing-credentials' && Array.isArray(missing) && missing.includes(SIGN_IN.key);
}

function modulesTools(registry: ToolRegistry, id: ServerId): readonly CallableTool[] {
  const own = registry.nativeTools().filter(({ module }) => module === id);
  return own.map(({ definition }) => ({ definition, exposedName: definition.name }));
}

/** The host's tools of these names, as if they were a server's. */
export function listHostTools(host: HostTools, names: readonly string[]): Listed {
  const wish: ServerWish = { label: HOST_LABEL, allowedTools: names, requireApproval: 'never' };
  const found = names.flatMap(name => host.find(name) ?? []);
  const tools = found.map(({ name, ...tool }): UnnamedTool => ({
    ...tool,
    server: wish,
    at: HOST_LABEL,
    original: name,
    onlyReads: false,
    host,
  }));
  const missing = names.filter(name => !found.some(tool => tool.name === name));
  return { wish, tools, warnings: missing.map(name => `VS Code has no tool "${name}".`) };
}

/** The tools of a round by the names that the model knows: the original one where no other tool has it. */
export class RoundTools {
  readonly #byName = new Map<string, RoundTool>();
  readonly #custom: ReadonlySet<string>;
  readonly servers: readonly RoundServer[];
  readonly all: readonly ModelTool[];

  constructor(listed: readonly Listed[], custom: readonly ModelTool[]) {
    this.#custom = new Set(custom.map(({ name }) => name));
    const counts = new Map<string, number>();
    for (const { original } of listed.flatMap(({ tools }) => tools))
      counts.set(modelName(original), (counts.get(modelName(original)) ?? 0) + 1);
    this.servers = listed.map(({ wish, tools, warnings }) => ({
      server_label: wish.label,
      ...(wish.remote === undefined ? {} : { server_url: wish.remote.url }),
      tools: tools.map(tool => this.#add(tool, counts.get(modelName(tool.original)) === 1)),
      warnings,
    }));
    const served = [...this.#byName.values()];
    this.all = [
      ...served.map(({ name, description, parameters }) => ({ name, description, parameters })),
      ...custom,
    ];
  }

  /** Those of one server. */
  of(label: string): readonly RoundTool[] {
    return [...this.#byName.values()].filter(({ server }) => server.label === label);
  }

  find(name: string): RoundTool | undefined {
    return this.#byName.get(name);
  }

  isCustom(name: string): boolean {
    return this.#custom.has(name);
  }

  #add(tool: UnnamedTool, isUnique: boolean): string {
    const plain = modelName(tool.original);
    const wished =
      isUnique && !this.#custom.has(plain) ? plain : modelName(`${tool.server.label}__${tool.original}`);
    let name = wished;
    for (let i = 2; this.#byName.has(name) || this.#custom.has(name); i += 1)
      name = `${wished.slice(0, 60)}_${i}`;
    this.#byName.set(name, { ...tool, name });
    return name;
  }
}

/** A name that model providers take. */
function modelName(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'tool';
}
