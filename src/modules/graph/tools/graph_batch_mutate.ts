import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import {
  expectedIn,
  graphId,
  graphOut,
  noteIn,
  operationsIn,
  ownerIn,
  recordOut,
  shownGraph,
} from './graphSchemas';

export const graphBatchMutate = defineOnceTool({
  name: 'graph_batch_mutate',
  title: 'Change a stored graph',
  description:
    'Applies operations to a stored graph, all or none, and stores the next version. Pass expected_version to avoid overwriting other changes.',
  effect: 'changes',
  family: 'GRAPH',
  input: () =>
    z.strictObject({
      graph_id: graphId(),
      operations: operationsIn(200),
      expected_version: expectedIn(),
      owner: ownerIn(),
      note: noteIn(),
    }),
  output: () =>
    z.strictObject({
      graph_id: z.string().describe('Graph ID.'),
      base_version: z.int().describe('Version before.'),
      committed_version: z.int().describe('Version now.'),
      committed_at: z.number().describe('Epoch ms.'),
      changed: z.boolean().describe('False: the version stays.'),
      operations_applied: z.int().describe('Operations.'),
      applied: z.array(recordOut()).describe('What each operation did.'),
      graph: graphOut(),
      owner: z.string().nullable().describe('As passed in.'),
      note: z.string().nullable().describe('As passed in.'),
    }),
  async handle(given, { graph: graphs, origin, once }) {
    const { graph_id: id, operations, expected_version: expected, owner = null, note = null } = given;
    const done = await graphs.commit(
      {
        graph: id,
        changes: [{ how: 'operations', operations }],
        expected,
        enforces: true,
        mayCreate: false,
        owner,
        note,
      },
      { origin, once },
    );
    // What each did is seen by doing it again to what was there before.
    const { document: before } = graphs.version(id, done.base);
    const { records, document } = graphs.tried(before, operations);
    return {
      graph_id: id,
      base_version: done.base,
      committed_version: done.version,
      committed_at: done.at,
      changed: done.isChanged,
      operations_applied: operations.length,
      applied: [...records],
      graph: shownGraph(document),
      owner,
      note,
      idempotent: done.isReplay,
    };
  },
});
