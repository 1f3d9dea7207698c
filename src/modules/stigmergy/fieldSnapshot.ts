import type { Instant } from '../../core/support/clock';
import { type Field, rounded, totalOf } from './field';
import { compareTexts, Strongest } from './strongest';

/** A point as it is shown: rounded. */
export interface ShownPoint {
  readonly node: string;
  readonly type: string;
  readonly intensity: number;
  /** Between 0 at the minimum and 1 at the ceiling. */
  readonly normalised: number;
  readonly updatedAt: Instant;
}

/** A node as it is shown: a cell of the heat map. */
export interface ShownNode {
  readonly node: string;
  /** Sum over all its points. */
  readonly total: number;
  readonly normalised: number;
  readonly updatedAt: Instant;
  /** Those of its points that are among the points shown. */
  readonly points: readonly ShownPoint[];
}

/** The scale that intensities are drawn on. */
export interface ShownBounds {
  readonly min: number;
  /** Null: unbounded. */
  readonly max: number | null;
  /** What is drawn as 1: the maximum, else the strongest node, else one above the minimum. */
  readonly ceiling: number;
}

/** The trails at one moment: pure data, strongest first. */
export interface FieldSnapshot {
  readonly at: Instant;
  readonly bounds: ShownBounds;
  readonly points: readonly ShownPoint[];
  readonly nodes: readonly ShownNode[];
  /** How many there are, shown or not. */
  readonly pointCount: number;
  readonly nodeCount: number;
}

type Scale = (intensity: number) => number;

/** Draws the field: the strongest points and the strongest nodes, this many of each at most. */
export function snapshotOf(field: Field, limit: number, at: Instant): FieldSnapshot {
  const bounds = boundsOf(field);
  const scale = scaleOf(bounds);
  const points = strongestPoints(field, limit, scale);
  return {
    at,
    bounds: { ...bounds, ceiling: rounded(bounds.ceiling) },
    points,
    nodes: strongestNodes(field, limit, scale, byNode(points)),
    pointCount: field.size,
    nodeCount: field.nodes.size,
  };
}

/** The bounds of a field, and what is drawn as 1 in it. */
export function boundsOf({ nodes, bounds }: Field): ShownBounds {
  const { min, max } = bounds;
  if (max !== null) return { min, max, ceiling: max };
  let highest = min;
  for (const { sum } of nodes.values()) highest = Math.max(highest, sum);
  return { min, max, ceiling: highest > min ? highest : min + 1 };
}

/** Where intensities stand between the minimum and the ceiling. */
export function scaleOf({ min, ceiling }: ShownBounds): Scale {
  return intensity => rounded(Math.min(1, Math.max(0, (intensity - min) / (ceiling - min))));
}

function strongestPoints(field: Field, limit: number, scale: Scale): readonly ShownPoint[] {
  const strongest = new Strongest<ShownPoint>(
    limit,
    (a, b) => b.intensity - a.intensity || compareTexts(a.node, b.node) || compareTexts(a.type, b.type),
  );
  for (const [node, { points }] of field.nodes) {
    for (const [type, { intensity, updatedAt }] of points) {
      strongest.add({
        node,
        type,
        intensity: rounded(intensity),
        normalised: scale(intensity),
        updatedAt,
      });
    }
  }
  return strongest.sorted();
}

function strongestNodes(
  field: Field,
  limit: number,
  scale: Scale,
  shown: ReadonlyMap<string, readonly ShownPoint[]>,
): readonly ShownNode[] {
  const strongest = new Strongest<ShownNode>(
    limit,
    (a, b) => b.total - a.total || compareTexts(a.node, b.node),
  );
  for (const [node, { sum, updatedAt }] of field.nodes) {
    const total = totalOf(sum, field.bounds);
    const points = shown.get(node) ?? [];
    strongest.add({ node, total: rounded(total), normalised: scale(total), updatedAt, points });
  }
  return strongest.sorted();
}

function byNode(points: readonly ShownPoint[]): ReadonlyMap<string, readonly ShownPoint[]> {
  const nodes = new Map<string, ShownPoint[]>();
  for (const point of points) {
    const own = nodes.get(point.node);
    if (own === undefined) nodes.set(point.node, [point]);
    else own.push(point);
  }
  return nodes;
}
