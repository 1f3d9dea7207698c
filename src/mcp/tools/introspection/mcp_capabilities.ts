import * as z from 'zod';
import { oneLine } from '../../../core/catalog/entry/plainText';
import { MAX_EVENT_HISTORY } from '../../../core/resources/eventHistory';
import { defineTool } from '../../toolkit/defineTool';

export const mcpCapabilities = defineTool({
  name: 'mcp_capabilities',
  title: 'List active namespaces',
  description: 'Lists the active tool namespaces of this session with a one-line summary of each tool.',
  effect: 'reads',
  input: () => z.strictObject({}),
  output: () =>
    z.strictObject({
      namespaces: z
        .array(
          z.strictObject({
            name: z.string().describe('Catalog name of an active module or server.'),
            description: z.string().describe('Purpose.'),
          }),
        )
        .describe('Active namespaces.'),
      schemas: z
        .record(
          z.string(),
          z.strictObject({
            namespace: z.string().describe('Its namespace.'),
            summary: z.string().describe('One-line description.'),
          }),
        )
        .describe('All callable tools, by name.'),
      limits: z
        .strictObject({ maxEventHistory: z.int().describe('Events kept for events_subscribe.') })
        .describe('Limits of this server.'),
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
