import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { tripleName } from './triples';

export const kgInsert = defineOnceTool({
  name: 'kg_insert',
  title: 'Insert knowledge',
  description:
    'Writes down triples that other agents and later chats can query. One that is there is said again: its revision rises, nothing is doubled. All of them are taken, or none.',
  effect: 'changes',
  family: 'KG',
  input: z.strictObject({
    triples: z
      .array(
        z.strictObject({
          ...tripleName,
          source: z.string().max(120).optional().describe('Who says so.'),
          confidence: z.number().min(0).max(1).default(1).describe('How sure it is.'),
        }),
      )
      .min(1)
      .max(256)
      .describe('What to write down.'),
  }),
  output: z.strictObject({
    inserted: z.int().describe('Triples that were taken.'),
    created: z.int().describe('Those that were new.'),
    updated: z.int().describe('Those that were there.'),
    total: z.int().describe('Triples afterwards.'),
  }),
  async handle({ triples }, { knowledge, once, origin }) {
    const statements = triples.map(({ source, ...rest }) => ({ ...rest, source: source ?? null }));
    const { isReplay, ...counts } = await knowledge.insert(statements, { once, origin });
    return { ...counts, idempotent: isReplay };
  },
});
