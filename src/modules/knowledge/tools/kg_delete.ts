import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { tripleName } from './triples';

export const kgDelete = defineOnceTool({
  name: 'kg_delete',
  title: 'Delete knowledge',
  description: 'Deletes triples. Missing ones are ignored.',
  effect: 'destroys',
  family: 'KG',
  input: () =>
    z.strictObject({
      triples: z.array(z.strictObject(tripleName)).min(1).max(256).describe('Triples to delete.'),
    }),
  output: () =>
    z.strictObject({
      deleted: z.int().describe('Number of deleted triples.'),
      total: z.int().describe('Total triples afterwards.'),
    }),
  async handle({ triples }, { knowledge, once, origin }) {
    const { isReplay, ...counts } = await knowledge.remove(triples, { once, origin });
    return { ...counts, idempotent: isReplay };
  },
});
