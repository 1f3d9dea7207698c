import * as z from 'zod';
import { rounded } from '../field';
import type { Deposit, PointChange } from '../stigmergyFacts';

/** Longest name of a node or a type, in UTF-16 units (chosen here). */
const MAX_NAME = 300;

const intensity = z.number().describe('Strength, to 6 decimals.');
const updatedAt = z.int().describe('Last change, epoch ms.');
const nodeId = z.string().min(1).max(MAX_NAME);

/** A trail to leave, as it is asked for. */
export const deposit = z.strictObject({
  node_id: nodeId.describe('Node to mark: a file, area, task or idea.'),
  // An empty type has an error of its own (E-STIG-TYPE): that it must not be empty is said, not checked here.
  type: z
    .string()
    .max(MAX_NAME)
    .meta({ minLength: 1 })
    .describe('Meaning of the trail, e.g. "visited"; case-insensitive.'),
  intensity: z.number().positive().max(10_000).describe('Amount to add.'),
});

/** A point, as answers have it. */
export const point = z.strictObject({
  node_id: z.string().describe('Node.'),
  type: z.string().describe('Type of the trail.'),
  intensity,
  updated_at: updatedAt,
});

/** All trails of a node together. */
export const nodeTotal = z.strictObject({
  node_id: z.string().describe('Node.'),
  intensity,
  updated_at: updatedAt,
});

/** A point and its node after a change. */
export const change = z.strictObject({
  point: point.describe('The point after the change; removed at intensity 0.'),
  node_total: nodeTotal.describe("Sum of its node's trails."),
});

/** A trail to leave, in the core's words. */
export function depositOf({ node_id: node, ...rest }: z.output<typeof deposit>): Deposit {
  return { node, ...rest };
}

/** A change as it is told: rounded. */
export function shownChange({ point: changed, node_total: total }: PointChange): z.input<typeof change> {
  return {
    point: {
      node_id: changed.node_id,
      type: changed.type,
      intensity: rounded(changed.intensity),
      updated_at: changed.updated_at,
    },
    node_total: {
      node_id: total.node_id,
      intensity: rounded(total.intensity),
      updated_at: total.updated_at,
    },
  };
}
