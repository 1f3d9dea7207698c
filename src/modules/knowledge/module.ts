import { defineModule } from '../../mcp/toolkit/defineModule';
import { kgInsert } from './tools/kg_insert';
import { kgQuery } from './tools/kg_query';
import { kgExport } from './tools/kg_export';
import { kgDelete } from './tools/kg_delete';
import { Knowledge } from './knowledge';
import { knowledgeDomain } from './knowledgeDomain';
import { durable } from '../../core/resources/joinedModule';

declare module '../../core/resources/joinedModule' {
  interface ModuleDoors {
    readonly knowledge: Knowledge;
  }
}

/** Knowledge graph, as one manifest. */
export const knowledgeModule = defineModule({
  id: 'knowledge',
  displayName: 'Knowledge graph',
  description: 'Facts as triples that agents share across chats',
  words: {
    english:
      'knowledge graph, triples, write down facts, subject predicate object, store facts, facts like, ' +
      'remember facts, fact base, use facts later, facts and relations, who manages what',
    french:
      'graphe de connaissances, triplets, noter des faits, sujet prédicat objet, stocker des faits, ' +
      "base de faits, sujet relation objet, ce qu'on a appris, ce qu'on sait sur, sous forme de faits, " +
      'tirer un plan, en tirer un plan',
  },
  needs: [],
  toggles: ['enableKnowledge'],
  isBulk: false,
  category: 'kg',
  ...durable({
    domain: knowledgeDomain,
    told: {
      kg_insert: 'created total',
      kg_delete: 'total',
      kg_forget: '',
    },
    open: parts => new Knowledge(parts),
    resourceKind: null,
  }),
  tools: [kgInsert, kgQuery, kgExport, kgDelete],
});
