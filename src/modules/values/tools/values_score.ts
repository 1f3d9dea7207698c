import * as z from 'zod';
import { tell } from '../../../core/coordination/tell';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { scoreOf } from '../scoring';
import { correlationIn, decisionOut, givenImpacts, planIn, shownDecision } from './valueSchemas';
import { originOf } from './originOf';

export const valuesScore = defineCoordinationTool({
  name: 'values_score',
  title: 'Score a plan',
  description: 'Weighs what a plan does to the values of this workspace. Decides nothing.',
  effect: 'reads',
  family: 'VALUES',
  input: () => z.strictObject({ ...planIn(), ...correlationIn() }),
  output: () => z.strictObject(decisionOut()),
  handle(given, context) {
    const score = scoreOf(context.values.system, givenImpacts(given.impacts));
    const shown = shownDecision(given, score);
    const payload = { id: given.id, score: shown.score, violations: score.violations.length };
    tell(context, { cat: 'values', kind: 'values_scored', payload }, originOf(given, context));
    return shown;
  },
});
