import type { ToolDefinition, UpstreamTool } from '../registry/tool';

/** A tool never changes, a new listing makes a new one; clients ask for the whole list again and again. */
const listed = new WeakMap<UpstreamTool, ToolDefinition>();

/**
 * A server's tool as a client sees it in the list: under its exposed name, its description led by the server's id
 * (seed 4). What promises more than the gateway passes on (tasks, apps) is left out.
 */
export function listedTool(tool: UpstreamTool): ToolDefinition {
  const known = listed.get(tool);
  if (known) return known;
  const { execution: _tasks, _meta: _apps, ...definition } = tool.definition;
  const shown = {
    ...definition,
    name: tool.exposedName,
    description: `[${tool.server}] ${definition.description ?? definition.title ?? definition.name}`,
  };
  listed.set(tool, shown);
  return shown;
}
