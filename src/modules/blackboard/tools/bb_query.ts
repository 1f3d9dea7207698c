import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { entryKey, entryTags, shownEntry } from './entrySchemas';

export const bbQuery = defineCoordinationTool({
  name: 'bb_query',
  title: 'Find blackboard entries',
  description:
    'Lists entries of the shared blackboard, newest update first. A page ends at its limit or after 1 MiB; call again with after = ' +
    'next_cursor and as_of until a page is empty: each entry is on one page, even if others write meanwhile (up to 500 changes).',
  effect: 'reads',
  family: 'BB',
  input: () =>
    z.strictObject({
      keys: z.array(entryKey).max(64).optional().describe('Only these keys.'),
      tags: entryTags.optional().describe('Only entries with all of these tags.'),
      limit: z.int().min(1).max(100).default(25).describe('Entries per page.'),
      after: z.int().min(0).optional().describe('next_cursor of the page before.'),
      as_of: z.int().min(0).optional().describe('as_of of the first page.'),
    }),
  output: () =>
    z.strictObject({
      entries: z.array(z.strictObject(shownEntry)).describe('Newest update first.'),
      next_cursor: z.number().nullable().describe('Version of the last entry; null if the page is empty.'),
      as_of: z.number().describe('Version of the board at the first page.'),
    }),
  async handle({ as_of: given, ...query }, { blackboard }) {
    const { entries, nextCursor, asOf } = await blackboard.query({ ...query, asOf: given });
    return { entries: [...entries], next_cursor: nextCursor, as_of: asOf };
  },
});
