import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchableTool } from '../../src/core/catalog/search/catalogIndex';
import { Meanings } from '../../src/core/catalog/search/meanings';
import type { RankedTool } from '../../src/core/catalog/search/toolRanker';
import { worthListing } from '../../src/core/gateway/tools/worthListing';
import { SHIPPED_DATA, SHIPPED_MEANINGS } from '../support/shippedData';

/** A tool with what its definition costs. */
export interface PricedTool extends SearchableTool {
  readonly tokens: number;
}

/** What somebody wants of one server, and those of its tools that do it. */
export interface ToolRequest {
  readonly server: string;
  readonly request: string;
  readonly language: 'en' | 'fr';
  readonly needed: readonly string[];
  readonly half: 'tune' | 'judge';
  readonly tools: readonly PricedTool[];
}

/** What words mean, as it ships. */
export const MEANINGS = new Meanings(orThrow(SHIPPED_MEANINGS()));

/** The requests to the servers of the tool index, with what their definitions really cost. */
export function indexRequests(): readonly ToolRequest[] {
  const { servers } = read(SHIPPED_DATA, 'toolIndex.json') as {
    servers: readonly { id: string; tools?: readonly PricedTool[] }[];
  };
  const { choices } = read(SETS, 'toolChoices.json') as {
    choices: readonly (Omit<ToolRequest, 'needed' | 'tools'> & { readonly tools: readonly string[] })[];
  };
  const toolsOf = new Map(servers.map(({ id, tools = [] }) => [id, tools]));
  return choices.map(({ tools, ...choice }) => ({
    ...choice,
    needed: tools,
    tools: toolsOf.get(choice.server) ?? [],
  }));
}

/** The tuning halves of the strangers' requests, for each of their servers with seven tools or more. What these cost is guessed. */
export function strangersToolRequests(): readonly ToolRequest[] {
  return ['catalogA', 'catalogB'].flatMap(name => {
    const { servers, requests } = read(SETS, `${name}.json`) as Strangers;
    const toolsOf = new Map(servers.map(({ id, tools }) => [id, tools.map(priced)]));
    return requests
      .filter(({ half }) => half === 'tune')
      .flatMap(({ servers: accepted, tools: needed, text, language, half }) =>
        accepted.flatMap((id): readonly ToolRequest[] => {
          const tools = toolsOf.get(id) ?? [];
          const own = needed.filter(tool => tool.startsWith(`${id}/`)).map(tool => tool.slice(id.length + 1));
          if (tools.length < LEAST_TOOLS || own.length === 0) return [];
          return [{ server: `${name}/${id}`, request: text, language, needed: own, half, tools }];
        }),
      );
  });
}

/** Of the requests, the share with a needed tool among the listed, and what the listed cost beside all definitions together. */
export function measured(
  requests: readonly ToolRequest[],
  ranked: (request: ToolRequest) => readonly RankedTool<PricedTool>[],
  missTokens?: number,
): { readonly found: number; readonly cost: number } {
  const lists = requests.map(request => worthListing(ranked(request), ({ tokens }) => tokens, missTokens));
  const found = requests.filter(({ needed }, at) => lists[at]?.some(({ name }) => needed.includes(name)));
  return {
    found: found.length / requests.length,
    cost: tokensOf(lists.flat()) / tokensOf(requests.flatMap(({ tools }) => tools)),
  };
}

interface Strangers {
  readonly servers: readonly { readonly id: string; readonly tools: readonly StrangersTool[] }[];
  readonly requests: readonly {
    readonly text: string;
    readonly language: 'en' | 'fr';
    readonly servers: readonly string[];
    readonly tools: readonly string[];
    readonly half: 'tune' | 'judge';
  }[];
}

interface StrangersTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const SETS = join(SHIPPED_DATA, '../test/discovery/sets');
const LEAST_TOOLS = 7;
/** About what a definition costs: its frame, each four letters, and each parameter. */
const [FRAME, LETTERS, PARAMETER] = [60, 4, 25];

function priced({ parameters, ...tool }: StrangersTool): PricedTool {
  const tokens =
    FRAME + Math.round(tool.description.length / LETTERS) + PARAMETER * Object.keys(parameters).length;
  return { ...tool, inputSchema: { properties: parameters }, tokens };
}

function tokensOf(tools: readonly PricedTool[]): number {
  return tools.reduce((sum, { tokens }) => sum + tokens, 0);
}

function read(...path: readonly string[]): unknown {
  return JSON.parse(readFileSync(join(...path), 'utf8'));
}

function orThrow<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('What words mean is not there.');
  return value;
}
