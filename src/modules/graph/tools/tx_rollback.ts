import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { graphOut, shownGraph } from './graphSchemas';

export const txRollback = defineCoordinationTool({
  name: 'tx_rollback',
  title: 'Roll back a transaction',
  description: 'Discards what a transaction changed. The graph stays as it is.',
  effect: 'changes',
  family: 'TX',
  input: () => z.strictObject({ tx_id: z.string().trim().min(1).max(200).describe('Transaction ID.') }),
  output: () =>
    z.strictObject({
      tx_id: z.string().describe('Transaction ID.'),
      graph_id: z.string().describe('Graph ID.'),
      version: z.int().describe('Version it was based on.'),
      rolled_back_at: z.number().describe('Epoch ms.'),
      snapshot: graphOut().describe('The graph it was based on.'),
    }),
  async handle({ tx_id: id }, { graph: graphs, origin, clock }) {
    const tx = await graphs.end(id, 'rollback', { origin });
    const base = tx.base === 0 ? undefined : graphs.state.graphs.get(tx.graph);
    return {
      tx_id: id,
      graph_id: tx.graph,
      version: tx.base,
      rolled_back_at: tx.endedAt ?? clock.now(),
      snapshot: shownGraph(base === undefined ? undefined : graphs.documentIn({ ...tx, deltas: [] })),
    };
  },
});
