import type { CatalogEntry, CatalogSourceReading } from '../core/catalog/entry/entry';
import type { CatalogSource } from '../core/catalog/entry/ports';
import type { Core } from '../core/core';
import type { NativeTool } from '../core/registry/tool';
import type { RunnableTool } from '../core/toolbox/nativeTool';
import type { ServerId } from '../shared/ids';
import type { Tool, ToolServices } from './toolkit/defineTool';
import { ALL_MODULES } from '../modules/allModules';
import { INTROSPECTION, ORCHESTRATOR, WORKFLOW, WORKFLOW_HISTORY } from './toolkit/moduleIds';
import { mcpActivate } from './tools/gateway/mcp_activate';
import { mcpCallTool } from './tools/gateway/mcp_call_tool';
import { mcpDeactivate } from './tools/gateway/mcp_deactivate';
import { mcpDiscover } from './tools/gateway/mcp_discover';
import { mcpEnvironment } from './tools/gateway/mcp_environment';
import { mcpListTools } from './tools/gateway/mcp_list_tools';
import { mcpCapabilities } from './tools/introspection/mcp_capabilities';
import { mcpInfo } from './tools/introspection/mcp_info';
import { WORKFLOW_HISTORY_TOOLS, WORKFLOW_TOOLS } from './tools/workflow/workflowTools';

interface Module {
  readonly id: ServerId;
  readonly displayName: string;
  readonly description: string;
  readonly tools: readonly Tool[];
}

/** Our modules and their tools, in the order they are listed. */
const MODULES: readonly Module[] = [
  {
    id: ORCHESTRATOR,
    displayName: 'Orchestrator',
    description: 'Finds, turns on, uses, and turns off MCP servers in this session',
    tools: [mcpDiscover, mcpActivate, mcpDeactivate, mcpEnvironment, mcpListTools, mcpCallTool],
  },
  {
    id: WORKFLOW,
    displayName: 'Workflow tracker',
    description: 'Records workflows and tasks with the files each task changed',
    tools: WORKFLOW_TOOLS,
  },
  {
    id: WORKFLOW_HISTORY,
    displayName: 'Workflow history',
    description: "Ends workflows and previews the restore of a task's files",
    tools: WORKFLOW_HISTORY_TOOLS,
  },
  {
    id: INTROSPECTION,
    displayName: 'Introspection',
    description: 'Describes this server and its active tools',
    tools: [mcpInfo, mcpCapabilities],
  },
  ...ALL_MODULES,
];

/** Every tool of ours by name. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map(
  MODULES.flatMap(({ tools }) => tools.map(tool => [tool.definition.name, tool] as const)),
);

/** Puts our tools into the toolbox, with what they work on. */
export function addBuiltInTools(core: Core, program: Pick<ToolServices, 'info' | 'mayRestore'>): void {
  const services: ToolServices = { ...core, ...program };
  core.toolbox.add(MODULES.flatMap(({ id, tools }) => tools.map(tool => runnable(id, tool, services))));
}

/** A tool of a module, with what it works on. */
export function runnable(module: ServerId, tool: Tool, services: ToolServices): RunnableTool {
  return { ...tool, module, run: (input, call) => tool.run(input, { ...services, ...call }) };
}

/** Every tool of ours with its module, for who lists them alone. */
export const LISTED_TOOLS: readonly NativeTool[] = MODULES.flatMap(({ id: module, tools }) =>
  tools.map(({ definition }) => ({ module, definition })),
);

/** Our modules as entries of the catalog: everything is a server in the catalog (ARCHITECTURE.md). */
export const builtInSource: CatalogSource = {
  read: async (): Promise<CatalogSourceReading> => ({
    source: 'built-in',
    entries: MODULES.map(entryOf),
    problems: [],
  }),
  onDidChange: () => ({ dispose: () => undefined }),
};

function entryOf({ id, displayName, description }: Module): CatalogEntry {
  return {
    id,
    displayName,
    description,
    category: 'switchyard',
    tags: [],
    source: 'built-in',
    owner: 'shipped',
    origin: 'Switchyard',
    launch: { type: 'native' },
    needs: [],
    requires: [],
    isolation: 'shared',
    disabledBy: null,
    isVerified: true,
    allowedTools: [],
    requireApproval: 'never',
  };
}
