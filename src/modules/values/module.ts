import { durable } from '../../core/resources/joinedModule';
import { defineModule } from '../../mcp/toolkit/defineModule';
import { valuesExplain } from './tools/values_explain';
import { valuesFilter } from './tools/values_filter';
import { valuesScore } from './tools/values_score';
import { valuesSet } from './tools/values_set';
import { Values } from './values';
import { valuesDomain } from './valuesDomain';

declare module '../../core/resources/joinedModule' {
  interface ModuleDoors {
    readonly values: Values;
  }
}

const DECISION = 'id score threshold violations';

const kept = durable({
  domain: valuesDomain,
  told: { values_config_updated: '' },
  open: parts => new Values(parts),
  resourceKind: null,
});

/** Values, as one manifest. */
export const valuesModule = defineModule({
  id: 'values',
  displayName: 'Values',
  description: 'Weighs plans against what matters in this workspace, and explains what goes against it',
  words: {
    english:
      'values, what matters, ethics of a plan, guard rails, guardrails, is a plan allowed, check a plan against rules, ' +
      'score a plan, risk of a plan, privacy and safety of a plan, explain why a plan is blocked, trade-offs',
    french:
      "valeurs, ce qui compte, éthique d'un plan, garde-fous, un plan est-il permis, noter un plan, risque d'un plan, " +
      'expliquer pourquoi un plan est refusé, compromis',
  },
  needs: [],
  toggles: ['enableValueGuard', 'enableValuesExplain'],
  isBulk: false,
  category: 'values',
  ...kept,
  told: {
    ...kept.told,
    values_scored: 'id score violations',
    values_filter_allowed: DECISION,
    values_filter_blocked: DECISION,
    values_explain_allowed: DECISION,
    values_explain_blocked: DECISION,
  },
  tools: [valuesSet, valuesScore, valuesFilter, valuesExplain],
});
