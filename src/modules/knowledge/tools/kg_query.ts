import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { rowOf, tripleRow } from './triples';

const pattern = (what: string) => z.string().trim().min(1).max(4_096).optional().describe(what);

export const kgQuery = defineCoordinationTool({
  name: 'kg_query',
  title: 'Query knowledge',
  description: 'Finds triples; * in a field matches anything. Use after for the next page.',
  effect: 'reads',
  family: 'KG',
  input: () =>
    z.strictObject({
      subject: pattern('Subject.'),
      predicate: pattern('Predicate.'),
      object: pattern('Object or value.'),
      source: pattern('Source.'),
      min_confidence: z.number().min(0).max(1).optional().describe('Minimum confidence.'),
      limit: z.int().min(1).max(500).default(50).describe('Triples per page; a page also ends after 1 MiB.'),
      order: z.enum(['asc', 'desc']).default('asc').describe('Sorted by insertion.'),
      after: z.int().min(0).optional().describe('next_cursor of the page before.'),
    }),
  output: () =>
    z.strictObject({
      triples: z.array(tripleRow).describe('Matching triples.'),
      total: z.int().describe('Total matches.'),
      next_cursor: z.int().nullable().describe('Pass as after; null on the last page.'),
    }),
  handle({ min_confidence: minConfidence, limit, order, after, ...parts }, { knowledge }) {
    const page = knowledge.find({ ...parts, minConfidence }, { limit, order, after });
    return { triples: page.triples.map(rowOf), total: page.total, next_cursor: page.nextCursor };
  },
});
