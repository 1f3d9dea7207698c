import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { rowOf, tripleRow } from './triples';

/** Triples of one answer: a hundred thousand of them would fill any context (chosen here). */
const MAX_EXPORTED = 5_000;

export const kgExport = defineCoordinationTool({
  name: 'kg_export',
  title: 'Export knowledge',
  description: `Returns all triples in insertion order, ${MAX_EXPORTED} or 1 MiB at a time. To search, use kg_query.`,
  effect: 'reads',
  family: 'KG',
  input: () =>
    z.strictObject({
      after: z.int().min(0).optional().describe('next_cursor of the export before.'),
    }),
  output: () =>
    z.strictObject({
      triples: z.array(tripleRow).describe('Triples on this page.'),
      total: z.int().describe('Total triples.'),
      next_cursor: z.int().nullable().describe('Pass as after; null on the last page.'),
    }),
  handle({ after }, { knowledge }) {
    const page = knowledge.find({}, { limit: MAX_EXPORTED, order: 'asc', after });
    return { triples: page.triples.map(rowOf), total: page.total, next_cursor: page.nextCursor };
  },
});
