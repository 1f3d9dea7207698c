import type { Impact, Relationship, Value, ValueSystem } from './valueSystem';

/** What exceeds a tolerance by no more than this is within it: sums of fractions are not exact. */
const EPSILON = 1e-6;

/** What one impact adds to a value: on its own, or passed on by a related one. */
export interface Contribution {
  readonly impact: Impact;
  readonly kind: Impact['impact'];
  readonly amount: number;
  /** The value that passed it on; null where the impact names this one. */
  readonly via: string | null;
}

/** How a value fares. */
export interface Standing {
  readonly value: Value;
  readonly risk: number;
  readonly support: number;
  /** Risk that no support outweighs, and never less than 0. */
  readonly residual: number;
  /** 0 to 1. */
  readonly satisfaction: number;
  readonly contributions: readonly Contribution[];
}

/** A value that a plan harms more than it may. */
export interface Violation {
  readonly value: string;
  /** The share of its weight that is at risk; of an unknown value, the severity. */
  readonly severity: number;
  /** Null: nobody set such a value. */
  readonly standing: Standing | null;
  /** Of an unknown value. */
  readonly impact: Impact | null;
}

/** What a plan comes to. */
export interface Score {
  /** 0 to 1: the mean of all satisfactions by weight. */
  readonly score: number;
  readonly standings: readonly Standing[];
  readonly violations: readonly Violation[];
}

/** A score, and whether it is enough. */
export interface Decision extends Score {
  readonly threshold: number;
  readonly isAllowed: boolean;
}

/** Weighs what a plan does to each value. The formulas are in docs/dev/values.md. */
export function scoreOf({ values, relationships }: ValueSystem, impacts: readonly Impact[]): Score {
  const contributions = contributionsOf(values, relationships, impacts);
  const standings = values.map(value => standingOf(value, contributions.get(value.id) ?? []));
  const known = new Set(values.map(({ id }) => id));
  const unknown = impacts
    .filter(({ value }) => !known.has(value))
    .map(impact => ({ value: impact.value, severity: impact.severity, standing: null, impact }));
  const broken = standings
    .filter(({ value, residual }) => shareOf(value, residual) > value.tolerance + EPSILON)
    .map(standing => ({
      value: standing.value.id,
      severity: shareOf(standing.value, standing.residual),
      standing,
      impact: null,
    }));
  return { score: meanOf(standings), standings, violations: [...broken, ...unknown] };
}

/** Whether a plan is allowed: its score reaches the threshold, and it harms no value more than that tolerates. */
export function decisionOf(
  system: ValueSystem,
  impacts: readonly Impact[],
  threshold = system.threshold,
): Decision {
  const score = scoreOf(system, impacts);
  return {
    ...score,
    threshold,
    isAllowed: score.score >= threshold - EPSILON && score.violations.length === 0,
  };
}

/** Each impact counts for its value, and one step further for those that it supports or conflicts with. */
function contributionsOf(
  values: readonly Value[],
  relationships: readonly Relationship[],
  impacts: readonly Impact[],
): ReadonlyMap<string, readonly Contribution[]> {
  const byId = new Map(values.map(value => [value.id, value]));
  const found = new Map<string, Contribution[]>();
  const add = (id: string, contribution: Contribution): void => {
    const list = found.get(id) ?? [];
    list.push(contribution);
    found.set(id, list);
  };
  for (const impact of impacts) {
    const value = byId.get(impact.value);
    if (value === undefined) continue;
    const amount = value.weight * impact.severity;
    add(value.id, { impact, kind: impact.impact, amount, via: null });
    for (const { from, to, kind, weight } of relationships)
      if (from === value.id)
        add(to, {
          impact,
          kind: kind === 'conflicts' ? opposite(impact.impact) : impact.impact,
          amount: amount * weight,
          via: value.id,
        });
  }
  return found;
}

function opposite(kind: Impact['impact']): Impact['impact'] {
  return kind === 'risk' ? 'support' : 'risk';
}

function standingOf(value: Value, contributions: readonly Contribution[]): Standing {
  const sum = (wanted: Impact['impact']): number =>
    contributions.reduce((all, { kind, amount }) => (kind === wanted ? all + amount : all), 0);
  const [risk, support] = [sum('risk'), sum('support')];
  const residual = Math.max(0, risk - support);
  const satisfaction = 1 - Math.min(1, shareOf(value, residual));
  return { value, risk, support, residual, satisfaction, contributions };
}

/** What counts for nothing can't be harmed. */
function shareOf({ weight }: Value, residual: number): number {
  return weight === 0 ? 0 : residual / weight;
}

function meanOf(standings: readonly Standing[]): number {
  let [total, sum] = [0, 0];
  for (const { value, satisfaction } of standings) {
    total += value.weight;
    sum += value.weight * satisfaction;
  }
  return total === 0 ? 1 : sum / total;
}
