import { planError } from './planError';
import { type HierGraph, hierGraph } from './hierGraph';
import type { PlanNode, PlanTree, Task } from './planNode';
import { readTree } from './readTree';

/** Levels of graphs within graphs. */
export const MAX_LEVELS = 20;

/**
 * A sequence of a graph's tasks in the order of its edges; of those that could be next, the first by name is. A graph in a
 * graph, as its `ref`, becomes a sequence at its place.
 * @throws {Refusal} E-PLAN-INVALID-INPUT: a cycle with its path, an unknown node, a task without bt_tool
 */
export function compileGraph(graph: HierGraph): PlanTree {
  return readTree({ id: graph.id, root: sequenceOf(graph, '/graph', 0) });
}

function sequenceOf(graph: HierGraph, place: string, level: number): PlanNode {
  if (level > MAX_LEVELS) throw planError(`graphs are ${MAX_LEVELS} levels deep at most`, place);
  const nodes = new Map(graph.nodes.map((node, i) => [node.id, { node, place: `${place}/nodes/${i}` }]));
  if (nodes.size < graph.nodes.length) throw planError('two nodes have the same ID', `${place}/nodes`);
  const children = orderOf(graph, place).map(name => {
    const found = nodes.get(name);
    if (found === undefined) throw planError('unknown node', place);
    return nodeOf(found.node, found.place, level);
  });
  const [only, ...more] = children;
  return only !== undefined && more.length === 0 ? only : { type: 'sequence', children };
}

function nodeOf(node: HierGraph['nodes'][number], place: string, level: number): PlanNode {
  if (node.kind === 'subgraph') return sequenceOf(innerGraph(node, place), `${place}/ref`, level + 1);
  const { bt_tool: tool, bt_input_key: key } = node.attributes ?? {};
  if (typeof tool !== 'string' || tool === '')
    throw planError('a task needs the attribute bt_tool', `${place}/attributes`);
  const task: Task = { type: 'task', id: node.id, node_id: node.id, tool };
  if (typeof key === 'string' && key !== '') return { ...task, input_key: key };
  return node.params === undefined ? task : { ...task, input: node.params as NonNullable<Task['input']> };
}

/** The graph that a subgraph stands for. @throws {Refusal} E-PLAN-INVALID-INPUT */
export function innerGraph({ ref }: HierGraph['nodes'][number], place: string): HierGraph {
  const inner = hierGraph.safeParse(ref);
  if (!inner.success) throw planError('a subgraph needs a graph as its ref', `${place}/ref`);
  return inner.data;
}

/** Kahn's algorithm, with the names that are ready in order. */
function orderOf({ nodes, edges }: HierGraph, place: string): readonly string[] {
  const before = new Map(nodes.map(({ id: name }) => [name, new Set<string>()]));
  const after = new Map(nodes.map(({ id: name }) => [name, new Set<string>()]));
  for (const [i, { from, to }] of edges.entries()) {
    const [source, target] = [after.get(from.nodeId), before.get(to.nodeId)];
    if (source === undefined || target === undefined)
      throw planError('an edge names an unknown node', `${place}/edges/${i}`);
    source.add(to.nodeId);
    target.add(from.nodeId);
  }
  const ready = [...before].filter(([, needs]) => needs.size === 0).map(([name]) => name);
  const order: string[] = [];
  while (ready.length > 0) {
    ready.sort((a, b) => (a < b ? 1 : -1));
    const next = ready.pop() ?? '';
    order.push(next);
    before.delete(next);
    for (const name of after.get(next) ?? []) {
      const needs = before.get(name);
      needs?.delete(next);
      if (needs?.size === 0) ready.push(name);
    }
  }
  if (before.size > 0)
    throw planError(`the edges make a cycle: ${cycleIn(before).join(' → ')}`, `${place}/edges`);
  return order;
}

function cycleIn(before: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const path: string[] = [];
  let [at = ''] = before.keys();
  while (!path.includes(at)) {
    path.push(at);
    [at = ''] = [...(before.get(at) ?? [])].filter(name => before.has(name));
  }
  return [...path.slice(path.indexOf(at)), at].toReversed();
}
