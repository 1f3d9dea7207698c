import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { shownEntry } from './entrySchemas';

const entry = z.strictObject(shownEntry).nullable();

export const bbWatch = defineCoordinationTool({
  name: 'bb_watch',
  title: 'Watch the blackboard',
  description:
    'Lists changes of the shared blackboard after a version, oldest first; with wait_ms it waits for one. The last 500 are kept: where ' +
    'missed is above 0, read anew with bb_query. Call again with start_version = next_version.',
  effect: 'reads',
  family: 'BB',
  input: z.strictObject({
    start_version: z.int().min(0).default(0).describe('Changes after this version.'),
    limit: z.int().min(1).max(200).default(100).describe('Changes on a page; it also ends after 1 MiB.'),
    wait_ms: z.int().min(0).max(30_000).default(0).describe('How long to wait where there is none yet.'),
  }),
  output: z.strictObject({
    events: z
      .array(
        z.strictObject({
          version: z.number().describe('Place among all changes.'),
          kind: z.enum(['set', 'delete', 'expire']).describe('What happened.'),
          key: z.string().describe('To which key.'),
          timestamp: z.number().describe('Epoch ms.'),
          reason: z.literal('ttl').nullable().describe('ttl: its time was over.'),
          entry: entry.describe('What was set.'),
          previous: entry.describe('What stood there before.'),
        }),
      )
      .describe('Oldest first.'),
    next_version: z.number().describe('The next start_version.'),
    missed: z.number().describe('Changes after start_version that are no longer kept.'),
  }),
  async handle({ start_version: startVersion, limit, wait_ms: waitMs }, { blackboard, signal }) {
    const { events, nextVersion, missed } = await blackboard.watch({ startVersion, limit, waitMs }, signal);
    return { events: [...events], next_version: nextVersion, missed };
  },
});
