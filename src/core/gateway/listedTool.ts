import type { ToolDefinition, UpstreamTool } from '../registry/tool';
import { canRunAsTask } from './callTask';

/**
 * A server's tool as a client sees it in the list: under its exposed name, its description led by the server's id
 * (seed 4). A tool that its server runs as a task, even if only so, we run either way: to clients that is "optional". What
 * promises more than the gateway passes on (apps) is left out.
 */
export function listedTool(tool: UpstreamTool, isToldOfTasks: boolean): ToolDefinition {
  const { execution: _asItsServerHasIt, _meta: _apps, ...definition } = tool.definition;
  return {
    ...definition,
    ...(isToldOfTasks && canRunAsTask(tool.definition) ? { execution: { taskSupport: 'optional' } } : {}),
    name: tool.exposedName,
    description: `[${tool.server}] ${definition.description ?? definition.title ?? definition.name}`,
  };
}
