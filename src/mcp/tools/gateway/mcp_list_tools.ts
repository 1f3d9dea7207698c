import * as z from 'zod';
import { oneLine } from '../../../core/catalog/entry/plainText';
import { isForAppsOnly } from '../../../core/gateway/tools/appTools';
import type { JsonSchema } from '../../../core/registry/tool';
import { defineTool } from '../../toolkit/defineTool';

export const mcpListTools = defineTool({
  name: 'mcp_list_tools',
  title: 'List the tools of a server',
  description:
    'Gives the tools of a server with their input schemas, for when your own list does not show them. Call them with ' +
    'mcp_call_tool.',
  effect: 'reads',
  input: () =>
    z.strictObject({
      server: z
        .string()
        .min(1)
        .max(200)
        .describe('Catalog name of the server; for Switchyard itself: orchestrator, workflow.'),
      detail: z.enum(['names', 'full']).default('full').describe('names: names only.'),
    }),
  output: () =>
    z.strictObject({
      server: z.string().describe('Catalog name.'),
      tools: z
        .array(
          z.strictObject({
            tool: z.string().describe('Name to pass to mcp_call_tool.'),
            listed_as: z.string().optional().describe('Name in the tool list, if not {server}__{tool}.'),
            description: z.string().optional().describe('Description.'),
            input_schema: z.looseObject({}).optional().describe('JSON Schema of the arguments.'),
          }),
        )
        .describe("Tools in the server's order."),
      as_of: z
        .string()
        .optional()
        .describe('If it was not started yet: the version these tools were taken from.'),
    }),
  async handle({ server, detail }, { gateway, catalog, caller, signal, options }) {
    const isFull = detail === 'full';
    const named = (name: string, exposedName: string, description: string) => ({
      tool: name,
      ...(exposedName === `${catalog.require(server).id}__${name}` ? {} : { listed_as: exposedName }),
      ...(isFull ? { description: oneLine(description, 1_024) } : {}),
    });
    const expected = gateway.expectedTools(caller, server);
    if (expected !== undefined) {
      return {
        server: catalog.require(server).id,
        tools: expected.tools.map(({ exposedName, name, description = '' }) =>
          named(name, exposedName, description),
        ),
        as_of: `${expected.asOf}, not started yet: call mcp_activate to get the actual tools.`,
      };
    }
    const all = await gateway.toolsOf(caller, server, signal, options.client);
    const tools = all.filter(({ definition }) => !isForAppsOnly(definition));
    return {
      server: catalog.require(server).id,
      tools: tools.map(({ exposedName, definition }) => ({
        ...named(definition.name, exposedName, definition.description ?? definition.title ?? ''),
        ...(isFull ? { input_schema: withoutDialect(definition.inputSchema) } : {}),
      })),
    };
  },
  text({ server, tools, as_of: asOf }, { detail }) {
    if (detail === 'full')
      return JSON.stringify({ server, tools, ...(asOf === undefined ? {} : { as_of: asOf }) });
    const names = tools.map(({ tool, listed_as: listedAs }) =>
      listedAs === undefined ? tool : `${tool} (listed as ${listedAs})`,
    );
    return `"${server}" has ${tools.length} tools${asOf === undefined ? '' : ` (${asOf})`}: ${names.join(', ')}`;
  },
});

/** A schema without what says only which words it is written in. */
function withoutDialect({ $schema: _dialect, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
