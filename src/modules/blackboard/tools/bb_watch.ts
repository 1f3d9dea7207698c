import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { shownEntry } from './entrySchemas';

const entry = z.strictObject(shownEntry).nullable();

export const bbWatch = defineCoordinationTool({
  name: 'bb_watch',
  title: 'Watch the blackboard',
  description:
    'Lists changes of the shared blackboard after a version, oldest first; with wait_ms it waits for one. The last 500 are stored: if ' +
    'missed is above 0, reload with bb_query. Call again with start_version = next_version.',
  effect: 'reads',
  family: 'BB',
  input: () =>
    z.strictObject({
      start_version: z.int().min(0).default(0).describe('Changes after this version.'),
      limit: z.int().min(1).max(200).default(100).describe('Changes per page; a page also ends after 1 MiB.'),
      wait_ms: z
        .int()
        .min(0)
        .max(30_000)
        .default(0)
        .describe('How long to wait if there are no changes yet.'),
    }),
  output: () =>
    z.strictObject({
      events: z
        .array(
          z.strictObject({
            version: z.number().describe('Position among all changes.'),
            kind: z.enum(['set', 'delete', 'expire']).describe('Event kind.'),
            key: z.string().describe('Changed key.'),
            timestamp: z.number().describe('Epoch ms.'),
            reason: z.literal('ttl').nullable().describe('ttl: it expired.'),
            entry: entry.describe('New value.'),
            previous: entry.describe('Previous entry.'),
          }),
        )
        .describe('Oldest first.'),
      next_version: z.number().describe('Value for start_version in the next call.'),
      missed: z.number().describe('Number of changes after start_version no longer stored.'),
    }),
  async handle({ start_version: startVersion, limit, wait_ms: waitMs }, { blackboard, signal }) {
    const { events, nextVersion, missed } = await blackboard.watch({ startVersion, limit, waitMs }, signal);
    return { events: [...events], next_version: nextVersion, missed };
  },
});
