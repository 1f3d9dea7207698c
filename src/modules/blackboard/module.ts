import { defineModule } from '../../mcp/toolkit/defineModule';
import { BLACKBOARD_TOOLS } from './tools/blackboardTools';
import { Blackboard } from './blackboard';
import { blackboardDomain } from './blackboardDomain';
import { durable } from '../../core/resources/joinedModule';
import { BlackboardKind } from './blackboardKind';

declare module '../../core/resources/joinedModule' {
  interface ModuleDoors {
    readonly blackboard: Blackboard;
  }
}

/** Blackboard, as one manifest. */
export const blackboardModule = defineModule({
  id: 'blackboard',
  displayName: 'Blackboard',
  description: 'Shares values between agents by key, with versions, tags, expiry, and watching',
  words: {
    english:
      'share state, share a value, shared board, blackboard, tell the other agent, tell other agents, ' +
      'message another agent, between agents, another agent, hand over to another agent, coordinate agents, ' +
      'agents work together, several agents, each others current state, see each others, several bots, ' +
      'bots on same, current state of agents, common state, shared among agents',
    french:
      "partager avec un autre agent, entre agents, tableau partagé, prévenir l'autre agent, " +
      'dire aux autres agents, un autre agent, coordonner les agents, plusieurs agents, état commun, ' +
      'partager un état, agents doivent partager, plusieurs bots, date de péremption',
  },
  needs: [],
  toggles: ['enableBlackboard'],
  isBulk: true,
  category: 'bb',
  ...durable({
    domain: blackboardDomain,
    told: {
      bb_set: 'key version tags expiresAt',
      bb_delete: 'key version previousVersion',
      bb_expire: 'key version previousVersion',
      bb_forget: '',
    },
    open: parts => new Blackboard(parts),
    resourceKind: board => new BlackboardKind(board),
  }),
  tools: BLACKBOARD_TOOLS,
});
