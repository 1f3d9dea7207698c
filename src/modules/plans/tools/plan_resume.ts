import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { runIdIn } from './planSchemas';
import { runSnapshot, snapshotOf } from './runSnapshot';

export const planResume = defineCoordinationTool({
  name: 'plan_resume',
  title: 'Resume a plan',
  description:
    'Resumes a paused run. After a crash, interrupted says what to do about calls that were under way: ask the user if their work may have been done.',
  effect: 'changes',
  family: 'PLAN',
  input: z.strictObject({
    ...runIdIn,
    interrupted: z
      .enum(['retry', 'success', 'failure'])
      .optional()
      .describe('Call them again, or treat them as succeeded or failed.'),
  }),
  output: z.strictObject(runSnapshot),
  async handle({ run_id: id, interrupted }, { plans, options: { client } }) {
    return snapshotOf(await plans.resume(id, interrupted, client === undefined ? {} : { client }));
  },
});
