import type { Catalog } from '../../catalog/catalog';
import { nearestNames } from '../../catalog/entry/nearest';
import type { ServerId } from '../../../shared/ids';
import type { CallableTool } from '../../registry/tool';
import { tokensOfAll } from '../../registry/tokens';
import { onlyMeant } from '../../support/folded';
import { Refusal } from '../../support/refusal';
import { worthListing } from './worthListing';

/** The tools of a server that a session's lists show, by listed name. Undefined where they show all. */
export type ToolChoice = ReadonlySet<string> | undefined;

/** The tools that a choice shows: all where the server has none of them any more. The others can be called all the same. */
export function shownTools<Tool extends Pick<CallableTool, 'exposedName'>>(
  tools: readonly Tool[],
  choice: ToolChoice,
): readonly Tool[] {
  if (choice === undefined) return tools;
  const chosen = tools.filter(({ exposedName }) => choice.has(exposedName));
  return chosen.length === 0 ? tools : chosen;
}

/** The tools that somebody asks for: by name, the server's own or listed ones, and by what they want to do. */
export interface WantedTools {
  readonly names?: readonly string[] | undefined;
  readonly purpose?: string | undefined;
}

/**
 * The choice that a wish makes; `before`: what was shown already stays. All tools where nothing is wished, or nothing fits the purpose.
 * @throws {Refusal} unknown-tool, with all names that no tool has
 */
export function choiceOf(
  server: ServerId,
  tools: readonly CallableTool[],
  wanted: WantedTools | undefined,
  catalog: Pick<Catalog, 'rankTools'>,
  before: ToolChoice = new Set(),
): ToolChoice {
  if (wanted === undefined) return undefined;
  const named = namedTools(server, tools, wanted.names ?? []);
  const fitting = wanted.purpose === undefined ? [] : toolsFor(tools, wanted.purpose, catalog);
  const chosen = [...named, ...fitting].map(({ exposedName }) => exposedName);
  return chosen.length === 0 ? undefined : new Set([...before, ...chosen]);
}

function namedTools(
  server: ServerId,
  tools: readonly CallableTool[],
  names: readonly string[],
): readonly CallableTool[] {
  const found = names.map(
    name =>
      tools.find(({ exposedName, definition }) => exposedName === name || definition.name === name) ??
      onlyMeant(name, tools, ({ exposedName, definition }) => [exposedName, definition.name]),
  );
  const unknown = names.filter((_name, at) => found[at] === undefined);
  if (unknown.length > 0) throw unknownTools(server, tools, unknown);
  return found.flatMap(tool => tool ?? []);
}

/** Those that are worth their tokens for it; none where none fits. */
function toolsFor(
  tools: readonly CallableTool[],
  purpose: string,
  catalog: Pick<Catalog, 'rankTools'>,
): readonly CallableTool[] {
  const searchable = tools.map(tool => ({ ...tool.definition, tool }));
  return worthListing(catalog.rankTools(searchable, purpose), ({ tool }) =>
    tokensOfAll([tool.definition]),
  ).map(({ tool }) => tool);
}

/** Tools that a refusal names (chosen here). */
const MOST_NAMED = 40;

function unknownTools(server: ServerId, tools: readonly CallableTool[], unknown: readonly string[]): Refusal {
  const known = tools.map(({ definition }) => definition.name);
  const near = [...new Set(unknown.flatMap(name => nearestNames(name, known)))];
  const quoted = (names: readonly string[]): string => names.map(name => `"${name}"`).join(', ');
  const meant = near.length === 0 ? '' : ` Did you mean ${quoted(near)}?`;
  const more = known.length - MOST_NAMED;
  const rest = more > 0 ? ` and ${more} more: call mcp_list_tools with server "${server}"` : '';
  return new Refusal(
    'unknown-tool',
    `"${server}" has no tool ${quoted(unknown)}.${meant} Nothing was switched on. Its tools: ${quoted(known.slice(0, MOST_NAMED))}${rest}.`,
    { server, unknown, did_you_mean: near },
  );
}
