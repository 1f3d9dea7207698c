import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { briefOut, childIdIn, shownBrief } from './childSchemas';

export const childKill = defineCoordinationTool({
  name: 'child_kill',
  title: 'Kill a child agent',
  description: 'Ends a child and all it started at once. Files it changed stay as they are.',
  effect: 'destroys',
  family: 'CHILD',
  input: () => z.strictObject(childIdIn()),
  output: () => z.strictObject(briefOut()),
  async handle({ child_id: id }, { children, operation }) {
    const child = (await children.open()).endedBy(operation.actor, id);
    await child.stop('It was killed.', true);
    return shownBrief(child.view);
  },
});
