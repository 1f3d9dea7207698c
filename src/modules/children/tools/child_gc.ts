import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { childIdIn } from './childSchemas';

export const childGc = defineCoordinationTool({
  name: 'child_gc',
  title: 'Remove an ended child agent',
  description: 'Removes a child that has ended, with its output. Recorded tasks stay.',
  effect: 'destroys',
  family: 'CHILD',
  input: () => z.strictObject(childIdIn()),
  output: () =>
    z.strictObject({
      child_id: z.string().describe('Child ID.'),
      removed: z.literal(true).describe('Removed.'),
    }),
  async handle({ child_id: id }, { children, operation }) {
    (await children.open()).forget(operation.actor, id);
    return { child_id: id, removed: true as const };
  },
});
