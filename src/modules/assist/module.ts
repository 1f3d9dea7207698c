import { defineModule } from '../../mcp/toolkit/defineModule';
import { kgSuggestPlan } from './tools/kg_suggest_plan';

/** Plan assist, as one manifest. */
export const assistModule = defineModule({
  id: 'assist',
  displayName: 'Plan assist',
  description: 'Suggests plans from the knowledge graph',
  // A plan is a thing of the knowledge graph: it is found by those words.
  words: null,
  needs: ['knowledge'],
  toggles: ['enableAssist'],
  isBulk: false,
  category: null,
  told: {},
  durable: null,
  tools: [kgSuggestPlan],
});
