import type { Instant } from '../../core/support/clock';

/** What is no stronger than this is gone, and a change no greater is none. */
export const EPSILON = 1e-6;

/** Points that a field holds at most (chosen here: it is looked through whole at every evaporation). */
export const MAX_POINTS = 100_000;

/** One kind of trail at one node. */
export interface Point {
  intensity: number;
  updatedAt: Instant;
}

/** All trails at one node. */
export interface FieldNode {
  readonly points: Map<string, Point>;
  /** Sum over the points, before it is clamped. */
  sum: number;
  updatedAt: Instant;
}

/** Between these every intensity stays. A floor above zero keeps trails from fading away, as in a MAX-MIN ant system. */
export interface Bounds {
  readonly min: number;
  /** Null: unbounded. */
  readonly max: number | null;
}

/** Everything that is kept of the trails. */
export interface Field {
  readonly nodes: Map<string, FieldNode>;
  /** How many points there are, at all nodes. */
  size: number;
  bounds: Bounds;
  /** How often it changed: who draws it knows by this that nothing has to be drawn anew. */
  changes: number;
}

/** A field without trails. */
export function emptyField(): Field {
  return { nodes: new Map(), size: 0, bounds: { min: 0, max: null }, changes: 0 };
}

/** How strong a node's point is; 0 where there is none. */
export function intensityAt(field: Field, node: string, type: string): number {
  return field.nodes.get(node)?.points.get(type)?.intensity ?? 0;
}

/** What a point with this intensity is left with: within the bounds, and 0 where it is too weak to be kept. */
export function settled(intensity: number, { min, max }: Bounds): number {
  const clamped = Math.max(min, atMost(intensity, max));
  return min === 0 && clamped <= EPSILON ? 0 : clamped;
}

/** A node's total: an empty node has none, whatever the floor. */
export function totalOf(sum: number, { max }: Bounds): number {
  return atMost(sum, max);
}

/** An intensity as it is shown: to six decimals. */
export function rounded(intensity: number): number {
  return Math.round(intensity * 1e6) / 1e6;
}

/** The later of two times: a clock that was set back must not make a trail evaporate twice. */
export function later(a: Instant, b: Instant | undefined): Instant {
  return b !== undefined && b > a ? b : a;
}

function atMost(value: number, max: number | null): number {
  return max === null ? value : Math.min(max, value);
}

/** The field as JSON text can hold it. Sums go along: added up anew they could differ in the last digit. */
export function saveField({ nodes, bounds, changes }: Field): unknown {
  const rows = [...nodes].map(([id, { points, sum, updatedAt }]) => [
    id,
    sum,
    updatedAt,
    [...points].map(([type, point]) => [type, point.intensity, point.updatedAt]),
  ]);
  return { nodes: rows, bounds, changes };
}

type SavedNode = [string, number, Instant, [string, number, Instant][]];

/** What `saveField` gave. */
export function loadField(saved: {
  readonly nodes: readonly SavedNode[];
  readonly bounds: Bounds;
  readonly changes: number;
}): Field {
  const field: Field = { nodes: new Map(), size: 0, bounds: saved.bounds, changes: saved.changes };
  for (const [id, sum, updatedAt, points] of saved.nodes) {
    const kept = points.map(([type, intensity, at]): [string, Point] => [type, { intensity, updatedAt: at }]);
    field.nodes.set(id, { points: new Map(kept), sum, updatedAt });
    field.size += kept.length;
  }
  return field;
}
