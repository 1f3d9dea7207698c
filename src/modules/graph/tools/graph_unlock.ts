import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';

export const graphUnlock = defineCoordinationTool({
  name: 'graph_unlock',
  title: 'Unlock a graph',
  description: 'Removes a lock that graph_lock returned.',
  effect: 'changes',
  family: 'LOCK',
  input: () => z.strictObject({ lock_id: z.string().trim().min(1).max(200).describe('Lock ID.') }),
  output: () =>
    z.strictObject({
      lock_id: z.string().describe('Lock ID.'),
      graph_id: z.string().describe('Graph ID.'),
      released_at: z.number().describe('Epoch ms.'),
      expired: z.boolean().describe('It had expired before.'),
      expires_at: z.number().nullable().describe('Epoch ms; null: never.'),
    }),
  async handle({ lock_id: id }, { graph: graphs, origin, clock }) {
    const { lock, isExpired } = await graphs.unlock(id, { origin });
    return {
      lock_id: id,
      graph_id: lock.graph,
      released_at: clock.now(),
      expired: isExpired,
      expires_at: lock.expiresAt,
    };
  },
});
