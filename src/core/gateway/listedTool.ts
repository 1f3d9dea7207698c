import type { ToolDefinition, UpstreamTool } from '../registry/tool';

/**
 * A server's tool as a client sees it in the list: under its exposed name, its description led by the server's id
 * (seed 4). What promises more than the gateway passes on (tasks, apps) is left out.
 */
export function listedTool(tool: UpstreamTool): ToolDefinition {
  const { execution: _tasks, _meta: _apps, ...definition } = tool.definition;
  return {
    ...definition,
    name: tool.exposedName,
    description: `[${tool.server}] ${definition.description ?? definition.title ?? definition.name}`,
  };
}
