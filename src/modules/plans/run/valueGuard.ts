import type { Impact } from '../../values/valueSystem';
import type { Values } from '../../values/values';

/** What a run does to the values of the workspace, as it was when it began. */
export interface PlanValues {
  readonly impacts: readonly Impact[];
  readonly score: number;
  readonly threshold: number;
  /** The values that it touches, the one that fares worst first. 0 to 1. */
  readonly touched: readonly { readonly value: string; readonly satisfaction: number }[];
}

/** What a run says of itself before it begins. */
export interface GivenImpacts {
  readonly impacts?: readonly Impact[] | undefined;
  /** Lowest allowed score, where it is not that of the workspace. */
  readonly threshold?: number | undefined;
}

/** Lets no run begin that goes against the values. @throws {Refusal} E-VALUES-VIOLATION */
export function guarded(
  values: Pick<Values, 'require'>,
  { impacts, threshold }: GivenImpacts,
): { readonly values?: PlanValues } {
  if (impacts === undefined) return {};
  const decision = values.require(impacts, threshold);
  const touched = decision.standings
    .filter(({ contributions }) => contributions.length > 0)
    .map(({ value, satisfaction }) => ({ value: value.id, satisfaction }))
    .toSorted((a, b) => a.satisfaction - b.satisfaction);
  return { values: { impacts, score: decision.score, threshold: decision.threshold, touched } };
}
