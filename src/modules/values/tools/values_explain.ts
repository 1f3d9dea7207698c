import * as z from 'zod';
import { tell } from '../../../core/coordination/tell';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { explained } from '../explain';
import { originOf } from './originOf';
import {
  contributorOut,
  correlationIn,
  decisionOut,
  givenImpacts,
  planIn,
  rounded,
  shownContribution,
  shownDecision,
  thresholdIn,
  word,
} from './valueSchemas';

const node = z.strictObject({
  id: word().describe('Node ID.'),
  label: word().optional().describe('Its title.'),
});

/** A violation in words. */
const violation = () =>
  z.strictObject({
    value: z.string().describe('Value ID.'),
    label: z.string().nullable().describe('Its title.'),
    severity: z.number().describe('Share of its weight at risk.'),
    tolerance: z.number().nullable().describe('Share that it tolerates; null: not set.'),
    nodeId: z.string().nullable().describe('Node that harms it most.'),
    nodeLabel: z.string().nullable().describe('Its title.'),
    rationale: z.string().nullable().describe('Why it does.'),
    hint: z.string().describe('What to do.'),
    primaryContributor: contributorOut().nullable().describe('The largest risk.'),
  });

export const valuesExplain = defineCoordinationTool({
  name: 'values_explain',
  title: 'Explain a decision',
  description:
    'Says why a plan is allowed or not: for each value that it harms too much, the node that does it, and what to change.',
  effect: 'reads',
  family: 'VALUES',
  input: () =>
    z.strictObject({
      plan: z
        .strictObject({
          ...planIn(),
          threshold: thresholdIn(),
          nodes: z.array(node).max(256).default([]).describe('Titles of its nodes.'),
        })
        .describe('Plan to explain.'),
      ...correlationIn(),
    }),
  output: () =>
    z.strictObject({
      summary: z.string().describe('The decision in a sentence.'),
      allowed: z.boolean().describe('Whether it may go on.'),
      threshold: z.number().describe('Lowest allowed score.'),
      ...decisionOut(),
      violations: z.array(violation()).describe('Values that it harms too much, or that are not set.'),
    }),
  handle({ plan, ...given }, context) {
    const decision = context.values.decide(givenImpacts(plan.impacts), plan.threshold);
    const { isAllowed: allowed, threshold } = decision;
    const shown = shownDecision(plan, decision);
    const labels = new Map(plan.nodes.flatMap(({ id, label }) => (label === undefined ? [] : [[id, label]])));
    const violations = explained(decision.violations, labels);
    const kind = allowed ? 'values_explain_allowed' : 'values_explain_blocked';
    const payload = { id: plan.id, score: shown.score, threshold, violations: violations.length };
    tell(context, { cat: 'values', kind, payload }, originOf(given, context));
    return {
      summary: summaryOf(plan.id, shown.score, threshold, violations.length),
      allowed,
      threshold,
      ...shown,
      violations: violations.map(({ primary, severity, ...rest }) => ({
        ...rest,
        severity: rounded(severity),
        primaryContributor: primary === null ? null : shownContribution(primary),
      })),
    };
  },
});

function summaryOf(id: string, score: number, threshold: number, violations: number): string {
  const compared = `its score is ${score}, the threshold ${threshold}`;
  if (violations > 0)
    return `"${id}" is not allowed: it violates ${violations} ${violations === 1 ? 'value' : 'values'}; ${compared}.`;
  return score >= threshold ? `"${id}" is allowed: ${compared}.` : `"${id}" is not allowed: ${compared}.`;
}
