import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { childIdIn, childOut, shownChild } from './childSchemas';

export const childAttach = defineCoordinationTool({
  name: 'child_attach',
  title: 'Take over a child agent',
  description: 'Makes a child belong to this chat: what it asks the user is asked here.',
  effect: 'changes',
  family: 'CHILD',
  input: () => z.strictObject(childIdIn()),
  output: () => z.strictObject(childOut()),
  async handle({ child_id: id }, { children, operation, options }) {
    const child = (await children.open()).governedBy(operation.actor, id);
    child.attach(operation.actor, options.client);
    return shownChild(child.view);
  },
});
