import * as z from 'zod';
import { coordinationError } from '../../../core/coordination/coordinationError';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { refusalOf, violations } from '../invariants';
import {
  expectedIn,
  graphIn,
  graphOut,
  noteIn,
  operationsIn,
  ownerIn,
  recordOut,
  shownGraph,
} from './graphSchemas';
import { readGraph } from './readGraph';

export const graphMutate = defineCoordinationTool({
  name: 'graph_mutate',
  title: 'Change a graph',
  description:
    'Applies operations to a graph that you pass. With graph_id in it, the result is stored as the next version: this creates graphs. ' +
    'To change a stored graph without passing it, use graph_batch_mutate.',
  effect: 'changes',
  family: 'GRAPH',
  input: () =>
    z.strictObject({
      graph: graphIn().describe('Graph to start from.'),
      operations: operationsIn(1_000),
      expected_version: expectedIn(),
      owner: ownerIn(),
      note: noteIn(),
    }),
  output: () =>
    z.strictObject({
      graph_id: z.string().nullable().describe('Graph ID; null: not stored.'),
      base_version: z.int().nullable().describe('Version it was based on; 0: new.'),
      committed_version: z.int().nullable().describe('Version stored.'),
      changed: z.boolean().describe('Whether anything changed.'),
      operations_applied: z.int().describe('Operations.'),
      applied: z.array(recordOut()).describe('What each operation did.'),
      graph: graphOut(),
    }),
  async handle(
    { graph: given, operations, expected_version: expected, owner, note },
    { graph: graphs, origin },
  ) {
    const start = readGraph(given);
    const tried = graphs.tried(start, operations);
    const refusal = refusalOf(violations(tried.graph));
    if (refusal !== undefined) throw refusal;
    const common = {
      operations_applied: operations.length,
      applied: [...tried.records],
      graph: shownGraph(tried.document),
    };
    const { graph_id: id } = given;
    if (id === undefined) {
      const changed = tried.records.some(record => record.changed);
      return { ...common, graph_id: null, base_version: null, committed_version: null, changed };
    }
    const known = graphs.state.graphs.has(id);
    const version = expected ?? given.graph_version ?? (known ? undefined : 0);
    // A graph that somebody else stored must not be replaced by one that never saw it.
    if (version === undefined)
      throw coordinationError('E-TX-CONFLICT', {
        message: `Graph "${id}" exists. Nothing was changed.`,
        hint: 'pass the graph_version you read, or use graph_batch_mutate',
        details: { graphId: id, expected: 0, found: graphs.version(id).version },
      });
    const changes = [{ how: 'document', document: tried.document }] as const;
    const done = await graphs.commit(
      {
        graph: id,
        changes,
        expected: version,
        enforces: true,
        mayCreate: true,
        owner: owner ?? null,
        note: note ?? null,
      },
      { origin },
    );
    return {
      ...common,
      graph_id: id,
      base_version: done.base,
      committed_version: done.version,
      changed: done.isChanged,
    };
  },
});
