import { innerGraph, MAX_LEVELS } from './compileGraph';
import type { HierGraph } from './hierGraph';
import { planError } from './planError';

type Node = HierGraph['nodes'][number];
type Edge = HierGraph['edges'][number];

/** What a rewrite goes round. */
export interface Avoided {
  readonly nodeIds: readonly string[];
  readonly labels: readonly string[];
}

/** One change of a graph, or that there was none to make. */
export interface RewriteRecord {
  readonly op: 'split_parallel' | 'inline_subgraph' | 'reroute_avoid';
  readonly description: string;
  readonly changed: boolean;
}

/** A graph of tasks while it is rewritten: what a rule does not touch keeps its order. */
class Rewriting {
  readonly nodes: Map<string, Node>;
  edges: readonly Edge[];
  readonly history: RewriteRecord[] = [];

  constructor({ nodes, edges }: HierGraph) {
    this.nodes = new Map(nodes.map(node => [node.id, node]));
    this.edges = edges;
  }

  /** A name that no node has. */
  free(wanted: string): string {
    let id = wanted;
    for (let n = 2; this.nodes.has(id); n += 1) id = `${wanted}-${n}`;
    return id;
  }

  /** Puts edges in the place of others; one that is there already, or leads back to its start, is left out. */
  replace(gone: ReadonlySet<Edge>, put: readonly Edge[]): void {
    const kept = this.edges.filter(edge => !gone.has(edge));
    const known = new Set(kept.map(keyOf));
    const fresh = put.filter(edge => {
      const isNew = edge.from.nodeId !== edge.to.nodeId && !known.has(keyOf(edge));
      known.add(keyOf(edge));
      return isNew;
    });
    this.edges = [...kept, ...fresh];
  }

  around(id: string): { readonly towards: readonly Edge[]; readonly onwards: readonly Edge[] } {
    return {
      towards: this.edges.filter(({ to }) => to.nodeId === id),
      onwards: this.edges.filter(({ from }) => from.nodeId === id),
    };
  }
}

/**
 * Rewrites a graph of tasks: with `rules`, edges with the attribute `parallel` get a node in their middle, and graphs in the graph
 * take the place of their nodes; then edges go round what is avoided, whose nodes are left out. What finds nothing to do says so.
 * @throws {Refusal} E-PLAN-INVALID-INPUT for a subgraph that is none
 */
export function rewriteGraph(
  graph: HierGraph,
  avoided: Avoided,
  { rules }: { readonly rules: boolean },
): { readonly graph: HierGraph; readonly history: readonly RewriteRecord[] } {
  const rewriting = new Rewriting(graph);
  if (rules) {
    splitParallel(rewriting);
    inlineSubgraphs(rewriting);
  }
  if (rules || avoided.nodeIds.length > 0 || avoided.labels.length > 0) avoid(rewriting, avoided);
  const { nodes, edges, history } = rewriting;
  return { graph: { id: graph.id, nodes: [...nodes.values()], edges: [...edges] }, history };
}

function splitParallel(rewriting: Rewriting): void {
  const marked = rewriting.edges.filter(({ attributes }) => attributes?.['parallel'] === true);
  for (const edge of marked) {
    const { from, to } = edge;
    const id = rewriting.free(`${from.nodeId}∥${to.nodeId}`);
    const { parallel: _done, ...attributes } = edge.attributes ?? {};
    // It begins what may run beside others, and does nothing itself.
    rewriting.nodes.set(id, { id, kind: 'task', attributes: { bt_tool: 'noop', kind: 'parallel' } });
    const { id: _name, ...rest } = edge;
    rewriting.replace(new Set([edge]), [
      { ...rest, to: { nodeId: id }, attributes },
      { from: { nodeId: id }, to, attributes },
    ]);
    record(rewriting, 'split_parallel', `put "${id}" between "${from.nodeId}" and "${to.nodeId}"`);
  }
  if (marked.length === 0) none(rewriting, 'split_parallel', 'no edge has the attribute parallel');
}

function inlineSubgraphs(rewriting: Rewriting): void {
  const isSubgraph = ({ kind }: Node): boolean => kind === 'subgraph';
  let open = [...rewriting.nodes.values()].filter(isSubgraph);
  if (open.length === 0) return none(rewriting, 'inline_subgraph', 'no node is a subgraph');
  for (let level = 0; open.length > 0; level += 1) {
    if (level > MAX_LEVELS) throw planError(`graphs are ${MAX_LEVELS} levels deep at most`, '/graph');
    for (const node of open) inline(rewriting, node);
    open = [...rewriting.nodes.values()].filter(isSubgraph);
  }
}

/** What led to the node leads to the first nodes of its graph, what came after follows its last ones. */
function inline(rewriting: Rewriting, node: Node): void {
  const inner = innerGraph(node, `/graph/nodes/${node.id}`);
  const { towards, onwards } = rewriting.around(node.id);
  rewriting.nodes.delete(node.id);
  const named = new Map(inner.nodes.map(({ id }) => [id, rewriting.free(`${node.id}/${id}`)]));
  const end = ({ nodeId, ...rest }: Edge['from']): Edge['from'] => {
    const id = named.get(nodeId);
    if (id === undefined) throw planError('an edge names an unknown node', `/graph/nodes/${node.id}/ref`);
    return { ...rest, nodeId: id };
  };
  for (const each of inner.nodes) {
    const id = named.get(each.id) ?? each.id;
    rewriting.nodes.set(id, { ...each, id });
  }
  const within = inner.edges.map(edge => ({ ...edge, from: end(edge.from), to: end(edge.to) }));
  const entered = new Set(within.map(({ to }) => to.nodeId));
  const left = new Set(within.map(({ from }) => from.nodeId));
  const all = [...named.values()];
  const first = all.filter(id => !entered.has(id));
  const last = all.filter(id => !left.has(id));
  rewriting.replace(new Set([...towards, ...onwards]), [
    ...within,
    ...towards.flatMap(({ id: _id, ...edge }) => first.map(nodeId => ({ ...edge, to: { nodeId } }))),
    ...onwards.flatMap(({ id: _id, ...edge }) => last.map(nodeId => ({ ...edge, from: { nodeId } }))),
  ]);
  record(rewriting, 'inline_subgraph', `put the ${inner.nodes.length} nodes of "${node.id}" in its place`);
}

function avoid(rewriting: Rewriting, { nodeIds, labels }: Avoided): void {
  const ids = new Set(nodeIds);
  const found = [...rewriting.nodes.values()].filter(
    ({ id, label }) => ids.has(id) || (label !== undefined && labels.includes(label)),
  );
  for (const { id } of found) {
    const { towards, onwards } = rewriting.around(id);
    rewriting.nodes.delete(id);
    rewriting.replace(
      new Set([...towards, ...onwards]),
      towards.flatMap(({ from }) => onwards.map(({ to }) => ({ from, to }))),
    );
    record(rewriting, 'reroute_avoid', `went round "${id}"`);
  }
  if (found.length === 0) none(rewriting, 'reroute_avoid', 'no node is to be avoided');
}

function record({ history }: Rewriting, op: RewriteRecord['op'], description: string): void {
  history.push({ op, description, changed: true });
}

function none({ history }: Rewriting, op: RewriteRecord['op'], description: string): void {
  history.push({ op, description, changed: false });
}

function keyOf({ from, to }: Edge): string {
  return JSON.stringify([from.nodeId, to.nodeId]);
}
