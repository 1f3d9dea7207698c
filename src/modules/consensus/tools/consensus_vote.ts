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
  .refine(text => text !== '__proto__', 'can not be __proto__');
/** So that all weights together are still a number (chosen here). */
const MAX_WEIGHT = 1_000_000_000;
const votes = z.array(
  z.strictObject({ voter: word.describe('Who.'), value: word.describe('What they want.') }),
);

export const consensusVote = defineCoordinationTool({
  name: 'consensus_vote',
  title: 'Count votes',
  description:
    'Decides from votes that you gathered, by majority, quorum or weight. Nothing is kept; of two votes of one voter the last one counts.',
  effect: 'reads',
  family: 'CONSENSUS',
  input: z.strictObject({
    votes: votes.min(1).max(1_000).describe('Who wants what.'),
    config: z
      .strictObject({
        mode: mode.default('majority').describe('How votes decide.'),
        quorum: z.number().positive().optional().describe('Votes or weight that an outcome needs.'),
        weights: z
          .record(z.string(), z.number().nonnegative().max(MAX_WEIGHT))
          .default({})
          .describe('How much a voter counts in mode weighted; 1 where not named.'),
        prefer_value: word.optional().describe('Wins a tie with tie_breaker prefer.'),
        tie_breaker: z
          .enum(['null', 'first', 'prefer'])
          .nullable()
          .default('null')
          .describe('Who wins a tie: nobody, the first voted for, or prefer_value.'),
      })
      .prefault({})
      .describe('How to count.'),
  }),
  output: z.strictObject({
    mode: mode.describe('How was counted.'),
    summary: z.string().describe('Whether anything was decided, in words.'),
    outcome: z
      .string()
      .nullable()
      .describe('What leads; decided only where satisfied is true. Null where a tie was left standing.'),
    satisfied: z.boolean().describe('Whether what leads reached the threshold: only then it is decided.'),
    tie: z.boolean().describe('Whether several had the most.'),
    threshold: z.number().describe('What an outcome needs.'),
    total_weight: z.number().describe('All weight that was cast.'),
    tally: z.record(z.string(), z.number()).describe('Weight by value.'),
    votes: votes.describe('The votes, as given.'),
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
    return 'Nothing is decided: several have the most, and the tie stands. Gather more votes, or set tie_breaker.';
  const value = JSON.stringify(outcome);
  const weight = `${tally.get(outcome) ?? 0} of the ${threshold} that are needed`;
  if (isSatisfied) return `Decided: ${value}, with ${weight}.`;
  return `Nothing is decided: ${value} ${isTie ? 'comes first in a tie' : 'leads'} with ${weight}.`;
}

function kindOf({ outcome, isSatisfied }: Decision): string {
  if (outcome === null) return 'consensus_tie_unresolved';
  return isSatisfied ? 'consensus_decision' : 'consensus_decision_unsatisfied';
}
