import * as z from 'zod';
import { coordinationError } from '../../../core/coordination/coordinationError';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { MAX_MEMORY_MB } from '../model/childTypes';
import { childIdIn, childOut, limitsIn, shownChild } from './childSchemas';

export const childSetLimits = defineCoordinationTool({
  name: 'child_set_limits',
  title: "Change a child agent's limits",
  description: 'Changes the limits that are passed. A child that exceeds a new limit is stopped at once.',
  effect: 'changes',
  family: 'CHILD',
  input: z.strictObject({ ...childIdIn, limits: limitsIn }),
  output: z.strictObject(childOut),
  async handle({ child_id: id, limits }, { children }) {
    const child = (await children.open()).find(id);
    if ((limits.memory_mb ?? 0) > MAX_MEMORY_MB)
      throw coordinationError('E-CHILD-LIMIT', {
        message: `memory_mb can be ${MAX_MEMORY_MB} at most.`,
        hint: 'limit_override_rejected',
        details: { memory_mb: MAX_MEMORY_MB },
      });
    child.setBudget(limits);
    return shownChild(child.view);
  },
});
