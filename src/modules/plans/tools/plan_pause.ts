import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { runIdIn } from './planSchemas';
import { runSnapshot, snapshotOf } from './runSnapshot';

export const planPause = defineCoordinationTool({
  name: 'plan_pause',
  title: 'Pause a plan',
  description:
    'Holds a run before its next call; calls under way finish. Pausing a paused run changes nothing.',
  effect: 'changes',
  family: 'PLAN',
  input: () => z.strictObject(runIdIn()),
  output: () => z.strictObject(runSnapshot()),
  handle: async ({ run_id: id }, { plans }) => snapshotOf(await plans.pause(id, 'agent')),
});
