import type { CatalogEntry } from './entry';

/** Whether an entry offers agents a tool of this name: it is not excluded, and among the allowed ones (none named = all). */
export function letsThrough(
  { allowedTools, excludedTools }: Pick<CatalogEntry, 'allowedTools' | 'excludedTools'>,
  tool: string,
): boolean {
  const isNamed = (name: string): boolean => name === tool || (name.includes('*') && fits(name, tool));
  if (excludedTools?.some(isNamed) === true) return false;
  return allowedTools.length === 0 || allowedTools.some(isNamed);
}

/** A "*" stands for any part of a name, as in the lists of Amp: no tool may have one in its name. */
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
