import type { RoundTool } from './roundTool';
import type { ToolFilter } from './serverWish';

/** What lets a call of a tool run: nobody's word, the tool's own, or somebody's who is asked. */
export function whoLets(tool: RoundTool): 'never' | 'auto' | 'user' {
  const rule = tool.server.requireApproval;
  if (rule === 'never') return 'never';
  if (rule === 'always') return 'user';
  if (rule === 'auto') return tool.onlyReads ? 'auto' : 'user';
  return fits(rule.never, tool) && !fits(rule.always, tool) ? 'never' : 'user';
}

function fits({ names, onlyReads }: ToolFilter, tool: RoundTool): boolean {
  if (names === undefined && onlyReads === undefined) return false;
  const isNamed = names === undefined || names.includes(tool.original) || names.includes(tool.name);
  return isNamed && (onlyReads === undefined || onlyReads === tool.onlyReads);
}
