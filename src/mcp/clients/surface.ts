import type { ToolDefinition } from '../../core/registry/tool';

/**
 * Which of our tools a connection lists: all, or one of the two parts that VS Code gets as servers of their own, because it hides tools
 * of large servers from its models and never those of a server with two (docs/dev/vscode-tools.md).
 */
export type Surface = 'all' | 'control' | 'rest';

/** The name of our server as each surface gives it; VS Code makes the ids of tools from it: `mcp_switchyard_start_task`. */
export const SURFACE_NAMES: Readonly<Record<Surface, string>> = {
  all: 'switchyard',
  control: 'switchyard-hq',
  rest: 'switchyard',
};

/** The header by which a host says which surface a connection is to have. */
export const SURFACE_HEADER = 'switchyard-surface';

/** The surface that a header's value names; all where it names none. */
export function surfaceOf(value: string | undefined): Surface {
  return value === 'control' || value === 'rest' ? value : 'all';
}

/** Finds any tool and calls any tool: these two stay in a model's list whatever else is installed. */
const CONTROL: ReadonlySet<string> = new Set(['mcp_discover', 'mcp_call_tool']);

/** What starts a piece of work. VS Code shows the first tools of a server by name, and an underscore comes before letters. */
const FIRST: ReadonlySet<string> = new Set(['mcp_activate', 'start_workflow', 'start_task']);
const BEFORE_LETTERS = '_';

/** What of these tools a surface lists, under which names. */
export function listedOn(surface: Surface, tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  if (surface === 'all') return tools;
  if (surface === 'control') return tools.filter(({ name }) => CONTROL.has(name));
  return tools
    .filter(({ name }) => !CONTROL.has(name))
    .map(tool => (FIRST.has(tool.name) ? renamed(tool) : tool));
}

/** Definitions never change; clients ask for the whole list again and again. */
const renamedOf = new WeakMap<ToolDefinition, ToolDefinition>();

function renamed(tool: ToolDefinition): ToolDefinition {
  const found = renamedOf.get(tool) ?? { ...tool, name: BEFORE_LETTERS + tool.name };
  renamedOf.set(tool, found);
  return found;
}

/** The name of the tool that a surface lists under this one. */
export function calledName(surface: Surface, name: string): string {
  const own = name.slice(BEFORE_LETTERS.length);
  return surface === 'rest' && name.startsWith(BEFORE_LETTERS) && FIRST.has(own) ? own : name;
}
