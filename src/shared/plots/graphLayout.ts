import type { TaskGraph } from './plots';

/** Size of a box of the graph, two lines of text high, and the least room between two, in pixels. */
export const NODE = { width: 136, height: 40, gapX: 22, gapY: 10 } as const;

/** Boxes above which a layout of our own looks bad. */
const MAX_SIMPLE = 12;

/** What of a graph counts for where things stand. */
export type GraphForm = {
  readonly nodes: readonly Pick<TaskGraph['nodes'][number], 'id'>[];
  readonly links: readonly Pick<TaskGraph['links'][number], 'from' | 'to'>[];
};

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where everything stands, in pixels. */
export interface PlacedGraph {
  readonly width: number;
  readonly height: number;
  /** By id: the left upper corner. */
  readonly nodes: ReadonlyMap<string, Point>;
  /** In the order of the links: the points that a line goes through. */
  readonly lines: readonly (readonly Point[])[];
}

/** Whether the graph is no small forest, and needs the layout that is loaded for it. */
export function isTangled({ nodes, links }: GraphForm): boolean {
  const followers = new Set(links.map(({ to }) => to));
  return followers.size < links.length || nodes.length > MAX_SIMPLE;
}

/** Columns from left to right: whatever follows something stands right of it. Good for small forests, right for all graphs. */
export function layered(graph: GraphForm): PlacedGraph {
  const columns: string[][] = [];
  const depths = depthsOf(graph);
  for (const id of inWalkingOrder(graph)) (columns[depths.get(id) ?? 0] ??= []).push(id);
  const tallest = Math.max(0, ...columns.map(({ length }) => length));
  const nodes = new Map<string, Point>();
  columns.forEach((column, at) => {
    const top = ((tallest - column.length) * (NODE.height + NODE.gapY)) / 2;
    const x = at * (NODE.width + NODE.gapX);
    column.forEach((id, row) => nodes.set(id, { x, y: top + row * (NODE.height + NODE.gapY) }));
  });
  return placed(nodes, linesBetween(graph, nodes));
}

/** A layout as wide and high as its boxes. */
export function placed(nodes: ReadonlyMap<string, Point>, lines: PlacedGraph['lines']): PlacedGraph {
  const all = [...nodes.values()];
  return {
    width: Math.max(0, ...all.map(({ x }) => x + NODE.width)),
    height: Math.max(0, ...all.map(({ y }) => y + NODE.height)),
    nodes,
    lines,
  };
}

/** Where a line leaves the box with this corner. */
export function rightOf({ x, y }: Point): Point {
  return { x: x + NODE.width, y: y + NODE.height / 2 };
}

/** Where a line arrives at it. */
export function leftOf({ x, y }: Point): Point {
  return { x, y: y + NODE.height / 2 };
}

/** The box that an arrow key leads to: the nearest one that lies that way; undefined where there is none. */
export function nodeTowards({ nodes }: PlacedGraph, id: string, key: string): string | undefined {
  const here = nodes.get(id);
  const way = WAYS[key];
  if (here === undefined || way === undefined) return undefined;
  let best: { readonly id: string; readonly distance: number } | undefined;
  for (const [other, { x, y }] of nodes) {
    const along = (x - here.x) * way.x + (y - here.y) * way.y;
    const aside = Math.abs((x - here.x) * way.y + (y - here.y) * way.x);
    // What lies aside is far: a column and a row are walked straight.
    const distance = along + 2 * aside;
    if (other !== id && along > 0 && (best === undefined || distance < best.distance)) {
      best = { id: other, distance };
    }
  }
  return best?.id;
}

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** How many steps from a beginning each is at most. A circle, which nobody should make, is cut where it closes. */
function depthsOf({ nodes, links }: GraphForm): ReadonlyMap<string, number> {
  const before = Map.groupBy(links, ({ to }) => to);
  const depths = new Map<string, number>();
  const depthOf = (id: string, below: ReadonlySet<string>): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const path = new Set(below).add(id);
    const above = (before.get(id) ?? []).filter(({ from }) => !path.has(from));
    const depth = Math.max(-1, ...above.map(({ from }) => depthOf(from, path))) + 1;
    depths.set(id, depth);
    return depth;
  };
  for (const { id } of nodes) depthOf(id, new Set());
  return depths;
}

/** Each node after what leads to it, branch by branch: so the lines of a forest do not cross. */
function inWalkingOrder({ nodes, links }: GraphForm): ReadonlySet<string> {
  const after = Map.groupBy(links, ({ from }) => from);
  const followers = new Set(links.map(({ to }) => to));
  const walked = new Set<string>();
  const walk = (id: string): void => {
    if (walked.has(id)) return;
    walked.add(id);
    for (const { to } of after.get(id) ?? []) walk(to);
  };
  for (const { id } of nodes) if (!followers.has(id)) walk(id);
  for (const { id } of nodes) walk(id);
  return walked;
}

function linesBetween({ links }: GraphForm, nodes: ReadonlyMap<string, Point>): PlacedGraph['lines'] {
  return links.map(({ from, to }) => {
    const start = nodes.get(from);
    const end = nodes.get(to);
    if (start === undefined || end === undefined) return [];
    return [rightOf(start), leftOf(end)];
  });
}
