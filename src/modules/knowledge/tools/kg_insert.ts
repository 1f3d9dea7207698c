import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { tripleName } from './triples';

export const kgInsert = defineOnceTool({
  name: 'kg_insert',
  title: 'Insert knowledge',
  description:
    'Stores triples that other agents and later chats can query. Re-inserting a triple increments its revision. All are inserted, or none.',
  effect: 'changes',
  family: 'KG',
  input: () =>
    z.strictObject({
      triples: z
        .array(
          z.strictObject({
            ...tripleName,
            source: z.string().max(120).optional().describe('Source.'),
            confidence: z.number().min(0).max(1).default(1).describe('Confidence.'),
          }),
        )
        .min(1)
        .max(256)
        .describe('Triples to insert.'),
    }),
  output: () =>
    z.strictObject({
      inserted: z.int().describe('Inserted triples.'),
      created: z.int().describe('Number of new triples.'),
      updated: z.int().describe('Number of existing triples.'),
      total: z.int().describe('Total triples afterwards.'),
    }),
  async handle({ triples }, { knowledge, once, origin }) {
    const statements = triples.map(({ source, ...rest }) => ({ ...rest, source: source ?? null }));
    const { isReplay, ...counts } = await knowledge.insert(statements, { once, origin });
    return { ...counts, idempotent: isReplay };
  },
});
