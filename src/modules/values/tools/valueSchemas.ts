import * as z from 'zod';
import { once } from '../../../core/support/once';
import type { Contribution, Decision, Standing, Violation } from '../scoring';
import type { Impact } from '../valueSystem';

/** What a value or a node is called. */
export const word = once(() => z.string().trim().min(1).max(200));
const prose = once(() => z.string().trim().min(1).max(500));

/** What a plan does to a value. */
const impactIn = once(() =>
  z.strictObject({
    value: word().describe('Value ID.'),
    impact: z.enum(['support', 'risk']).default('risk').describe('Whether it helps or harms.'),
    severity: z.number().min(0).max(1).default(1).describe('How much.'),
    rationale: prose().optional().describe('Why.'),
    source: word().optional().describe('Who says so.'),
    nodeId: word().optional().describe('Node or leaf that does it.'),
  }),
);

/** What a plan does to values, as tools take it. */
export const impactsIn = once(() => z.array(impactIn()).min(1).max(64).describe('What it does to values.'));

/** Lowest score of what is allowed. */
export const thresholdIn = once(() =>
  z.number().min(0).max(1).optional().describe('Lowest allowed score. Defaults to that of values_set.'),
);

/** A plan to be scored. */
export const planIn = once(() => ({
  id: word().describe('Name of the plan.'),
  label: word().optional().describe('Title.'),
  impacts: impactsIn(),
}));

/** What ties it to other work. */
export const correlationIn = once(() => ({
  run_id: word().optional().describe('Run it belongs to.'),
  job_id: word().optional().describe('Job it belongs to.'),
  graph_id: word().optional().describe('Graph it was made from.'),
  node_id: word().optional().describe('Node it was made from.'),
  child_id: word().optional().describe('Child agent it belongs to.'),
}));

const fraction = once(() => z.number());
const contributor = once(() =>
  z.strictObject({
    impact: z.enum(['support', 'risk']).describe('Helps or harms.'),
    contribution: fraction().describe('Weight × severity.'),
    severity: fraction().describe('As passed in.'),
    via: z.string().nullable().describe('Related value that passed it on.'),
    nodeId: z.string().nullable().describe('As passed in.'),
    rationale: z.string().nullable().describe('As passed in.'),
  }),
);

/** What a decision is told as. */
export const decisionOut = once(() => ({
  id: z.string().describe('As passed in.'),
  label: z.string().nullable().describe('As passed in.'),
  score: fraction().describe('0 to 1.'),
  breakdown: z
    .array(
      z.strictObject({
        value: z.string().describe('Value ID.'),
        weight: fraction().describe('Its weight.'),
        risk: fraction().describe('Sum of risks.'),
        support: fraction().describe('Sum of supports.'),
        residual: fraction().describe('Risk that remains.'),
        satisfaction: fraction().describe('0 to 1.'),
        contributors: z.array(contributor()).describe('What adds to it.'),
      }),
    )
    .describe('Values that it touches.'),
  violations: z
    .array(
      z.strictObject({
        value: z.string().describe('Value ID.'),
        severity: fraction().describe('Share of its weight at risk.'),
        tolerance: fraction().nullable().describe('Share that it tolerates; null: not set.'),
      }),
    )
    .describe('Values that it harms too much, or that are not set.'),
}));

/** Impacts as the domain takes them. */
export function givenImpacts(given: z.output<ReturnType<typeof impactsIn>>): readonly Impact[] {
  return given.map(({ rationale = null, source = null, nodeId = null, ...impact }) => ({
    ...impact,
    rationale,
    source,
    nodeId,
  }));
}

/** A decision as tools tell it. */
export function shownDecision(
  { id, label }: { readonly id: string; readonly label?: string | undefined },
  { score, standings, violations }: Pick<Decision, 'score' | 'standings' | 'violations'>,
): z.input<z.ZodObject<ReturnType<typeof decisionOut>>> {
  return {
    id,
    label: label ?? null,
    score: rounded(score),
    breakdown: standings.filter(({ contributions }) => contributions.length > 0).map(shownStanding),
    violations: violations.map(shownViolation),
  };
}

function shownStanding({ value, risk, support, residual, satisfaction, contributions }: Standing) {
  return {
    value: value.id,
    weight: value.weight,
    risk: rounded(risk),
    support: rounded(support),
    residual: rounded(residual),
    satisfaction: rounded(satisfaction),
    contributors: contributions.map(shownContribution),
  };
}

/** A contribution as tools tell it. */
export function shownContribution({
  impact,
  kind,
  amount,
  via,
}: Contribution): z.input<ReturnType<typeof contributor>> {
  const { severity, nodeId, rationale } = impact;
  return { impact: kind, contribution: rounded(amount), severity, via, nodeId, rationale };
}

export { contributor as contributorOut };

function shownViolation({ value, severity, standing }: Violation) {
  return { value, severity: rounded(severity), tolerance: standing?.value.tolerance ?? null };
}

/** To six decimals: sums of fractions are not exact. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
