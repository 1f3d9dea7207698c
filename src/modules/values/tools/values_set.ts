import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { word } from './valueSchemas';

const value = z.strictObject({
  id: word().describe('Value ID, such as privacy.'),
  label: word().optional().describe('Title.'),
  description: z.string().trim().min(1).max(500).optional().describe('What it means.'),
  weight: z.number().min(0).max(100).default(1).describe('How much it counts.'),
  tolerance: z.number().min(0).max(1).default(0.35).describe('Share of the weight that may be at risk.'),
});
const relationship = z.strictObject({
  from: word().describe('Value ID.'),
  to: word().describe('Value ID.'),
  kind: z.enum(['supports', 'conflicts']).describe('conflicts: a risk for one supports the other.'),
  weight: z.number().min(0).max(1).default(0.5).describe('Share that is passed on.'),
});

export const valuesSet = defineOnceTool({
  name: 'values_set',
  title: 'Set values',
  description:
    'Says what matters in this workspace, and how much. Replaces the values set before. values_filter and plans with impacts are checked against them.',
  effect: 'changes',
  family: 'VALUES',
  input: () =>
    z.strictObject({
      values: z.array(value).min(1).max(128).describe('Values.'),
      relationships: z.array(relationship).max(512).default([]).describe('How they affect each other.'),
      default_threshold: z.number().min(0).max(1).default(0.6).describe('Lowest allowed score.'),
    }),
  output: () =>
    z.strictObject({
      version: z.int().describe('How often values were set.'),
      values: z.int().describe('Number of values.'),
      relationships: z.int().describe('Number of relationships.'),
      default_threshold: z.number().describe('Lowest allowed score.'),
    }),
  async handle(given, { values: door, origin, once }) {
    const values = given.values.map(({ label = null, description = null, ...rest }) => ({
      ...rest,
      label,
      description,
    }));
    const { system, isReplay } = await door.set(
      { values, relationships: given.relationships, threshold: given.default_threshold },
      { origin, once },
    );
    return {
      version: system.version,
      values: system.values.length,
      relationships: system.relationships.length,
      default_threshold: system.threshold,
      idempotent: isReplay,
    };
  },
});
