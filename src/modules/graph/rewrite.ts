import type { Refusal } from '../../core/support/refusal';
import type { Graph } from './graph';
import type { NewEdge, NewNode, RewriteRule } from './operation';

/** A graph that is being edited. */
interface Editable {
  readonly graph: Graph;
  putNode(node: NewNode): boolean;
  dropNode(id: string): boolean;
  putEdge(edge: NewEdge): boolean;
  dropEdge(from: string, to: string): boolean;
}

/** Rewrites a graph by a rule. False where nothing fitted it. @throws {Refusal} for a node that is not there */
export function rewrite(edit: Editable, wish: RewriteRule, unknown: (node: string) => Refusal): boolean {
  switch (wish.rule) {
    case 'split_parallel':
      return splitParallel(edit, wish.params);
    case 'inline_subgraph':
      return inlineSubgraph(edit, wish.params, unknown);
    case 'reroute_avoid':
      return rerouteAvoid(edit, wish.params);
  }
}

type ParamsOf<Rule extends RewriteRule['rule']> = Extract<RewriteRule, { rule: Rule }>['params'];

function splitParallel(edit: Editable, { edges }: ParamsOf<'split_parallel'>): boolean {
  const { graph } = edit;
  const wanted =
    edges === undefined
      ? [...graph.edges.values()].filter(({ attributes }) => attributes['parallel'] === true)
      : edges.flatMap(({ from, to }) => graph.edge(from, to) ?? []);
  for (const edge of wanted) {
    const { from, to } = edge;
    const middle = free(edit, `${from}∥${to}`);
    const { parallel: _done, ...attributes } = edge.attributes;
    edit.dropEdge(from, to);
    edit.putNode({ id: middle, label: edge.label, attributes: { kind: 'parallel' } });
    edit.putEdge({ from, to: middle, weight: edge.weight, attributes });
    edit.putEdge({ from: middle, to, attributes });
  }
  return wanted.length > 0;
}

function inlineSubgraph(
  edit: Editable,
  { node, graph: inner }: ParamsOf<'inline_subgraph'>,
  unknown: (node: string) => Refusal,
): boolean {
  const { graph } = edit;
  if (!graph.nodes.has(node)) throw unknown(node);
  const towards = [...graph.before(node)].flatMap(from => graph.edge(from, node) ?? []);
  const onwards = [...graph.after(node)].flatMap(to => graph.edge(node, to) ?? []);
  edit.dropNode(node);
  const named = new Map(inner.nodes.map(({ id }) => [id, free(edit, `${node}/${id}`)]));
  const nameOf = (id: string): string => {
    const found = named.get(id);
    if (found === undefined) throw unknown(id);
    return found;
  };
  for (const each of inner.nodes) edit.putNode({ ...each, id: nameOf(each.id) });
  for (const edge of inner.edges) edit.putEdge({ ...edge, from: nameOf(edge.from), to: nameOf(edge.to) });
  const entered = new Set(inner.edges.map(({ to }) => to));
  const left = new Set(inner.edges.map(({ from }) => from));
  const first = inner.nodes.filter(({ id }) => !entered.has(id));
  const last = inner.nodes.filter(({ id }) => !left.has(id));
  for (const edge of towards) for (const { id } of first) edit.putEdge({ ...edge, to: nameOf(id) });
  for (const edge of onwards) for (const { id } of last) edit.putEdge({ ...edge, from: nameOf(id) });
  return true;
}

function rerouteAvoid(
  edit: Editable,
  { avoid_nodes: ids, avoid_labels: labels, remove }: ParamsOf<'reroute_avoid'>,
): boolean {
  const { graph } = edit;
  const avoided = new Set([
    ...ids.filter(id => graph.nodes.has(id)),
    ...[...graph.nodes.values()].flatMap(({ id, label }) =>
      label !== null && labels.includes(label) ? [id] : [],
    ),
  ]);
  let isChanged = false;
  for (const id of avoided) {
    const [before, after] = [[...graph.before(id)], [...graph.after(id)]];
    for (const from of before)
      for (const to of after)
        if (from !== to && from !== id && to !== id && graph.edge(from, to) === undefined)
          edit.putEdge({ from, to });
    for (const from of before) isChanged = edit.dropEdge(from, id) || isChanged;
    for (const to of after) isChanged = edit.dropEdge(id, to) || isChanged;
    if (remove) isChanged = edit.dropNode(id) || isChanged;
  }
  return isChanged;
}

/** A name that no node has. */
function free({ graph }: Editable, wanted: string): string {
  let id = wanted;
  for (let n = 2; graph.nodes.has(id); n += 1) id = `${wanted}-${n}`;
  return id;
}
