import * as z from 'zod';
import { boundsRows, boundsTooltip } from '../boundsText';
import type { ShownBounds, ShownNode, ShownPoint } from '../fieldSnapshot';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { nodeTotal, point } from './pointShapes';

const bounds = z.strictObject({
  min_intensity: z.number().describe('Floor; shown as 0.'),
  max_intensity: z.number().nullable().describe('Maximum; null for none.'),
  normalisation_ceiling: z.number().describe('Shown as 1: the maximum, or else the strongest node.'),
});
const normalised = z.number().describe('0 at the floor to 1 at the ceiling.');
const cell = z.strictObject({
  node_id: z.string().describe('Node.'),
  total_intensity: z.number().describe('Sum of its trails.'),
  normalised,
  updated_at: z.int().describe('Last change, epoch ms.'),
  points: z.array(point.extend({ normalised })).describe('Those of its trails listed in points.'),
});
const row = z.strictObject({
  label: z.string().describe('Name of the bound.'),
  value: z.string().describe('As shown.'),
  tooltip: z.string().describe('Meaning.'),
});

export const stigSnapshot = defineCoordinationTool({
  name: 'stig_snapshot',
  title: 'Show trails',
  description: 'Shows trails, strongest first, with a heat map by node and the bounds of its scale.',
  effect: 'reads',
  family: 'STIG',
  input: () =>
    z.strictObject({
      limit: z.int().min(1).max(100).default(25).describe('Maximum points and nodes to list.'),
    }),
  output: () =>
    z.strictObject({
      generated_at: z.int().describe('Time, epoch ms.'),
      points: z.array(point).describe('Strongest trails.'),
      totals: z.array(nodeTotal).describe('Strongest nodes.'),
      heatmap: z
        .strictObject({
          min_intensity: z.number().describe('Drawn as 0.'),
          max_intensity: z.number().describe('Drawn as 1.'),
          cells: z.array(cell).describe('The same nodes, with their trails.'),
          bounds: bounds.describe('As below.'),
          bounds_tooltip: z.string().describe('The bounds in one line.'),
        })
        .describe('Trails by node.'),
      pheromone_bounds: bounds.describe('Bounds of all trails.'),
      summary: z
        .strictObject({
          bounds: bounds.describe('As above.'),
          rows: z.array(row).describe('The bounds as a table.'),
          tooltip: z.string().describe('The bounds in one line.'),
        })
        .describe('The bounds, ready for display.'),
      left_out: z
        .strictObject({
          points: z.int().describe('Number of trails not listed.'),
          nodes: z.int().describe('Number of nodes not listed.'),
        })
        .describe('Trails and nodes beyond the limit; bounds include them.'),
    }),
  handle({ limit }, { stigmergy }) {
    const field = stigmergy.snapshot(limit);
    const { points, nodes } = field;
    const shown = shownBounds(field.bounds);
    const tooltip = boundsTooltip(field.bounds);
    return {
      generated_at: field.at,
      points: points.map(shownPoint),
      totals: nodes.map(({ node, total, updatedAt }) => ({
        node_id: node,
        intensity: total,
        updated_at: updatedAt,
      })),
      heatmap: {
        min_intensity: shown.min_intensity,
        max_intensity: shown.normalisation_ceiling,
        cells: nodes.map(cellOf),
        bounds: shown,
        bounds_tooltip: tooltip,
      },
      pheromone_bounds: shown,
      summary: { bounds: shown, rows: [...boundsRows(field.bounds)], tooltip },
      left_out: { points: field.pointCount - points.length, nodes: field.nodeCount - nodes.length },
    };
  },
});

function shownBounds({ min, max, ceiling }: ShownBounds): z.input<typeof bounds> {
  return { min_intensity: min, max_intensity: max, normalisation_ceiling: ceiling };
}

function shownPoint({ node, type, intensity, updatedAt }: ShownPoint): z.input<typeof point> {
  return { node_id: node, type, intensity, updated_at: updatedAt };
}

function cellOf({ node, total, normalised: share, updatedAt, points }: ShownNode): z.input<typeof cell> {
  return {
    node_id: node,
    total_intensity: total,
    normalised: share,
    updated_at: updatedAt,
    points: points.map(each => ({ ...shownPoint(each), normalised: each.normalised })),
  };
}
