import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { tripleName } from './triples';

export const kgDelete = defineOnceTool({
  name: 'kg_delete',
  title: 'Delete knowledge',
  description: 'Forgets triples. Those that are not there count for nothing.',
  effect: 'destroys',
  family: 'KG',
  input: z.strictObject({
    triples: z.array(z.strictObject(tripleName)).min(1).max(256).describe('What to forget.'),
  }),
  output: z.strictObject({
    deleted: z.int().describe('Triples that were there.'),
    total: z.int().describe('Triples afterwards.'),
  }),
  async handle({ triples }, { knowledge, once, origin }) {
    const { isReplay, ...counts } = await knowledge.remove(triples, { once, origin });
    return { ...counts, idempotent: isReplay };
  },
});
