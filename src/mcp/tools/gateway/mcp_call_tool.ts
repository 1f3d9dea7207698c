import * as z from 'zod';
import { SURFACE_NAMES } from '../../clients/surface';
import { definePassingTool } from '../../toolkit/defineTool';

export const mcpCallTool = definePassingTool({
  name: 'mcp_call_tool',
  title: 'Call any tool',
  description:
    'Calls any tool by name, listed or not: of Switchyard (mcp_activate, start_workflow, start_task, ' +
    'complete_task, …) or of an active server ({server}__{tool}). mcp_list_tools gives names and schemas.',
  effect: 'destroys',
  isOpenWorld: true,
  input: () =>
    z.strictObject({
      tool: z.string().min(1).max(256).describe('Tool name, e.g. start_task or filesystem__read_text_file.'),
      server: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe("The tool's active server, if not part of the name."),
      arguments: z
        .record(z.string(), z.unknown())
        .default({})
        .describe("Arguments matching the tool's input schema."),
    }),
  async pass({ server, tool, arguments: input }, { catalog, callTool }) {
    const isNamed = server !== undefined && !(isOurs(server) && catalog.find(server) === undefined);
    return await callTool(isNamed ? { server, tool } : { tool }, input);
  },
});

/** Whether it is what we call ourselves: models say that where they mean a tool of ours. */
function isOurs(server: string): boolean {
  return Object.values(SURFACE_NAMES).includes(server);
}
