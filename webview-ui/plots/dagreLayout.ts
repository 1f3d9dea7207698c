import { graphlib, layout } from '@dagrejs/dagre';
import {
  type GraphForm,
  leftOf,
  NODE,
  placed,
  type PlacedGraph,
  type Point,
  rightOf,
} from '../../src/shared/plots/graphLayout';

/** Points of a line between neighbouring columns: both ends and one between. */
const DIRECT_POINTS = 3;

/** Places a graph of any kind. A file of its own: it is loaded only where a graph is too tangled for our own layout. */
export function dagreLayout({ nodes, links }: GraphForm): PlacedGraph {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: NODE.gapY, edgesep: NODE.gapY, ranksep: NODE.gapX });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { width: NODE.width, height: NODE.height });
  links.forEach(({ from, to }, at) => graph.setEdge(from, to, {}, String(at)));
  layout(graph);
  const corners = new Map<string, Point>();
  for (const { id } of nodes) {
    const { x, y } = graph.node(id);
    corners.set(id, { x: x - NODE.width / 2, y: y - NODE.height / 2 });
  }
  const lines = links.map(({ from, to }, at) => {
    const start = corners.get(from);
    const end = corners.get(to);
    if (start === undefined || end === undefined) return [];
    const points: readonly Point[] = graph.edge(from, to, String(at)).points ?? [];
    // Between neighbours a line needs no way round anything; else it keeps to where dagre found room.
    const between = points.length > DIRECT_POINTS ? points.slice(1, -1) : [];
    return [rightOf(start), ...between, leftOf(end)];
  });
  return placed(corners, lines);
}
