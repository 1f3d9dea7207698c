import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { childIdIn, childOut, roleIn, shownChild } from './childSchemas';

export const childSetRole = defineCoordinationTool({
  name: 'child_set_role',
  title: "Change a child agent's role",
  description: 'Changes what a child is there for, as people and other agents see it.',
  effect: 'changes',
  family: 'CHILD',
  input: () => z.strictObject({ ...childIdIn(), role: roleIn().describe('What it is there for.') }),
  output: () => z.strictObject(childOut()),
  async handle({ child_id: id, role }, { children, operation }) {
    const child = (await children.open()).governedBy(operation.actor, id);
    child.setRole(role);
    return shownChild(child.view);
  },
});
