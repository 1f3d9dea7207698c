import type { Instant } from '../../core/support/clock';
import { boundsOf, scaleOf, type ShownBounds } from './fieldSnapshot';
import { type Field, type FieldNode, rounded, totalOf } from './field';
import { compareTexts, Strongest } from './strongest';

/** A trail of one kind at a node. */
export interface HeatPoint {
  readonly type: string;
  readonly intensity: number;
  /** Between 0 at the minimum and 1 at the ceiling. */
  readonly normalised: number;
  readonly updatedAt: Instant;
}

/** A node with all its trails, strongest first. */
export interface HeatNode {
  readonly node: string;
  readonly total: number;
  readonly points: readonly HeatPoint[];
}

/** The strongest nodes of the field. */
export interface Heat {
  readonly bounds: ShownBounds;
  readonly nodes: readonly HeatNode[];
  /** How many nodes fit, drawn or not. */
  readonly fitting: number;
}

/** Which nodes are wanted. */
export interface HeatWish {
  /** How many at most. */
  readonly limit: number;
  /** Of what name, and with trails of which kinds. */
  readonly fits?: ((node: string, types: Iterable<string>) => boolean) | undefined;
}

/** The strongest nodes that fit. Looks at the sums of all nodes, and at the trails of those that are given only. */
export function heatOf(field: Field, { limit, fits = () => true }: HeatWish): Heat {
  const bounds = boundsOf(field);
  const scale = scaleOf(bounds);
  const strongest = new Strongest<readonly [string, FieldNode]>(
    limit,
    ([a, { sum }], [b, other]) => other.sum - sum || compareTexts(a, b),
  );
  let fitting = 0;
  for (const entry of field.nodes) {
    const [node, { points }] = entry;
    if (!fits(node, points.keys())) continue;
    fitting += 1;
    strongest.add(entry);
  }
  const nodes = strongest.sorted().map(([node, { sum, points }]) => ({
    node,
    total: rounded(totalOf(sum, field.bounds)),
    points: [...points]
      .map(([type, { intensity, updatedAt }]) => ({
        type,
        intensity: rounded(intensity),
        normalised: scale(intensity),
        updatedAt,
      }))
      .sort((a, b) => b.intensity - a.intensity || compareTexts(a.type, b.type)),
  }));
  return { bounds, nodes, fitting };
}
