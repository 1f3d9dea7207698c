import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { runIdIn } from './planSchemas';
import { runSnapshot, snapshotOf } from './runSnapshot';

const verdict = z.enum(['retry', 'success', 'failure']);

export const planResume = defineCoordinationTool({
  name: 'plan_resume',
  title: 'Resume a plan',
  description:
    'Resumes a paused run. After a crash, interrupted says what to do about calls that were under way: ask the user if their work may have been done.',
  effect: 'changes',
  family: 'PLAN',
  input: () =>
    z.strictObject({
      ...runIdIn(),
      interrupted: z
        .union([verdict, z.record(z.string().max(200), verdict)])
        .optional()
        .describe('Call them again, or treat them as succeeded or failed: for all, or by leaf ID.'),
    }),
  output: () => z.strictObject(runSnapshot()),
  async handle({ run_id: id, interrupted }, { plans, options: { client } }) {
    return snapshotOf(await plans.resume(id, interrupted, client === undefined ? {} : { client }));
  },
});
