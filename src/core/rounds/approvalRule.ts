import type { RoundTool } from './roundTool';

/** Some tools of a server: those that everything said here fits; none where nothing is said. */
export interface ToolFilter {
  /** Their names on the server, or in the round. */
  readonly names?: readonly string[] | undefined;
  /** Whether they say that they only read. */
  readonly onlyReads?: boolean | undefined;
}

/** What is asked about, tool by tool. One that both fit, or neither, is asked about. */
export interface RulesByTool {
  readonly always: ToolFilter;
  readonly never: ToolFilter;
}

/** Which calls of a server's tools somebody is asked about. `auto`: all but those of tools that say that they only read. */
export type ApprovalRule = 'always' | 'never' | 'auto' | RulesByTool;

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
