import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { limit } from './fields';

/** Rows of an answer where nothing is said (chosen here). */
const DEFAULT_LIMIT = 100;

export const resourcesList = defineCoordinationTool({
  name: 'resources_list',
  title: 'List resources',
  description:
    'Lists sc:// resources: workflows, runs (recorded tasks), logs of active servers, blackboard namespaces, long results of this chat. Then use resources_read or resources_watch.',
  effect: 'reads',
  family: 'RES',
  input: () =>
    z.strictObject({
      prefix: z
        .string()
        .trim()
        .min(1)
        .max(2_000)
        .optional()
        .describe('Only URIs with this prefix, e.g. sc://runs/.'),
      limit: limit.default(DEFAULT_LIMIT).describe('Maximum number to return, newest of each kind.'),
    }),
  output: () =>
    z.strictObject({
      items: z
        .array(
          z.strictObject({
            uri: z.string().describe('Resource URI.'),
            kind: z.string().describe('Kind of resource.'),
            metadata: z.record(z.string(), z.unknown()).describe('Details.'),
          }),
        )
        .describe('Sorted by URI.'),
    }),
  handle({ prefix, limit: most }, { resources, caller }) {
    const rows = resources.list({ sessions: [caller.session] }, most, prefix);
    const shown = shared(rows, most).sort((a, b) => (a.uri < b.uri ? -1 : 1));
    return { items: shown.map(({ uri, kind: { kind }, metadata }) => ({ uri, kind, metadata })) };
  },
});

/** As many as there is room for, in turn one of each kind: many of one must not hide the others. */
function shared<Row extends { readonly kind: object }>(rows: readonly Row[], most: number): Row[] {
  const kinds = Map.groupBy(rows, ({ kind }) => kind).values();
  const turns = [...kinds].flatMap(ofKind => ofKind.map((row, turn) => ({ row, turn })));
  return turns
    .sort((a, b) => a.turn - b.turn)
    .slice(0, most)
    .map(({ row }) => row);
}
