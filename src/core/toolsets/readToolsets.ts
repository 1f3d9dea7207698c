import { isRecord } from '../support/json';
import type { Toolset, ToolsetReading, ToolsetServer } from './toolset';

/** More toolsets, servers in one, and tools of one than anybody writes by hand (chosen here). */
const MOST_TOOLSETS = 100;
const MOST_SERVERS = 50;
const MOST_TOOLS = 200;
/** Characters of a name, and of a description. */
const NAME_LENGTH = 64;
const DESCRIPTION_LENGTH = 300;

/**
 * Reads `{"toolsets": {NAME: {"description"?, "servers": {SERVER: [TOOL, …] | true}}}}`; `true` stands for all tools of a server. What does not
 * fit is left out and said, the rest counts.
 */
export function readToolsets(value: unknown): ToolsetReading {
  const found = isRecord(value) ? value['toolsets'] : undefined;
  if (!isRecord(found)) return { toolsets: [], problem: 'It needs an object "toolsets".' };
  const names = Object.keys(found);
  const read = names.slice(0, MOST_TOOLSETS).map(name => toolsetOf(name, found[name]));
  const problems = [
    ...read.filter(one => typeof one === 'string'),
    ...(names.length > MOST_TOOLSETS ? [`Only the first ${MOST_TOOLSETS} are read.`] : []),
  ];
  return {
    toolsets: read.filter(one => typeof one !== 'string'),
    problem: problems.length === 0 ? undefined : problems.join(' '),
  };
}

/** What goes into the file under the name of a toolset. */
export function writtenToolset({ description, servers }: Toolset): Readonly<Record<string, unknown>> {
  return {
    ...(description === '' ? {} : { description }),
    servers: Object.fromEntries(servers.map(({ server, tools }) => [server, tools ?? true])),
  };
}

/** Whether a toolset may be called so. */
export function isToolsetName(name: string): boolean {
  return name.trim() === name && name !== '' && name.length <= NAME_LENGTH && name !== '__proto__';
}

function toolsetOf(name: string, value: unknown): Toolset | string {
  if (!isToolsetName(name)) return `A name has 1 to ${NAME_LENGTH} characters.`;
  const said = JSON.stringify(name);
  if (!isRecord(value) || !isRecord(value['servers'])) return `${said} needs an object "servers".`;
  const { description = '', servers } = value;
  if (typeof description !== 'string') return `"description" of ${said} is no text.`;
  const entries = Object.entries(servers);
  if (entries.length === 0 || entries.length > MOST_SERVERS)
    return `${said} needs 1 to ${MOST_SERVERS} servers.`;
  const read = entries.map(([server, tools]) => serverOf(server, tools));
  const wrong = read.find(one => typeof one === 'string');
  if (wrong !== undefined) return `${said}: ${wrong}`;
  return {
    name,
    description: description.slice(0, DESCRIPTION_LENGTH),
    servers: read.filter(one => typeof one !== 'string'),
  };
}

function serverOf(server: string, tools: unknown): ToolsetServer | string {
  if (tools === true) return { server, tools: undefined };
  const isList = Array.isArray(tools) && tools.length > 0 && tools.length <= MOST_TOOLS;
  if (isList && tools.every(tool => typeof tool === 'string')) return { server, tools };
  return `${JSON.stringify(server.slice(0, NAME_LENGTH))} needs a list of 1 to ${MOST_TOOLS} names of tools, or true for all.`;
}
