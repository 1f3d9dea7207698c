import { z } from 'zod';
import { defineCoordinationTool } from '../coordination/defineCoordinationTool';
import { entryKey, entryTags, shownEntry } from './entrySchemas';

export const bbQuery = defineCoordinationTool({
  name: 'bb_query',
  title: 'Find blackboard entries',
  description:
    'Lists entries of the shared blackboard, newest update first. A page ends at its limit or after 1 MiB; call again with after = ' +
    'next_cursor until a page is empty. What is written meanwhile is told by bb_watch.',
  effect: 'reads',
  family: 'BB',
  input: z.strictObject({
    keys: z.array(entryKey).max(64).optional().describe('Only these keys.'),
    tags: entryTags.optional().describe('Only entries with all of these tags.'),
    limit: z.int().min(1).max(100).default(25).describe('Entries on a page.'),
    after: z.int().min(0).optional().describe('next_cursor of the page before.'),
  }),
  output: z.strictObject({
    entries: z.array(z.strictObject(shownEntry)).describe('Newest update first.'),
    next_cursor: z.number().nullable().describe('Version of the last entry; null: the page is empty.'),
  }),
  async handle(query, { blackboard }) {
    const entries = [...(await blackboard.query(query))];
    return { entries, next_cursor: entries.at(-1)?.version ?? null };
  },
});
