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
  description: 'Shares values between agents under keys, with versions, tags, expiry and a watch',
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
