import { nearestNames } from '../../catalog/entry/nearest';
import type { ServerId } from '../../../shared/ids';
import type { CallableTool } from '../../registry/tool';
import { Refusal } from '../../support/refusal';

/** The tools of a server that a session's lists show, by listed name. Undefined where they show all. */
export type ToolChoice = ReadonlySet<string> | undefined;

/** The tools that a choice shows. The others can be called all the same. */
export function shownTools<Tool extends Pick<CallableTool, 'exposedName'>>(
  tools: readonly Tool[],
  choice: ToolChoice,
): readonly Tool[] {
  return choice === undefined ? tools : tools.filter(({ exposedName }) => choice.has(exposedName));
}

/**
 * The choice that these names make, the server's own or listed ones; `before`: what was shown already stays.
 * @throws {Refusal} unknown-tool, with all names that no tool has
 */
export function choiceOf(
  server: ServerId,
  tools: readonly CallableTool[],
  names: readonly string[],
  before: ToolChoice = new Set(),
): ToolChoice {
  const found = names.map(name =>
    tools.find(({ exposedName, definition }) => exposedName === name || definition.name === name),
  );
  const unknown = names.filter((_name, at) => found[at] === undefined);
  if (unknown.length > 0) throw unknownTools(server, tools, unknown);
  return new Set([...before, ...found.flatMap(tool => tool?.exposedName ?? [])]);
}

function unknownTools(server: ServerId, tools: readonly CallableTool[], unknown: readonly string[]): Refusal {
  const known = tools.map(({ definition }) => definition.name);
  const near = [...new Set(unknown.flatMap(name => nearestNames(name, known)))];
  const quoted = (names: readonly string[]): string => names.map(name => `"${name}"`).join(', ');
  const meant = near.length === 0 ? '' : ` Did you mean ${quoted(near)}?`;
  return new Refusal(
    'unknown-tool',
    `"${server}" has no tool ${quoted(unknown)}.${meant} Nothing was switched on. Its tools: ${quoted(known.slice(0, 40))}.`,
    { server, unknown, did_you_mean: near },
  );
}
