import type { CatalogEntry, CatalogSourceReading } from '../core/catalog/entry/entry';
import type { CatalogSource } from '../core/catalog/entry/ports';
import type { ToolRegistry } from '../core/registry/toolRegistry';
import type { ServerId } from '../shared/ids';
import type { Tool } from './toolkit/defineTool';
import {
  ASSIST,
  BLACKBOARD,
  CONSENSUS,
  INTROSPECTION,
  KNOWLEDGE,
  ORCHESTRATOR,
  RESOURCES,
  STIGMERGY,
  WORKFLOW,
  WORKFLOW_HISTORY,
} from './toolkit/moduleIds';
import { BLACKBOARD_TOOLS } from './tools/blackboard/blackboardTools';
import { consensusVote } from './tools/consensus/consensus_vote';
import { mcpActivate } from './tools/gateway/mcp_activate';
import { mcpCallTool } from './tools/gateway/mcp_call_tool';
import { mcpDeactivate } from './tools/gateway/mcp_deactivate';
import { mcpDiscover } from './tools/gateway/mcp_discover';
import { mcpEnvironment } from './tools/gateway/mcp_environment';
import { mcpListTools } from './tools/gateway/mcp_list_tools';
import { mcpCapabilities } from './tools/introspection/mcp_capabilities';
import { mcpInfo } from './tools/introspection/mcp_info';
import { kgDelete } from './tools/knowledge/kg_delete';
import { kgExport } from './tools/knowledge/kg_export';
import { kgInsert } from './tools/knowledge/kg_insert';
import { kgQuery } from './tools/knowledge/kg_query';
import { kgSuggestPlan } from './tools/knowledge/kg_suggest_plan';
import { STIGMERGY_TOOLS } from './tools/stigmergy/stigmergyTools';
import { RESOURCE_TOOLS } from './tools/resources/resourceTools';
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
    description: 'Finds, switches on, uses and switches off MCP servers in this session',
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
    description: 'Ends a workflow; shows what putting the files of a task back would do',
    tools: WORKFLOW_HISTORY_TOOLS,
  },
  {
    id: INTROSPECTION,
    displayName: 'Introspection',
    description: 'Tells what this server is and which tools are on',
    tools: [mcpInfo, mcpCapabilities],
  },
  {
    id: KNOWLEDGE,
    displayName: 'Knowledge graph',
    description: 'Facts as triples that agents share over chats',
    tools: [kgInsert, kgQuery, kgExport, kgDelete],
  },
  {
    id: ASSIST,
    displayName: 'Plan assist',
    description: 'Suggests plans from what the knowledge graph holds',
    tools: [kgSuggestPlan],
  },
  {
    id: CONSENSUS,
    displayName: 'Consensus',
    description: 'Decides from the votes of several agents, by majority, quorum or weight',
    tools: [consensusVote],
  },
  {
    id: RESOURCES,
    displayName: 'Resources and events',
    description:
      'Workflows, runs, boards and logs of Switchyard as resources, and the events that agents cause',
    tools: RESOURCE_TOOLS,
  },
  {
    id: BLACKBOARD,
    displayName: 'Blackboard',
    description: 'Shares values between agents under keys, with versions, tags, expiry and a watch',
    tools: BLACKBOARD_TOOLS,
  },
  {
    id: STIGMERGY,
    displayName: 'Stigmergy',
    description: 'Lets agents leave trails for each other that add up and fade; shows where they are strong',
    tools: STIGMERGY_TOOLS,
  },
];

/** Every tool of ours by name. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map(
  MODULES.flatMap(({ tools }) => tools.map(tool => [tool.definition.name, tool] as const)),
);

/** Lists our tools in the registry; from then on nobody else can take their names. */
export function addBuiltInTools(registry: Pick<ToolRegistry, 'addNative'>): void {
  for (const { id, tools } of MODULES) {
    for (const { definition } of tools) registry.addNative({ module: id, definition });
  }
}

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
