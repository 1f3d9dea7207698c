import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { expectedIn, graphId, graphIn, graphOut, noteIn, ownerIn, shownGraph } from './graphSchemas';
import { readGraph } from './readGraph';

export const txBegin = defineOnceTool({
  name: 'tx_begin',
  title: 'Begin a transaction',
  description:
    'Begins to change a graph step by step: nobody sees anything until tx_commit, which fails if the graph changed meanwhile. Pass graph to begin with another content, or a new graph.',
  effect: 'changes',
  family: 'TX',
  input: () =>
    z.strictObject({
      graph_id: graphId(),
      expected_version: expectedIn(),
      owner: ownerIn(),
      note: noteIn(),
      ttl_ms: z.int().min(1).max(86_400_000).optional().describe('Time until it expires. Defaults to never.'),
      graph: graphIn().optional().describe('Content to begin with.'),
    }),
  output: () =>
    z.strictObject({
      tx_id: z.string().describe('Transaction ID.'),
      graph_id: z.string().describe('Graph ID.'),
      base_version: z.int().describe('Version it is based on; 0: new.'),
      started_at: z.number().describe('Epoch ms.'),
      owner: z.string().nullable().describe('As passed in.'),
      note: z.string().nullable().describe('As passed in.'),
      expires_at: z.number().nullable().describe('Epoch ms; null: never.'),
      graph: graphOut(),
    }),
  async handle(given, { graph: graphs, origin, once }) {
    const { graph_id: id, expected_version: expected, owner = null, note = null, ttl_ms: ttlMs } = given;
    const document = given.graph === undefined ? undefined : readGraph(given.graph);
    const { tx, isReplay } = await graphs.begin(
      { graph: id, expected, owner, note, ttlMs, document },
      { origin, once },
    );
    return {
      tx_id: tx.tx,
      graph_id: id,
      base_version: tx.base,
      started_at: tx.startedAt,
      owner: tx.owner,
      note: tx.note,
      expires_at: tx.expiresAt,
      graph: shownGraph(graphs.documentIn(tx)),
      idempotent: isReplay,
    };
  },
});
