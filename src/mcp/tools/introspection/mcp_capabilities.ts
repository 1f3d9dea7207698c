import * as z from 'zod';
import { oneLine } from '../../../core/catalog/entry/plainText';
import { MAX_EVENT_HISTORY } from '../../../core/resources/eventHistory';
import { defineTool } from '../../toolkit/defineTool';

export const mcpCapabilities = defineTool({
  name: 'mcp_capabilities',
  title: 'What is switched on',
  description:
    'Lists the namespaces of tools that are on in this session, and a one-line summary of every tool in them.',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    namespaces: z
      .array(
        z.strictObject({
          name: z.string().describe('Catalog name of a module or server that is on.'),
          description: z.string().describe('What it is for.'),
        }),
      )
      .describe('What is switched on.'),
    schemas: z
      .record(
        z.string(),
        z.strictObject({
          namespace: z.string().describe('The one it belongs to.'),
          summary: z.string().describe('What it does, in one line.'),
        }),
      )
      .describe('Every callable tool, by name.'),
    limits: z
      .strictObject({ maxEventHistory: z.int().describe('Events kept for events_subscribe.') })
      .describe('Bounds of this server.'),
  }),
  handle(_input, { gateway, registry, catalog, caller }) {
    const active = gateway.environment(caller.session).filter(row => row.status === 'active');
    const native = registry.nativeTools().filter(({ module }) => gateway.isModuleOn(caller, module));
    const own = native.map(
      ({ module, definition }) => [definition.name, module, definition.description] as const,
    );
    const others = active.flatMap(({ id }) =>
      gateway.tools(id).map(tool => [tool.exposedName, id, tool.definition.description] as const),
    );
    return {
      namespaces: active.map(({ id }) => ({
        name: id,
        description: oneLine(catalog.find(id)?.description ?? '', 160),
      })),
      schemas: Object.fromEntries(
        [...own, ...others].map(([name, namespace, description]) => [
          name,
          { namespace, summary: oneLine(description ?? '', 120) },
        ]),
      ),
      limits: { maxEventHistory: MAX_EVENT_HISTORY },
    };
  },
});
