import * as z from 'zod';
import type { PlanTree } from '../tree/planNode';
import type { HierGraph } from '../tree/hierGraph';
import { planError } from '../tree/planError';
import type { Avoided } from '../tree/rewriteGraph';
import { compiled } from './plan_compile_bt';

const MAX_AVOIDED = 64;
const names = z.array(z.string().min(1).max(500)).max(MAX_AVOIDED);

/** What a dry run may try to change. */
export const rewriteIn = {
  rewrite: z
    .strictObject({
      avoid_node_ids: names.default([]).describe('Nodes to go round.'),
      avoid_labels: names.default([]).describe('Nodes with these labels, too.'),
    })
    .optional()
    .describe('Preview of graph rewritten: parallel edges split, subgraphs put in place, nodes gone round.'),
  reroute_avoid: z
    .strictObject({
      node_ids: names.default([]).describe('Nodes to go round.'),
      labels: names.default([]).describe('Nodes with these labels, too.'),
    })
    .optional()
    .describe('Preview of graph without these nodes; nothing else is rewritten.'),
};

/** What came of it. */
export const rewriteOut = {
  rewrite_preview: z
    .strictObject({
      graph: z.record(z.string(), z.unknown()).describe('The graph as it would be.'),
      history: z
        .array(
          z.strictObject({
            op: z.enum(['split_parallel', 'inline_subgraph', 'reroute_avoid']).describe('Rule.'),
            description: z.string().describe('What it did.'),
            changed: z.boolean().describe('False: it found nothing to do.'),
          }),
        )
        .describe('Rules in the order they were applied.'),
      applied: z.int().describe('Changes made.'),
      tree: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe('Its tree, to run with plan_run_bt; null if nothing is left.'),
      can_run: z.boolean().describe('Nothing stands in the way of that tree.'),
    })
    .nullable()
    .describe('Null unless rewrite or reroute_avoid was passed.'),
  reroute_avoid: z
    .strictObject({
      node_ids: z.array(z.string()).describe('Nodes gone round, as passed in.'),
      labels: z.array(z.string()).describe('Labels gone round, as passed in.'),
    })
    .nullable()
    .describe('All that was to be avoided.'),
};

type Out = z.input<z.ZodObject<typeof rewriteOut>>;

/**
 * Tries a rewrite of a graph; nothing is stored. `canRun`: whether nothing stands in the way of a tree.
 * @throws {Refusal} E-PLAN-INVALID-INPUT
 */
export async function rewritten(
  graph: HierGraph | undefined,
  { rewrite, reroute_avoid: reroute }: z.output<z.ZodObject<typeof rewriteIn>>,
  canRun: (tree: PlanTree) => Promise<boolean>,
): Promise<Out> {
  if (rewrite === undefined && reroute === undefined) return { rewrite_preview: null, reroute_avoid: null };
  if (graph === undefined)
    throw planError(
      'needs graph: a tree has no edges to rewrite',
      rewrite === undefined ? '/reroute_avoid' : '/rewrite',
    );
  const avoided: Avoided = {
    nodeIds: [...new Set([...(rewrite?.avoid_node_ids ?? []), ...(reroute?.node_ids ?? [])])],
    labels: [...new Set([...(rewrite?.avoid_labels ?? []), ...(reroute?.labels ?? [])])],
  };
  const { rewriteGraph } = await import('../tree/rewriteGraph');
  const { graph: after, history } = rewriteGraph(graph, avoided, { rules: rewrite !== undefined });
  const tree = after.nodes.length === 0 ? null : await compiled(after);
  return {
    rewrite_preview: {
      graph: { ...after },
      history: [...history],
      applied: history.filter(({ changed }) => changed).length,
      tree: tree === null ? null : { ...tree },
      can_run: tree !== null && (await canRun(tree)),
    },
    reroute_avoid: { node_ids: [...avoided.nodeIds], labels: [...avoided.labels] },
  };
}
