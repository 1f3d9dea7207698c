import { defineModule } from '../../mcp/toolkit/defineModule';
import { consensusVote } from './tools/consensus_vote';

const DECISION = 'mode outcome satisfied tie threshold total_weight tally';

/** Consensus, as one manifest. */
export const consensusModule = defineModule({
  id: 'consensus',
  displayName: 'Consensus',
  description: 'Decides from the votes of several agents, by majority, quorum or weight',
  words: {
    english:
      'vote among agents, votes of agents, majority, quorum, consensus, agents decide together, agents agree, ' +
      'yes or no before, let each say, each says yes, count the votes, say yes or no, ' +
      'several agents must agree, opinions of agents',
    french:
      "vote des agents, majorité, quorum, consensus, agents décident ensemble, se mettre d'accord entre agents, " +
      "l'avis à chaque agent, avis de chaque agent, compter les pour, pour et les contre, " +
      "chacun dit oui ou non, demander l'avis, oui ou non avant",
  },
  needs: [],
  toggles: ['enableConsensus'],
  isBulk: false,
  category: 'consensus',
  told: {
    consensus_decision: DECISION,
    consensus_tie_unresolved: DECISION,
    consensus_decision_unsatisfied: DECISION,
  },
  durable: null,
  tools: [consensusVote],
});
