import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { rowOf, tripleRow } from './triples';

const pattern = (what: string) => z.string().trim().min(1).max(4_096).optional().describe(what);

export const kgQuery = defineCoordinationTool({
  name: 'kg_query',
  title: 'Query knowledge',
  description: 'Finds triples; * in a field stands for anything. Pages on with after.',
  effect: 'reads',
  family: 'KG',
  input: z.strictObject({
    subject: pattern('What it is about.'),
    predicate: pattern('What is said of it.'),
    object: pattern('To what, or with which value.'),
    source: pattern('Who says so.'),
    min_confidence: z.number().min(0).max(1).optional().describe('How sure at least.'),
    limit: z.int().min(1).max(500).default(50).describe('Triples of a page; it also ends after 1 MiB.'),
    order: z.enum(['asc', 'desc']).default('asc').describe('By first mention.'),
    after: z.int().min(0).optional().describe('next_cursor of the page before.'),
  }),
  output: z.strictObject({
    triples: z.array(tripleRow).describe('What was found.'),
    total: z.int().describe('All that fit.'),
    next_cursor: z.int().nullable().describe('Give it as after; null: this is the last page.'),
  }),
  handle({ min_confidence: minConfidence, limit, order, after, ...parts }, { knowledge }) {
    const page = knowledge.find({ ...parts, minConfidence }, { limit, order, after });
    return { triples: page.triples.map(rowOf), total: page.total, next_cursor: page.nextCursor };
  },
});
