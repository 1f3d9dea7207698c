import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { childIdIn, childOut, shownChild } from './childSchemas';

export const childStatus = defineCoordinationTool({
  name: 'child_status',
  title: 'Show child agents',
  description: 'Returns state, use, and limits of one child, or of all children, newest first.',
  effect: 'reads',
  family: 'CHILD',
  input: () =>
    z.strictObject({ child_id: childIdIn().child_id.optional().describe('Child ID. Defaults to all.') }),
  output: () => z.strictObject({ children: z.array(z.strictObject(childOut())).describe('Children.') }),
  async handle({ child_id: id }, { children }) {
    const roster = await children.open();
    const shown = id === undefined ? roster.all() : [roster.find(id).view];
    return { children: shown.map(shownChild) };
  },
});
