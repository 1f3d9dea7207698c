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
    'Weakens every trail by the time since its last change: half of it is left after half_life_ms. Trails fade only when this is ' +
    'called. min_intensity and max_intensity set bounds that hold for all trails from then on, new ones too.',
  effect: 'changes',
  family: 'STIG',
  input: z.strictObject({
    half_life_ms: z.int().min(1).max(86_400_000).describe('Time after which half is left.'),
    min_intensity: bound
      .nonnegative()
      .optional()
      .describe(
        'Floor from now on: no trail fades below it. 0 at first; then trails that fade away are dropped.',
      ),
    max_intensity: bound
      .positive()
      .nullable()
      .optional()
      .describe('Most that a trail or a node can have from now on; null, as at first, for no maximum.'),
    limit: z.int().min(1).max(200).default(25).describe('Changes to list, strongest first.'),
  }),
  output: z.strictObject({
    changes: z.array(change).describe('Trails that are weaker now, strongest first.'),
    changed: z.int().describe('How many changed, listed or not.'),
    dropped: z.int().describe('How many of those are gone.'),
    left_out: z.int().describe('Changes that are not listed.'),
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
