import * as z from 'zod';
import { oneLine } from '../../../core/catalog/entry/plainText';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { runIdIn } from './planSchemas';
import { runSnapshot, snapshotOf } from './runSnapshot';

export const planCancel = defineCoordinationTool({
  name: 'plan_cancel',
  title: 'Cancel a plan',
  description: 'Cancels a run and every call it made. Returns at once. Work already done is not undone.',
  effect: 'changes',
  family: 'CANCEL',
  input: () =>
    z.strictObject({
      ...runIdIn(),
      reason: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .describe('Reason, passed on to the caller of the run.'),
    }),
  output: () =>
    z.strictObject({
      ok: z.literal(true).describe('The run was told to stop.'),
      outcome: z
        .enum(['requested', 'already_cancelled'])
        .describe('already_cancelled: it was already told to stop.'),
      reason: z.string().nullable().describe('The reason passed in.'),
      run: z.strictObject(runSnapshot()).describe('The run.'),
    }),
  async handle({ run_id: id, reason }, { plans }) {
    const wasCancelled = plans.find(id).cancel !== null;
    const run = await plans.cancel(id, 'agent', reason === undefined ? null : oneLine(reason, 200));
    return {
      ok: true as const,
      outcome: wasCancelled ? ('already_cancelled' as const) : ('requested' as const),
      reason: reason ?? null,
      run: snapshotOf(run),
    };
  },
});
