import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { answerOf } from './runAnswer';
import { answerIn, runOut } from './planSchemas';
import { runSnapshot, snapshotOf } from './runSnapshot';

/** Runs that a list shows. */
const MAX_LISTED = 50;

export const planStatus = defineCoordinationTool({
  name: 'plan_status',
  title: 'Show plan runs',
  description:
    'Shows a run, or lists runs without run_id, newest first. Use return and invocations to read its results.',
  effect: 'reads',
  family: 'PLAN',
  input: () =>
    z.strictObject({
      run_id: z.string().trim().min(1).max(200).optional().describe('Run ID. Without it, lists runs.'),
      return: answerIn().return,
      invocations: answerIn().invocations,
    }),
  output: () =>
    z.strictObject({
      runs: z
        .array(z.strictObject(runSnapshot()))
        .describe(`Runs, newest first: the run asked for, or at most ${MAX_LISTED}.`),
      total: z.int().describe('Number of all runs.'),
      result: z.strictObject(runOut()).nullable().describe('Results of the run asked for.'),
    }),
  handle({ run_id: id, ...wanted }, { plans }) {
    void plans.takeOver();
    const all = plans.all();
    const total = all.length;
    if (id === undefined) return { runs: all.slice(0, MAX_LISTED).map(snapshotOf), total, result: null };
    const run = plans.find(id);
    return { runs: [snapshotOf(run)], total, result: answerOf(run, wanted) };
  },
});
