import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { Graph, type GraphDocument } from '../graph';
import { summaryOf, versionAfter } from '../graphState';
import { violations } from '../invariants';
import { patchBetween } from '../patchBetween';
import {
  graphOut,
  invariantsOut,
  operationsIn,
  patchOut,
  recordOut,
  shownGraph,
  summaryOut,
} from './graphSchemas';

const EMPTY: GraphDocument = { name: '', metadata: {}, nodes: [], edges: [] };

export const txApply = defineCoordinationTool({
  name: 'tx_apply',
  title: 'Change a graph in a transaction',
  description:
    'Applies operations within a transaction, all or none, and shows what tx_commit would store. Broken rules are listed; tx_commit refuses them.',
  effect: 'changes',
  family: 'TX',
  input: () =>
    z.strictObject({
      tx_id: z.string().trim().min(1).max(200).describe('Transaction ID.'),
      operations: operationsIn(200),
    }),
  output: () =>
    z.strictObject({
      tx_id: z.string().describe('Transaction ID.'),
      graph_id: z.string().describe('Graph ID.'),
      base_version: z.int().describe('Version it is based on.'),
      preview_version: z.int().describe('Version that tx_commit would store.'),
      changed: z.boolean().describe('Whether anything changed.'),
      applied: z.array(recordOut()).describe('What each operation did.'),
      diff: patchOut(),
      diff_summary: summaryOut(),
      invariants: invariantsOut(),
      graph: graphOut(),
    }),
  async handle({ tx_id: id, operations }, { graph: graphs, origin }) {
    const before = graphs.documentIn(graphs.transaction(id)) ?? EMPTY;
    const changed = await graphs.apply(id, operations, { origin });
    const tx = graphs.transaction(id);
    const after = graphs.documentIn(tx) ?? EMPTY;
    const broken = violations(new Graph(after));
    const diff = patchBetween(before, after);
    return {
      tx_id: id,
      graph_id: tx.graph,
      base_version: tx.base,
      preview_version: tx.deltas.length > 0 ? versionAfter(tx.base, graphs.state) : tx.base,
      changed,
      applied: [...graphs.tried(before, operations).records],
      // A list of a thousand nodes is read as a resource.
      diff: shownGraph(after) === null ? [] : diff.map(each => ({ ...each })),
      diff_summary: summaryOf(before, after),
      invariants: {
        ok: broken.length === 0,
        violations: broken.map(each => ({ ...each, cycle: each.cycle && [...each.cycle] })),
      },
      graph: shownGraph(after),
    };
  },
});
