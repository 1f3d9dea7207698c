import type { Tool } from '../../../mcp/toolkit/defineTool';
import { childAttach } from './child_attach';
import { childBatchCreate } from './child_batch_create';
import { childCancel } from './child_cancel';
import { childCollect } from './child_collect';
import { childCreate } from './child_create';
import { childGc } from './child_gc';
import { childKill } from './child_kill';
import { childSend } from './child_send';
import { childSetLimits } from './child_set_limits';
import { childSetRole } from './child_set_role';
import { childSpawnCodex } from './child_spawn_codex';
import { childStatus } from './child_status';
import { childStream } from './child_stream';

/** The tools of the module, in the order they are listed. */
export const CHILD_TOOLS: readonly Tool[] = [
  childCreate,
  childBatchCreate,
  childSpawnCodex,
  childAttach,
  childSend,
  childStream,
  childStatus,
  childCollect,
  childCancel,
  childKill,
  childGc,
  childSetRole,
  childSetLimits,
];
