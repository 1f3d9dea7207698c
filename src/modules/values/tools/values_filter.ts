import * as z from 'zod';
import { tell } from '../../../core/coordination/tell';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { originOf } from './originOf';
import { correlationIn, decisionOut, givenImpacts, planIn, shownDecision, thresholdIn } from './valueSchemas';

export const valuesFilter = defineCoordinationTool({
  name: 'values_filter',
  title: 'Check a plan against values',
  description:
    'Decides whether a plan is allowed: its score reaches the threshold, and it harms no value more than that tolerates.',
  effect: 'reads',
  family: 'VALUES',
  input: () => z.strictObject({ ...planIn(), threshold: thresholdIn(), ...correlationIn() }),
  output: () =>
    z.strictObject({
      allowed: z.boolean().describe('Whether it may go on.'),
      threshold: z.number().describe('Lowest allowed score.'),
      ...decisionOut(),
      next: z.string().optional().describe('What to call next, where it may not go on.'),
    }),
  handle(given, context) {
    const decision = context.values.decide(givenImpacts(given.impacts), given.threshold);
    const { isAllowed: allowed, threshold } = decision;
    const shown = shownDecision(given, decision);
    const kind = allowed ? 'values_filter_allowed' : 'values_filter_blocked';
    const payload = { id: given.id, score: shown.score, threshold, violations: shown.violations.length };
    tell(context, { cat: 'values', kind, payload }, originOf(given, context));
    const next = 'Call values_explain with these fields in "plan" to see what to change.';
    return { allowed, threshold, ...shown, ...(allowed ? {} : { next }) };
  },
});
