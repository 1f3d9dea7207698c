import { isRecord } from '../../core/support/json';
import { type InputShape, inputShape } from '../catalog/serverShape';
import { type Raw, recordOf } from './dialect';
import { gooseDialect } from './gooseDialect';

/** Servers by name, and the questions that stand beside them. */
export interface ServerList {
  readonly servers: Raw;
  readonly inputs: ReadonlyMap<string, InputShape>;
}

/** How deep a list may stand in a configuration: in the settings of an extension, in those of a dev container, below a project. */
const DEEPEST = 4;

/** The servers, wherever the configuration has them: a whole file, a list of names and servers, or one server alone. */
export function serverList(root: Raw): ServerList | undefined {
  return listIn(root, 0);
}

function listIn(root: Raw, depth: number): ServerList | undefined {
  const servers = ownList(root, depth);
  if (servers !== undefined) return { servers, inputs: inputsIn(root) };
  if (depth === DEEPEST) return undefined;
  for (const part of Object.values(root)) {
    const found = isRecord(part) ? listIn(part, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Deeper than the top, only what a tool calls a list of servers is one: anything may have an address or a command there. */
function ownList(root: Raw, depth: number): Raw | undefined {
  const { mcp } = root;
  const lists = [
    ...[root['mcpServers'], root['servers'], recordOf(mcp)['servers'], root['mcp_servers']],
    // VS Code as one setting, Zed, Amp and opencode.
    ...[root['mcp.servers'], root['context_servers'], root['amp.mcpServers'], mcp],
    extensionsOf(root),
  ];
  const list = lists.find(value => (isRecord(value) && hasServers(value)) || Array.isArray(value));
  if (Array.isArray(list)) return byName(list);
  if (isRecord(list)) return withoutForeign(list);
  if (depth > 0) return undefined;
  if (isServer(root)) return { [typeof root['name'] === 'string' ? root['name'] : '']: root };
  const values = Object.values(root);
  return values.length > 0 && values.every(isServer) ? root : undefined;
}

/** An empty list is one; one of nothing but other things is none. */
function hasServers(list: Raw): boolean {
  const values = Object.values(list);
  return values.length === 0 || values.some(value => isRecord(value) && !isRecord(value['servers']));
}

/** Zed lists servers of its extensions with their settings alone: nobody else can start them. */
function withoutForeign(list: Raw): Raw {
  const own = Object.entries(list).filter(([, server]) => !isOfExtension(server));
  return own.length === 0 ? list : (Object.fromEntries(own) as Raw);
}

function isOfExtension(server: unknown): boolean {
  return isRecord(server) && !isServer(server) && isRecord(server['settings']);
}

/** The servers among the extensions of goose. */
function extensionsOf({ extensions }: Raw): Raw | undefined {
  if (!isRecord(extensions)) return undefined;
  const servers = Object.entries(extensions).filter(
    ([, extension]) => gooseDialect.isPassedOver?.(recordOf(extension)) === false,
  );
  return servers.length === 0 ? undefined : (Object.fromEntries(servers) as Raw);
}

/** Continue has a list of servers, each with its name in it. */
function byName(list: readonly unknown[]): Raw {
  const own = list.filter(isRecord).filter(server => server['uses'] === undefined);
  const named = own.map(({ name, ...server }) => [typeof name === 'string' ? name : '', server]);
  return Object.fromEntries(named) as Raw;
}

function isServer(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { command, transport } = value;
  if (Array.isArray(command) || isRecord(command) || isServer(transport)) return true;
  return ['command', 'cmd', 'url', 'uri', 'serverUrl', 'httpUrl'].some(key => typeof value[key] === 'string');
}

/** The questions beside a list: VS Code has both in `mcp` of its settings, or at the top of `mcp.json`. */
function inputsIn(root: Raw): ReadonlyMap<string, InputShape> {
  const asked: unknown = root['inputs'] ?? recordOf(root['mcp'])['inputs'] ?? root['mcp.inputs'];
  const parsed = (Array.isArray(asked) ? asked : []).map(input => inputShape.safeParse(input));
  return new Map(parsed.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
}
