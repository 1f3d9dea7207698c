import * as z from 'zod';
import { oneLine } from '../../../core/catalog/plainText';
import { defineTool } from '../../defineTool';

export const mcpListTools = defineTool({
  name: 'mcp_list_tools',
  title: 'List the tools of a server',
  description:
    'Gives the tools of a server with their input schemas, for when your own list does not show them. Call them with ' +
    'mcp_call_tool.',
  effect: 'reads',
  input: z.strictObject({
    server: z.string().min(1).max(200).describe('Catalog name of the server.'),
    detail: z.enum(['names', 'full']).default('full').describe('names leaves the schemas out.'),
  }),
  output: z.strictObject({
    server: z.string().describe('Its catalog name.'),
    tools: z
      .array(
        z.strictObject({
          tool: z.string().describe('Give this to mcp_call_tool.'),
          listed_as: z.string().describe('Its name in the list of tools.'),
          description: z.string().describe('What it does.'),
          input_schema: z.looseObject({}).optional().describe('JSON schema of its arguments.'),
        }),
      )
      .describe('In the order the server lists them.'),
    as_of: z
      .string()
      .optional()
      .describe('Where it was not started yet: the version these tools are known of.'),
  }),
  async handle({ server, detail }, { gateway, catalog, caller, signal }) {
    const expected = gateway.expectedTools(caller, server);
    if (expected !== undefined) {
      return {
        server: catalog.require(server).id,
        tools: expected.tools.map(({ exposedName, name, description = '' }) => ({
          tool: name,
          listed_as: exposedName,
          description: oneLine(description, detail === 'full' ? 1_024 : 120),
        })),
        as_of: `${expected.asOf}, not started yet: call mcp_activate for the tools themselves.`,
      };
    }
    const tools = await gateway.toolsOf(caller, server, signal);
    return {
      server: catalog.require(server).id,
      tools: tools.map(({ exposedName, definition }) => ({
        tool: definition.name,
        listed_as: exposedName,
        description: oneLine(
          definition.description ?? definition.title ?? '',
          detail === 'full' ? 1_024 : 120,
        ),
        ...(detail === 'full' ? { input_schema: { ...definition.inputSchema } } : {}),
      })),
    };
  },
});
