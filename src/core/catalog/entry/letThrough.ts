import type { CatalogEntry } from './entry';

/** Whether an entry offers agents a tool of this name: it is not excluded, and among the allowed ones (none named = all). */
export function letsThrough(
  { allowedTools, excludedTools }: Pick<CatalogEntry, 'allowedTools' | 'excludedTools'>,
  tool: string,
): boolean {
  const isNamed = (name: string): boolean => namesTool(name, tool);
  if (excludedTools?.some(isNamed) === true) return false;
  return allowedTools.length === 0 || allowedTools.some(isNamed);
}

/** Whether a name of a list is that of a tool. A "*" stands for any part of it, as in the lists of Amp: no tool may have one in its name. */
export function namesTool(name: string, tool: string): boolean {
  return name === tool || (name.includes('*') && fits(name, tool));
}

function fits(pattern: string, tool: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  if (!tool.startsWith(first)) return false;
  let at = first.length;
  for (const [i, part] of others.entries()) {
    const isLast = i === others.length - 1;
    const found = isLast ? tool.length - part.length : tool.indexOf(part, at);
    if (found < at || !tool.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return true;
}
