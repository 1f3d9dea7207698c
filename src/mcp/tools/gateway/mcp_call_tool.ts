import * as z from 'zod';
import { definePassingTool } from '../../defineTool';

export const mcpCallTool = definePassingTool({
  name: 'mcp_call_tool',
  title: "Call a server's tool",
  description:
    'Calls a tool of an active server: the same as calling {server}__{tool}, for when your own list does not show it. ' +
    'mcp_list_tools gives the names and schemas.',
  effect: 'destroys',
  isOpenWorld: true,
  input: z.strictObject({
    server: z.string().min(1).max(200).describe('Catalog name of an active server.'),
    tool: z.string().min(1).max(256).describe("The tool's own name, e.g. read_text_file."),
    arguments: z
      .record(z.string(), z.unknown())
      .default({})
      .describe("Arguments by the tool's input schema."),
  }),
  async pass({ server, tool, arguments: input }, { gateway, catalog, caller, options, callNative }) {
    const entry = catalog.require(server);
    const native = entry.launch.type === 'native' ? callNative(entry.id, tool, input) : undefined;
    return await (native ?? gateway.callOf(caller, server, tool, input, options));
  },
});
