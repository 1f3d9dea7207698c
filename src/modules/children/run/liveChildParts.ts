import type { AgentAccess } from '../../../core/agents/agentLink';
import type { ModuleParts } from '../../../core/resources/joinedModule';
import type { Disposable } from '../../../core/support/disposable';
import type { SessionId } from '../../../shared/ids';

/** What a child stands on. */
export interface LiveChildParts extends ModuleParts {
  readonly agents: NonNullable<ModuleParts['agents']>;
  /** How it reaches us over MCP; undefined where it can't. */
  readonly access: (AgentAccess & Disposable) | undefined;
  readonly session: SessionId;
  /** Whether its work is recorded as tasks. */
  readonly isRecorded: boolean;
}
