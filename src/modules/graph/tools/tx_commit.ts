import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { graphOut, shownGraph } from './graphSchemas';

export const txCommit = defineCoordinationTool({
  name: 'tx_commit',
  title: 'Commit a transaction',
  description:
    'Stores what a transaction changed as the next version; E-TX-CONFLICT if the graph changed meanwhile.',
  effect: 'changes',
  family: 'TX',
  input: () => z.strictObject({ tx_id: z.string().trim().min(1).max(200).describe('Transaction ID.') }),
  output: () =>
    z.strictObject({
      tx_id: z.string().describe('Transaction ID.'),
      graph_id: z.string().describe('Graph ID.'),
      version: z.int().describe('Version now; the base if nothing changed.'),
      committed_at: z.number().nullable().describe('When that version was stored, epoch ms.'),
      graph: graphOut(),
    }),
  async handle({ tx_id: id }, { graph: graphs, origin }) {
    const tx = await graphs.end(id, 'commit', { origin });
    const version = tx.final ?? tx.base;
    const stored = version === 0 ? undefined : graphs.version(tx.graph, version);
    return {
      tx_id: id,
      graph_id: tx.graph,
      version,
      committed_at: stored?.at ?? null,
      graph: shownGraph(stored?.document),
    };
  },
});
