import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { boundsOut, shownBounds } from './callSchemas';

export const cnpWatcherTelemetry = defineCoordinationTool({
  name: 'cnp_watcher_telemetry',
  title: 'Show the watcher',
  description: 'Shows what the watcher of trails did for open calls, since this program started.',
  effect: 'reads',
  family: 'CNP',
  input: () => z.strictObject({}),
  output: () =>
    z.strictObject({
      telemetry_enabled: z.boolean().describe('Always true here.'),
      emissions: z.int().describe('Times that it told of itself.'),
      last_emitted_at_ms: z.number().nullable().describe('Epoch ms.'),
      last_emitted_at_iso: z.string().nullable().describe('The same as ISO 8601.'),
      last_snapshot: z
        .strictObject({
          reason: z.enum(['initial', 'flush', 'detach']).describe('Why it told.'),
          received_updates: z.int().describe('Changes of trails.'),
          coalesced_updates: z.int().describe('Changes that another one took along.'),
          skipped_refreshes: z.int().describe('Times that no call was concerned.'),
          applied_refreshes: z.int().describe('Times that calls were refreshed.'),
          flushes: z.int().describe('Times that it looked.'),
          last_bounds: boundsOut(),
        })
        .nullable()
        .describe('Counts as told last; null: nothing was told yet.'),
    }),
  handle(_given, { 'contract-net': net }) {
    const { emissions, at, counts } = net.watcher.last;
    return {
      telemetry_enabled: true,
      emissions,
      last_emitted_at_ms: at,
      last_emitted_at_iso: at === null ? null : new Date(at).toISOString(),
      last_snapshot:
        counts === null
          ? null
          : {
              reason: counts.reason,
              received_updates: counts.receivedUpdates,
              coalesced_updates: counts.coalescedUpdates,
              skipped_refreshes: counts.skippedRefreshes,
              applied_refreshes: counts.appliedRefreshes,
              flushes: counts.flushes,
              last_bounds: shownBounds(counts.lastBounds),
            },
    };
  },
});
