import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { expectedIn, graphId, ownerIn } from './graphSchemas';

export const graphDelete = defineCoordinationTool({
  name: 'graph_delete',
  title: 'Delete a graph',
  description:
    'Deletes a stored graph with all its versions, transactions, and its lock. It can’t be restored.',
  effect: 'destroys',
  family: 'GRAPH',
  input: () => z.strictObject({ graph_id: graphId(), expected_version: expectedIn(), owner: ownerIn() }),
  output: () =>
    z.strictObject({
      graph_id: z.string().describe('Graph ID.'),
      deleted_version: z.int().describe('Version it had.'),
    }),
  async handle({ graph_id: id, expected_version: expected, owner = null }, { graph: graphs, origin }) {
    return { graph_id: id, deleted_version: await graphs.delete({ graph: id, expected, owner }, { origin }) };
  },
});
