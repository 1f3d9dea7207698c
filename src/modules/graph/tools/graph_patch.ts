import * as z from 'zod';
import { coordinationError } from '../../../core/coordination/coordinationError';
import { issueText } from '../../../mcp/toolkit/issueText';
import { isFiniteThroughout, isShallow, type Json } from '../../../core/support/json';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { Graph, type GraphDocument } from '../graph';
import { violations } from '../invariants';
import type { PatchOperation } from '../patch/jsonPatch';
import { graphId, graphIn, graphOut, invariantsOut, noteIn, ownerIn, shownGraph } from './graphSchemas';
import { readGraph } from './readGraph';

const operation = z.strictObject({
  op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']).describe('Operation (RFC 6902).'),
  path: z.string().max(2_000).describe('JSON Pointer into {name, metadata, nodes, edges}.'),
  from: z.string().max(2_000).optional().describe('move, copy: where from.'),
  value: z
    .unknown()
    .refine(value => isShallow(value, 20), 'is nested deeper than 20 levels')
    .refine(isFiniteThroughout, 'holds a number that is too large')
    .optional()
    .describe('add, replace, test: value.'),
});

export const graphPatch = defineCoordinationTool({
  name: 'graph_patch',
  title: 'Patch a graph',
  description:
    'Applies a JSON Patch (RFC 6902) to a stored graph, all or none, and stores the next version. graph_diff makes such patches.',
  effect: 'changes',
  family: 'PATCH',
  input: () =>
    z.strictObject({
      graph_id: graphId(),
      patch: z.array(operation).min(1).max(1_000).describe('Operations, in order.'),
      base_version: z.int().min(1).optional().describe('Required current version.'),
      enforce_invariants: z.boolean().default(true).describe('Refuse a graph that breaks its rules.'),
      owner: ownerIn(),
      note: noteIn(),
    }),
  output: () =>
    z.strictObject({
      graph_id: z.string().describe('Graph ID.'),
      base_version: z.int().describe('Version before.'),
      committed_version: z.int().describe('Version now.'),
      changed: z.boolean().describe('False: the version stays.'),
      operations_applied: z.int().describe('Operations.'),
      invariants: invariantsOut(),
      graph: graphOut(),
    }),
  async handle(given, { graph: graphs, origin }) {
    const {
      graph_id: id,
      base_version: wanted,
      enforce_invariants: enforces,
      owner = null,
      note = null,
    } = given;
    // Before the graph is read: nobody comes between that and the commit.
    const { patched } = await import('../patch/jsonPatch');
    const { document, version } = graphs.version(id);
    const after = readPatched(patched(asJson(document), given.patch.map(read)));
    const done = await graphs.commit(
      {
        graph: id,
        changes: [{ how: 'document', document: after }],
        // The patch was applied to this version: to another one it may mean something else.
        expected: wanted ?? version,
        enforces,
        mayCreate: false,
        owner,
        note,
      },
      { origin },
    );
    const broken = violations(new Graph(after));
    return {
      graph_id: id,
      base_version: done.base,
      committed_version: done.version,
      changed: done.isChanged,
      operations_applied: given.patch.length,
      invariants: {
        ok: broken.length === 0,
        violations: broken.map(each => ({ ...each, cycle: each.cycle && [...each.cycle] })),
      },
      graph: shownGraph(new Graph(after).document()),
    };
  },
});

/** A document is JSON. */
function asJson(document: GraphDocument): Json {
  return document as unknown as Json;
}

function read(given: z.output<typeof operation>, index: number): PatchOperation {
  const { op, path, from, value } = given;
  const isWhole = op === 'move' || op === 'copy' ? from !== undefined : op === 'remove' || 'value' in given;
  const isPointer = [path, from ?? ''].every(pointer => pointer === '' || pointer.startsWith('/'));
  if (isWhole && isPointer) {
    const source = op === 'move' || op === 'copy' ? { from } : {};
    const content = ['add', 'replace', 'test'].includes(op) ? { value } : {};
    return { op, path, ...source, ...content } as PatchOperation;
  }
  throw coordinationError('E-PATCH-INVALID', {
    message: isWhole
      ? `Operation ${index}: a path begins with "/".`
      : `Operation ${index}: ${op} lacks its value or from.`,
    hint: 'see RFC 6902',
    details: { index, op },
  });
}

/** What a patch made must be a graph still. */
function readPatched(value: Json): GraphDocument {
  const parsed = graphIn().omit({ graph_id: true, graph_version: true }).safeParse(value);
  if (parsed.success) return readGraph(parsed.data);
  const [issue] = parsed.error.issues;
  throw coordinationError('E-PATCH-INVALID', {
    message: `The patched value is no graph: ${issue?.path.join('/') ?? ''}: ${issue ? issueText(issue) : ''}. Nothing was changed.`,
    hint: 'a graph is {name, metadata, nodes, edges}',
  });
}
