import { expect, test } from 'vitest';
import { hierGraph } from './hierGraph';
import { rewriteGraph } from './rewriteGraph';

const NONE = { nodeIds: [], labels: [] };
const task = (id: string, more: object = {}) => ({ id, attributes: { bt_tool: 'noop' }, ...more });
const edge = (from: string, to: string, more: object = {}) => ({
  from: { nodeId: from },
  to: { nodeId: to },
  ...more,
});
const graphOf = (nodes: readonly object[], edges: readonly object[]) =>
  hierGraph.parse({ id: 'g', nodes, edges });
const shape = ({ graph }: ReturnType<typeof rewriteGraph>) => ({
  nodes: graph.nodes.map(({ id }) => id),
  edges: graph.edges.map(({ from, to }) => `${from.nodeId} > ${to.nodeId}`),
});
const inner = graphOf([task('x'), task('y'), task('z')], [edge('x', 'y'), edge('x', 'z')]);

test('edges go round what is avoided, by ID and by label, also several in a row', () => {
  const graph = graphOf(
    [task('a'), task('b', { label: 'slow' }), task('c'), task('d')],
    [edge('a', 'b'), edge('b', 'c'), edge('c', 'd'), edge('a', 'd')],
  );
  const one = rewriteGraph(graph, { nodeIds: ['b'], labels: [] }, { rules: false });
  expect(shape(one)).toEqual({ nodes: ['a', 'c', 'd'], edges: ['c > d', 'a > d', 'a > c'] });
  expect(one.history).toEqual([{ op: 'reroute_avoid', description: 'went round "b"', changed: true }]);
  const two = rewriteGraph(graph, { nodeIds: ['c'], labels: ['slow'] }, { rules: false });
  expect(shape(two)).toEqual({ nodes: ['a', 'd'], edges: ['a > d'] });
});

test('a parallel edge gets a node in its middle, and is parallel no more', () => {
  const graph = graphOf(
    [task('a'), task('b')],
    [edge('a', 'b', { label: 'l', attributes: { parallel: true, k: 1 } })],
  );
  const after = rewriteGraph(graph, NONE, { rules: true });
  expect(shape(after)).toEqual({ nodes: ['a', 'b', 'a∥b'], edges: ['a > a∥b', 'a∥b > b'] });
  expect(after.graph.edges.map(({ attributes }) => attributes)).toEqual([{ k: 1 }, { k: 1 }]);
  expect(rewriteGraph(after.graph, NONE, { rules: true }).history.map(({ changed }) => changed)).toEqual([
    false,
    false,
    false,
  ]);
});

test('a graph takes the place of its node, at every level', () => {
  const middle = {
    id: 's',
    kind: 'subgraph',
    ref: { id: 'i', nodes: [{ id: 'in', kind: 'subgraph', ref: inner }] },
  };
  const graph = graphOf([task('a'), middle, task('b')], [edge('a', 's'), edge('s', 'b')]);
  expect(shape(rewriteGraph(graph, NONE, { rules: true }))).toEqual({
    nodes: ['a', 'b', 's/in/x', 's/in/y', 's/in/z'],
    edges: ['s/in/x > s/in/y', 's/in/x > s/in/z', 'a > s/in/x', 's/in/y > b', 's/in/z > b'],
  });
  expect(shape(rewriteGraph(graph, { nodeIds: ['s/in/x'], labels: [] }, { rules: true })).edges).toEqual([
    's/in/y > b',
    's/in/z > b',
    'a > s/in/y',
    'a > s/in/z',
  ]);
});

test('a subgraph that is none is refused, with its place', () => {
  const graph = graphOf([{ id: 's', kind: 'subgraph', ref: 7 }], []);
  expect(() => rewriteGraph(graph, NONE, { rules: true })).toThrow('a subgraph needs a graph as its ref');
});
