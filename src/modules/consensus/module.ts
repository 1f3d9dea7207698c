import { defineModule } from '../../mcp/toolkit/defineModule';
import { consensusVote } from './tools/consensus_vote';

const DECISION = 'mode outcome satisfied tie threshold total_weight tally';

/** Consensus, as one manifest. */
export const consensusModule = defineModule({
  id: 'consensus',
  displayName: 'Consensus',
  description: 'Decides from the votes of several agents, by majority, quorum or weight',
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
