import { coordinationError } from '../../core/coordination/coordinationError';
import type { Instant } from '../../core/support/clock';
import { type Bounds, EPSILON, type Field, type FieldNode, later, rounded, settled, totalOf } from './field';
import { compareTexts, Strongest } from './strongest';
import type { EvaporateWish, Evaporated, PointChange } from './stigmergyFacts';

/** How everything in the field changes. */
interface Evaporation {
  readonly halfLifeMs: number;
  readonly bounds: Bounds;
  readonly at: Instant;
}

/** What becomes of a point: nothing is left of it where its intensity is 0. */
function pointAfter(
  intensity: number,
  updatedAt: Instant,
  { halfLifeMs, bounds, at }: Evaporation,
): { readonly intensity: number; readonly updatedAt: Instant } {
  const ageMs = Math.max(0, at - updatedAt);
  const left = settled(intensity * 0.5 ** (ageMs / halfLifeMs), bounds);
  return { intensity: left, updatedAt: later(at, updatedAt) };
}

/** The fact that follows from a wish for evaporation. Changes nothing. @throws {Refusal} E-STIG-INVALID-INPUT */
export function evaporated(field: Field, wish: EvaporateWish, at: Instant): Evaporated {
  const { halfLifeMs, limit } = wish;
  const bounds = boundsOf(field, wish);
  const strongest = new Strongest(limit, compareChanges);
  let changed = 0;
  let gone = 0;
  for (const [id, node] of field.nodes) {
    for (const change of changesAt(id, node, { halfLifeMs, bounds, at })) {
      changed += 1;
      if (change.point.intensity === 0) gone += 1;
      strongest.add(change);
    }
  }
  return {
    type: 'stigmergy_change',
    change: 'evaporation',
    half_life_ms: halfLifeMs,
    min_intensity: bounds.min,
    max_intensity: bounds.max,
    changed,
    gone,
    changes: strongest.sorted(),
  };
}

/** Takes an evaporation in: every point of the field gets weaker, or goes. */
export function takeEvaporation(field: Field, fact: Evaporated, at: Instant): void {
  field.bounds = { min: fact.min_intensity, max: fact.max_intensity };
  const how = { halfLifeMs: fact.half_life_ms, bounds: field.bounds, at };
  for (const [id, node] of field.nodes) {
    node.sum = 0;
    node.updatedAt = later(at, node.updatedAt);
    for (const [type, point] of node.points) {
      const after = pointAfter(point.intensity, point.updatedAt, how);
      point.intensity = after.intensity;
      point.updatedAt = after.updatedAt;
      node.sum += point.intensity;
      if (point.intensity > 0) continue;
      node.points.delete(type);
      field.size -= 1;
    }
    if (node.points.size === 0) field.nodes.delete(id);
  }
}

/** What is to be told of a node. A change too small to be told happens nevertheless: two half steps are one step. */
function changesAt(id: string, node: FieldNode, how: Evaporation): readonly PointChange[] {
  const told: PointChange['point'][] = [];
  let sum = 0;
  for (const [type, { intensity: before, updatedAt }] of node.points) {
    const { intensity, updatedAt: updated_at } = pointAfter(before, updatedAt, how);
    sum += intensity;
    if (Math.abs(intensity - before) > EPSILON) told.push({ node_id: id, type, intensity, updated_at });
  }
  const node_total = {
    node_id: id,
    intensity: totalOf(sum, how.bounds),
    updated_at: later(how.at, node.updatedAt),
  };
  return told.map(point => ({ point, node_total }));
}

function boundsOf({ bounds }: Field, { min = bounds.min, max = bounds.max }: EvaporateWish): Bounds {
  if (max !== null && max <= min)
    throw coordinationError('E-STIG-INVALID-INPUT', {
      message: `max_intensity (${max}) must be greater than min_intensity (${min}). Pass both, or null for no maximum.`,
      hint: 'max_intensity above min_intensity',
      details: { min_intensity: min, max_intensity: max },
    });
  return { min, max };
}

function compareChanges({ point: a }: PointChange, { point: b }: PointChange): number {
  const stronger = rounded(b.intensity) - rounded(a.intensity);
  return stronger || compareTexts(a.node_id, b.node_id) || compareTexts(a.type, b.type);
}
