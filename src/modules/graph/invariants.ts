import { coordinationError } from '../../core/coordination/coordinationError';
import type { Refusal } from '../../core/support/refusal';
import type { Delta, Graph, GraphEdge, GraphNode } from './graph';

/** Nodes and edges of a graph at most (chosen here). */
export const MAX_NODES = 20_000;
export const MAX_EDGES = 100_000;

/** A rule that a graph breaks. */
export interface Violation {
  readonly code:
    | 'E-PATCH-CYCLE'
    | 'E-PATCH-PORTS'
    | 'E-PATCH-CARD'
    | 'E-PATCH-INVARIANT-VIOLATION'
    | 'E-GRAPH-LIMIT';
  readonly message: string;
  readonly path: string;
  /** The nodes of a cycle, the first one again at the end. */
  readonly cycle?: readonly string[];
}

/** Violations that are told: who mends these finds the rest. */
const MAX_TOLD = 20;

/**
 * The rules that a graph breaks: those of its structure, and those that its metadata asks for. `delta`: what changed since it
 * broke none, so that only that is looked at; left out, everything is.
 */
export function violations(graph: Graph, delta?: Delta): readonly Violation[] {
  const isWhole = delta === undefined || delta.metadata !== undefined;
  const nodes = isWhole ? [...graph.nodes.values()] : nodesNear(graph, delta);
  const edges = isWhole ? [...graph.edges.values()] : edgesNear(graph, delta);
  const found = [
    ...ofStructure(graph, edges),
    ...ofNodes(graph, nodes),
    ...ofEdges(graph, edges),
    ...ofSize(graph),
    ...(isOn(graph, 'dag') || isOn(graph, 'enforce_dag') || graph.metadata.get('graph_kind') === 'dag'
      ? cycle(graph, isWhole ? [...graph.nodes.keys()] : edges.map(({ from }) => from))
      : []),
  ];
  return found.slice(0, MAX_TOLD);
}

/** Refuses a graph that breaks rules: by the first one, with all of them in its details. */
export function refusalOf(found: readonly Violation[]): Refusal | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const more = found.length > 1 ? ` (and ${found.length - 1} more)` : '';
  return coordinationError(first.code, {
    message: `${first.message}${more} Nothing was changed.`,
    hint: 'mend the operations, or the rules in metadata',
    details: { violations: found, ...(first.cycle === undefined ? {} : { cycle: first.cycle }) },
  });
}

/** Changed nodes, and those at the ends of changed edges: their degrees are others. */
function nodesNear(graph: Graph, { nodes, edges }: Delta): readonly GraphNode[] {
  const ids = new Set([
    ...(nodes?.put ?? []).map(({ id }) => id),
    ...(edges?.put ?? []).flatMap(({ from, to }) => [from, to]),
    ...(edges?.drop ?? []).flat(),
  ]);
  return [...ids].flatMap(id => graph.nodes.get(id) ?? []);
}

/** Changed edges, and those that are left of nodes that are no more. */
function edgesNear(graph: Graph, { nodes, edges }: Delta): readonly GraphEdge[] {
  const left = (nodes?.drop ?? []).flatMap(id => [
    ...[...graph.after(id)].flatMap(to => graph.edge(id, to) ?? []),
    ...[...graph.before(id)].flatMap(from => graph.edge(from, id) ?? []),
  ]);
  return [...new Set([...(edges?.put ?? []), ...left])];
}

function ofStructure(graph: Graph, edges: readonly GraphEdge[]): Violation[] {
  const broken: Violation[] = [];
  if (graph.nodes.size === 0) broken.push(violated('A graph has one node at least.', '/nodes'));
  for (const { from, to } of edges) {
    for (const id of [from, to])
      if (!graph.nodes.has(id))
        broken.push(violated(`Edge "${from}" → "${to}" names the unknown node "${id}".`, edgePath(from, to)));
    if (from === to && !isOn(graph, 'allow_self_loops'))
      broken.push(violated(`Node "${from}" has an edge to itself.`, edgePath(from, to)));
  }
  return broken;
}

function ofNodes(graph: Graph, nodes: readonly GraphNode[]): Violation[] {
  const { metadata } = graph;
  const needsLabels = isOn(graph, 'require_labels');
  const mayBeAlone = metadata.get('allow_isolated_nodes') !== false;
  return nodes.flatMap(({ id, label, attributes }) => {
    const broken: Violation[] = [];
    const path = `/nodes/${id}`;
    if (needsLabels && (label === null || label.trim() === ''))
      broken.push(violated(`Node "${id}" has no label.`, path));
    const [before, after] = [graph.before(id).size, graph.after(id).size];
    if (!mayBeAlone && graph.nodes.size > 1 && before + after === 0)
      broken.push(violated(`Node "${id}" has no edges.`, path));
    for (const [rule, degree] of [
      ['max_in_degree', before],
      ['max_out_degree', after],
    ] as const) {
      const most = attributes[rule] ?? metadata.get(rule);
      if (typeof most === 'number' && degree > most)
        broken.push({
          code: 'E-PATCH-CARD',
          message: `Node "${id}" has ${degree} edges, more than ${rule} ${most}.`,
          path,
        });
    }
    return broken;
  });
}

function ofEdges(graph: Graph, edges: readonly GraphEdge[]): Violation[] {
  const needsLabels = isOn(graph, 'require_edge_labels');
  const needsPorts = isOn(graph, 'require_ports');
  return edges.flatMap(({ from, to, label, attributes }) => {
    const broken: Violation[] = [];
    const path = edgePath(from, to);
    if (needsLabels && (label === null || label.trim() === ''))
      broken.push(violated(`Edge "${from}" → "${to}" has no label.`, path));
    const missing = ['from_port', 'to_port'].filter(port => !isText(attributes[port]));
    if (needsPorts && missing.length > 0)
      broken.push({
        code: 'E-PATCH-PORTS',
        message: `Edge "${from}" → "${to}" lacks ${missing.join(' and ')}.`,
        path,
      });
    return broken;
  });
}

function ofSize(graph: Graph): Violation[] {
  const broken: Violation[] = [];
  for (const [what, size, rule, limit] of [
    ['nodes', graph.nodes.size, 'max_nodes', MAX_NODES],
    ['edges', graph.edges.size, 'max_edges', MAX_EDGES],
  ] as const) {
    const most = graph.metadata.get(rule);
    if (typeof most === 'number' && size > most)
      broken.push({
        code: 'E-PATCH-CARD',
        message: `There are ${size} ${what}, more than ${rule} ${most}.`,
        path: `/${what}`,
      });
    if (size > limit)
      broken.push({
        code: 'E-GRAPH-LIMIT',
        message: `A graph has ${limit} ${what} at most.`,
        path: `/${what}`,
      });
  }
  return broken;
}

/** A cycle through one of these nodes, if there is any. Without calling itself: a path may be long. */
function cycle(graph: Graph, from: readonly string[]): Violation[] {
  const done = new Set<string>();
  for (const start of from) {
    if (done.has(start)) continue;
    const path: string[] = [];
    const onPath = new Set<string>();
    const open: { readonly id: string; readonly isBack: boolean }[] = [{ id: start, isBack: false }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { id, isBack } = next;
      if (isBack) {
        path.pop();
        onPath.delete(id);
        done.add(id);
        continue;
      }
      if (onPath.has(id)) {
        const found = [...path.slice(path.indexOf(id)), id];
        return [
          {
            code: 'E-PATCH-CYCLE',
            message: `There is a cycle: ${found.slice(0, 20).join(' → ')}.`,
            path: '/edges',
            cycle: found,
          },
        ];
      }
      if (done.has(id)) continue;
      path.push(id);
      onPath.add(id);
      open.push({ id, isBack: true });
      for (const to of graph.after(id)) open.push({ id: to, isBack: false });
    }
  }
  return [];
}

function isOn(graph: Graph, rule: string): boolean {
  return graph.metadata.get(rule) === true;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function violated(message: string, path: string): Violation {
  return { code: 'E-PATCH-INVARIANT-VIOLATION', message, path };
}

function edgePath(from: string, to: string): string {
  return `/edges/${from}→${to}`;
}
