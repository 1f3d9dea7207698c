import type { CatalogEntry } from './entry';

/** Whether an entry offers agents a tool of this name: it is not excluded, and among the allowed ones (none named = all). */
export function letsThrough(
  { allowedTools, excludedTools }: Pick<CatalogEntry, 'allowedTools' | 'excludedTools'>,
  tool: string,
): boolean {
  if (excludedTools?.includes(tool)) return false;
  return allowedTools.length === 0 || allowedTools.includes(tool);
}
