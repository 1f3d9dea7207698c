import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { childIdIn, childOut, limitsIn, shownChild } from './childSchemas';

export const childSetLimits = defineCoordinationTool({
  name: 'child_set_limits',
  title: "Change a child agent's limits",
  description:
    'Changes the limits that are passed. A child that exceeds a new limit is stopped at once. A child can do this only for children that it started.',
  effect: 'changes',
  family: 'CHILD',
  input: () => z.strictObject({ ...childIdIn(), limits: limitsIn() }),
  output: () => z.strictObject(childOut()),
  async handle({ child_id: id, limits }, { children, operation }) {
    const child = (await children.open()).limit(operation.actor, id, limits);
    return shownChild(child.view);
  },
});
