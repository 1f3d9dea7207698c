import { defineModule } from '../defineModule';
import { kgInsert } from '../../mcp/tools/knowledge/kg_insert';
import { kgQuery } from '../../mcp/tools/knowledge/kg_query';
import { kgExport } from '../../mcp/tools/knowledge/kg_export';
import { kgDelete } from '../../mcp/tools/knowledge/kg_delete';
import { Knowledge } from '../../core/knowledge/knowledge';
import { knowledgeDomain } from '../../core/knowledge/knowledgeDomain';
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
  description: 'Facts as triples that agents share over chats',
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
