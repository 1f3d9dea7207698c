import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { change, shownChange } from './pointShapes';

/** Highest bound that can be set (chosen here: six decimals are exact up to it). */
const MAX_BOUND = 1_000_000_000;

const bound = z.number().max(MAX_BOUND);

export const stigDecay = defineOnceTool({
  name: 'stig_decay',
  title: 'Let trails fade',
  description:
    'Weakens every trail by the time since its last change: it halves every half_life_ms. Trails fade only when this tool is ' +
    'called. min_intensity and max_intensity set bounds for all current and future trails.',
  effect: 'changes',
  family: 'STIG',
  input: () =>
    z.strictObject({
      half_life_ms: z.int().min(1).max(86_400_000).describe('Time in which a trail halves.'),
      min_intensity: bound
        .nonnegative()
        .optional()
        .describe('Floor from now on: no trail fades below it. Initially 0, which drops fully faded trails.'),
      max_intensity: bound
        .positive()
        .nullable()
        .optional()
        .describe('Maximum of a trail or node from now on; null (initial value) for none.'),
      limit: z.int().min(1).max(200).default(25).describe('Maximum changes to list, strongest first.'),
    }),
  output: () =>
    z.strictObject({
      changes: z.array(change).describe('Weakened trails, strongest first.'),
      changed: z.int().describe('Number of changed trails, listed or not.'),
      dropped: z.int().describe('How many of those were removed.'),
      left_out: z.int().describe('Number of changes not listed.'),
    }),
  async handle({ half_life_ms: halfLifeMs, min_intensity: min, max_intensity: max, limit }, context) {
    const { stigmergy, once, origin } = context;
    const wish = { halfLifeMs, min, max, limit };
    const { facts, isReplay } = await stigmergy.evaporate(wish, { once, origin });
    const [fact] = facts;
    if (fact === undefined) throw new Error('An evaporation gave no fact.');
    return {
      changes: fact.changes.map(shownChange),
      changed: fact.changed,
      dropped: fact.gone,
      left_out: fact.changed - fact.changes.length,
      idempotent: isReplay,
    };
  },
});
