import type { AgentAccess } from '../../../core/agents/agentLink';
import type { CallerClient } from '../../../core/gateway/upstream/upstream';
import type { ModuleParts } from '../../../core/resources/joinedModule';
import type { Disposable } from '../../../core/support/disposable';
import type { SessionId } from '../../../shared/ids';

/** Who is asked what a child may do: the client that spoke for its chat last, never a child's own. */
export interface ChatOfChild {
  client: CallerClient | undefined;
}

/** What a child stands on. */
export interface LiveChildParts extends ModuleParts {
  readonly agents: NonNullable<ModuleParts['agents']>;
  /** How it reaches us over MCP; undefined where it can't. */
  readonly access: (AgentAccess & Disposable) | undefined;
  readonly session: SessionId;
  readonly chat: ChatOfChild;
  /** Whether its work is recorded as tasks. */
  readonly isRecorded: boolean;
}
