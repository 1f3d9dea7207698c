import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { rowOf, tripleRow } from './triples';

/** Triples of one answer: a hundred thousand of them would fill any context (chosen here). */
const MAX_EXPORTED = 5_000;

export const kgExport = defineCoordinationTool({
  name: 'kg_export',
  title: 'Export knowledge',
  description: `Gives every triple, in the order of first mention, ${MAX_EXPORTED} or 1 MiB at a time. kg_query finds single ones.`,
  effect: 'reads',
  family: 'KG',
  input: z.strictObject({
    after: z.int().min(0).optional().describe('next_cursor of the export before.'),
  }),
  output: z.strictObject({
    triples: z.array(tripleRow).describe('What is known.'),
    total: z.int().describe('All that is known.'),
    next_cursor: z.int().nullable().describe('Give it as after; null: this was the last.'),
  }),
  handle({ after }, { knowledge }) {
    const page = knowledge.find({}, { limit: MAX_EXPORTED, order: 'asc', after });
    return { triples: page.triples.map(rowOf), total: page.total, next_cursor: page.nextCursor };
  },
});
