import type { CatalogEntry } from '../catalog/entry';
import { oneLine } from '../catalog/plainText';
import type { UpstreamTool } from '../registry/tool';

/** Names that a warning lists at most. */
const NAMED = 5;

/** What a user should know of a server's tools, a sentence or two each. `tools`: all that the server lists. */
export function serverWarnings(entry: CatalogEntry, tools: readonly UpstreamTool[]): readonly string[] {
  const known = new Set(tools.map(tool => tool.definition.name));
  const unmatched = tools.length === 0 ? [] : entry.allowedTools.filter(name => !known.has(name));
  if (unmatched.length === 0) return [];
  return [
    `allowed_tools names what the server does not have: ${namesOf(unmatched)}. Correct it in ${oneLine(entry.origin, 100)}.`,
  ];
}

function namesOf(names: readonly string[]): string {
  const more = names.length - NAMED;
  const shown = names.slice(0, NAMED).map(name => oneLine(name, 64));
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
