import * as z from 'zod';
import { coordinationError } from '../../../core/coordination/coordinationError';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import type { GraphDocument } from '../graph';
import { summaryOf } from '../graphState';
import { patchBetween } from '../patchBetween';
import type { SharedGraphs } from '../sharedGraphs';
import { graphId, graphIn, patchOut, summaryOut } from './graphSchemas';
import { readGraph } from './readGraph';

const selector = z.strictObject({
  latest: z.boolean().optional().describe('The current version.'),
  version: z.int().min(1).optional().describe('A stored version.'),
  graph: graphIn().optional().describe('A graph that you pass.'),
});
type Selector = z.output<typeof selector>;

const source = z.strictObject({
  source: z.enum(['latest', 'version', 'graph']).describe('What it was.'),
  version: z.int().nullable().describe('Version; null for a graph passed in.'),
});

export const graphDiff = defineCoordinationTool({
  name: 'graph_diff',
  title: 'Compare graphs',
  description:
    'Compares two versions of a graph, or a version with a graph that you pass, as a JSON Patch for graph_patch.',
  effect: 'reads',
  family: 'GRAPH',
  input: () =>
    z.strictObject({
      graph_id: graphId(),
      from: selector.describe('Pass one of latest, version, graph.'),
      to: selector.describe('Pass one of latest, version, graph.'),
    }),
  output: () =>
    z.strictObject({
      graph_id: z.string().describe('Graph ID.'),
      from: source.describe('Compared from.'),
      to: source.describe('Compared to.'),
      changed: z.boolean().describe('Whether they differ.'),
      operations: patchOut(),
      summary: summaryOut(),
    }),
  handle({ graph_id: id, from, to }, { graph: graphs }) {
    const [before, after] = [selected(graphs, id, from, 'from'), selected(graphs, id, to, 'to')];
    const operations = patchBetween(before.document, after.document);
    return {
      graph_id: id,
      from: before.shown,
      to: after.shown,
      changed: operations.length > 0,
      operations: operations.map(operation => ({ ...operation })),
      summary: summaryOf(before.document, after.document),
    };
  },
});

interface Selected {
  readonly document: GraphDocument;
  readonly shown: { readonly source: 'latest' | 'version' | 'graph'; readonly version: number | null };
}

function selected(graphs: SharedGraphs, id: string, given: Selector, which: string): Selected {
  const named = (['latest', 'version', 'graph'] as const).filter(
    name => given[name] !== undefined && given[name] !== false,
  );
  const [name, ...more] = named;
  if (name === undefined || more.length > 0)
    throw coordinationError('E-GRAPH-INVALID-INPUT', {
      message: `${which} needs one of latest, version, graph.`,
      hint: 'invalid_input',
      details: { field: which },
    });
  if (given.graph !== undefined) {
    const graph = graphs.tried(readGraph(given.graph), []);
    return { document: graph.document, shown: { source: 'graph', version: null } };
  }
  const { document, version } = graphs.version(id, given.version);
  return { document, shown: { source: name, version } };
}
