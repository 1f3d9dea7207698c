import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { graphId } from './graphSchemas';

export const graphLock = defineCoordinationTool({
  name: 'graph_lock',
  title: 'Lock a graph',
  description:
    'Locks a stored graph: only changes with this holder as owner go through. The same holder refreshes the lock.',
  effect: 'changes',
  family: 'LOCK',
  input: () =>
    z.strictObject({
      graph_id: graphId(),
      holder: z.string().trim().min(1).max(120).describe('Who holds it.'),
      ttl_ms: z.int().min(1).max(86_400_000).optional().describe('Time until it expires. Defaults to never.'),
    }),
  output: () =>
    z.strictObject({
      lock_id: z.string().describe('For graph_unlock.'),
      graph_id: z.string().describe('Graph ID.'),
      holder: z.string().describe('Holder.'),
      acquired_at: z.number().describe('Epoch ms.'),
      refreshed_at: z.number().describe('Epoch ms.'),
      expires_at: z.number().nullable().describe('Epoch ms; null: never.'),
    }),
  async handle({ graph_id: id, holder, ttl_ms: ttlMs }, { graph: graphs, origin }) {
    const { lock, acquiredAt, refreshedAt, expiresAt } = await graphs.lock(id, holder, ttlMs, { origin });
    return {
      lock_id: lock,
      graph_id: id,
      holder,
      acquired_at: acquiredAt,
      refreshed_at: refreshedAt,
      expires_at: expiresAt,
    };
  },
});
