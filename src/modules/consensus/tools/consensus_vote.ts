import * as z from 'zod';
import { decide, type Decision } from '../consensus';
import { tell } from '../../../core/coordination/tell';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';

const mode = z.enum(['majority', 'quorum', 'weighted']);
/** Names of an object's fields in the answer; one of them an object can't have. */
const word = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(text => text !== '__proto__', "can't be __proto__");
/** So that all weights together are still a number (chosen here). */
const MAX_WEIGHT = 1_000_000_000;
const votes = z.array(
  z.strictObject({ voter: word.describe('Voter.'), value: word.describe('Their choice.') }),
);

export const consensusVote = defineCoordinationTool({
  name: 'consensus_vote',
  title: 'Count votes',
  description:
    'Decides from votes you collected, by majority, quorum or weight. Nothing is stored. If someone votes twice, the last vote counts.',
  effect: 'reads',
  family: 'CONSENSUS',
  input: () =>
    z.strictObject({
      votes: votes.min(1).max(1_000).describe('Votes to count.'),
      config: z
        .strictObject({
          mode: mode.default('majority').describe('Decision mode.'),
          quorum: z.number().positive().optional().describe('Votes or weight required for an outcome.'),
          weights: z
            .record(z.string(), z.number().nonnegative().max(MAX_WEIGHT))
            .default({})
            .describe('Weight of each voter in weighted mode; default 1.'),
          prefer_value: word.optional().describe('Value that wins a tie if tie_breaker is prefer.'),
          tie_breaker: z
            .enum(['null', 'first', 'prefer'])
            .nullable()
            .default('null')
            .describe('What wins a tie: nothing, the first value voted for, or prefer_value.'),
        })
        .prefault({})
        .describe('Counting options.'),
    }),
  output: () =>
    z.strictObject({
      mode: mode.describe('Mode used.'),
      summary: z.string().describe('Summary of the result.'),
      outcome: z
        .string()
        .nullable()
        .describe('Leading value; a decision only if satisfied is true. Null for an unresolved tie.'),
      satisfied: z.boolean().describe('Whether the leading value reached the threshold.'),
      tie: z.boolean().describe('Whether several values tied for first.'),
      threshold: z.number().describe('Required votes or weight.'),
      total_weight: z.number().describe('Total weight cast.'),
      tally: z.record(z.string(), z.number()).describe('Weight by value.'),
      votes: votes.describe('Votes as passed in.'),
    }),
  handle({ votes: given, config }, context) {
    const decision = decide(given, {
      mode: config.mode,
      quorum: config.quorum,
      weights: config.weights,
      preferValue: config.prefer_value,
      tieBreaker: config.tie_breaker ?? 'null',
    });
    const result = {
      mode: config.mode,
      outcome: decision.outcome,
      satisfied: decision.isSatisfied,
      tie: decision.isTie,
      threshold: decision.threshold,
      total_weight: decision.totalWeight,
      tally: Object.fromEntries(decision.tally),
    };
    tell(context, { cat: 'consensus', kind: kindOf(decision), payload: result }, context.origin);
    return { summary: summaryOf(decision), ...result, votes: given };
  },
});

/** A leader without enough votes must not be taken for a decision. */
function summaryOf({ outcome, isSatisfied, isTie, threshold, tally }: Decision): string {
  if (outcome === null)
    return 'No decision: several values are tied. Collect more votes, or set tie_breaker.';
  const value = JSON.stringify(outcome);
  const weight = `${tally.get(outcome) ?? 0} of the required ${threshold}`;
  if (isSatisfied) return `Decided: ${value}, with ${weight}.`;
  return `No decision: ${value} ${isTie ? 'comes first in a tie' : 'leads'} with ${weight}.`;
}

function kindOf({ outcome, isSatisfied }: Decision): string {
  if (outcome === null) return 'consensus_tie_unresolved';
  return isSatisfied ? 'consensus_decision' : 'consensus_decision_unsatisfied';
}
