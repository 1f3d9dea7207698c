import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { type HierGraph, hierGraph } from '../tree/hierGraph';
import type { PlanTree } from '../tree/planNode';
import { planError } from '../tree/planError';
import { xmlOf } from '../xml/planXml';
import { givenTree, treeIn } from './planSchemas';

/** A graph of tasks, as kg_suggest_plan gives it. */
export const graphIn = {
  graph: hierGraph.optional().describe('Task graph {id, nodes, edges}; each task has the attribute bt_tool.'),
};

/** The tree of a graph. Loaded when it is needed: few agents have one. @throws {Refusal} E-PLAN-INVALID-INPUT */
export async function compiled(graph: HierGraph): Promise<PlanTree> {
  const { compileGraph } = await import('../tree/compileGraph');
  return compileGraph(graph);
}

export const planCompileBt = defineCoordinationTool({
  name: 'plan_compile_bt',
  title: 'Compile a plan',
  description:
    'Turns a task graph into a behavior tree, in the order of its edges; or checks and converts a tree from and to XML of BehaviorTree.CPP 4. Nothing runs.',
  effect: 'reads',
  family: 'PLAN',
  input: () =>
    z.strictObject({
      ...graphIn,
      ...treeIn(),
      export: z
        .enum(['none', 'xml', 'groot'])
        .default('none')
        .describe('Also return XML; groot: with the node models that Groot2 needs.'),
    }),
  output: () =>
    z.strictObject({
      id: z.string().describe('ID of the tree.'),
      root: z.record(z.string(), z.unknown()).describe('Its root, to run with plan_run_bt.'),
      xml: z.string().nullable().describe('The tree as XML.'),
    }),
  async handle({ graph, export: format, ...given }) {
    const isTree = given.tree !== undefined || given.xml !== undefined;
    if (isTree === (graph !== undefined)) throw planError('give graph, tree, or xml', '/');
    const tree = graph === undefined ? await givenTree(given) : await compiled(graph);
    const xml = format === 'none' ? null : await xmlOf(tree, { hasModels: format === 'groot' });
    return { id: tree.id, root: { ...tree.root }, xml };
  },
});
