import { coordinationError } from '../../core/coordination/coordinationError';

/** How votes become a decision. */
export interface ConsensusRule {
  readonly mode: 'majority' | 'quorum' | 'weighted';
  /** Votes (or their weight) that an outcome needs; the mode `quorum` can't do without. */
  readonly quorum?: number | undefined;
  /** How much a voter counts; 1 for whoever is not named. */
  readonly weights: Readonly<Record<string, number>>;
  readonly preferValue?: string | undefined;
  /** Who wins of those with the same weight: nobody, the one voted for first, or `preferValue`. */
  readonly tieBreaker: 'null' | 'first' | 'prefer';
}

/** One voter's wish. */
export interface Vote {
  readonly voter: string;
  readonly value: string;
}

/** What came out. */
export interface Decision {
  /** What won; null where a tie was left standing or nobody got enough. */
  readonly outcome: string | null;
  /** Whether the outcome reached the threshold. */
  readonly isSatisfied: boolean;
  /** Whether several had the most. */
  readonly isTie: boolean;
  readonly threshold: number;
  readonly totalWeight: number;
  /** Weight by value, in the order of the first vote for each. */
  readonly tally: ReadonlyMap<string, number>;
}

/**
 * Counts votes. A voter who votes twice counts as they voted last.
 * @throws {Refusal} E-CONSENSUS-INVALID-INPUT where a quorum is asked for and none is given, or a preference and none is named
 */
export function decide(votes: readonly Vote[], rule: ConsensusRule): Decision {
  requireWhole(rule);
  const weightOf = (voter: string): number =>
    rule.mode === 'weighted' && Object.hasOwn(rule.weights, voter) ? Number(rule.weights[voter]) : 1;
  const last = new Map(votes.map(({ voter, value }) => [voter, value]));
  const tally = new Map<string, number>();
  for (const [voter, value] of last) tally.set(value, sumOf(tally.get(value) ?? 0, weightOf(voter)));
  const totalWeight = [...tally.values()].reduce(sumOf, 0);
  const threshold =
    rule.mode === 'majority' ? majorityOf(totalWeight) : (rule.quorum ?? majorityOf(totalWeight));
  const most = Math.max(0, ...tally.values());
  const leaders = [...tally].filter(([, weight]) => weight === most).map(([value]) => value);
  const isTie = leaders.length > 1;
  const winner = isTie ? brokenTie(leaders, rule) : leaders[0];
  const isSatisfied = winner !== undefined && most >= threshold;
  return { outcome: winner ?? null, isSatisfied, isTie, threshold, totalWeight, tally };
}

/** To 9 decimals: 0.1 and 0.2 weigh as much as 0.3, whatever binary fractions make of them. */
function sumOf(a: number, b: number): number {
  return Math.round((a + b) * 1e9) / 1e9;
}

/** More than half, in whole votes. */
function majorityOf(total: number): number {
  return Math.floor(total / 2) + 1;
}

function brokenTie(
  leaders: readonly string[],
  { tieBreaker, preferValue }: ConsensusRule,
): string | undefined {
  if (tieBreaker === 'first') return leaders[0];
  return tieBreaker === 'prefer' ? leaders.find(value => value === preferValue) : undefined;
}

function requireWhole({ mode, quorum, tieBreaker, preferValue }: ConsensusRule): void {
  const missing =
    mode === 'quorum' && quorum === undefined
      ? 'quorum'
      : tieBreaker === 'prefer' && preferValue === undefined
        ? 'prefer_value'
        : undefined;
  if (missing === undefined) return;
  throw coordinationError('E-CONSENSUS-INVALID-INPUT', {
    message: `This configuration needs ${missing}. Add it, or choose another mode.`,
    hint: 'invalid_input',
    details: { missing },
  });
}
