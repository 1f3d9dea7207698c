import * as z from 'zod';
import { once } from '../../../core/support/once';
import { failureOut } from './planSchemas';
import { nodesOf } from '../run/nodeAt';
import { hasEnded, type PlanRun } from '../run/planRun';

/** A run as plan_status, plan_pause and plan_resume show it. */
export const runSnapshot = once(() => ({
  run_id: z.string().describe('Run ID.'),
  plan: z.string().describe('ID of its tree.'),
  mode: z.enum(['bt', 'reactive']).describe('Tool that runs it.'),
  state: z.enum(['running', 'paused', 'done', 'failed', 'cancelled']).describe('State.'),
  progress: z.int().describe('Percent; 100 when done.'),
  last_event_seq: z.int().describe('Number of changes recorded.'),
  started_at: z.int().describe('Epoch ms.'),
  updated_at: z.int().describe('Epoch ms.'),
  finished_at: z.int().nullable().describe('Epoch ms.'),
  paused_at: z.int().nullable().describe('Epoch ms.'),
  dry_run: z.literal(false).describe('Dry runs are not recorded.'),
  correlation: z.record(z.string(), z.string()).describe('IDs passed in.'),
  supports_pause: z.boolean().describe('False once it has ended.'),
  supports_resume: z.boolean().describe('False once it has ended.'),
  last_event: z
    .strictObject({
      leaf: z.string().describe('Leaf ID.'),
      status: z.string().describe('Its status.'),
      at: z.int().describe('Epoch ms.'),
    })
    .nullable()
    .describe('Leaf that changed last.'),
  running: z.array(z.string()).describe('IDs of leaves that are running.'),
  waiting: z
    .strictObject({
      reason: z
        .enum(['interrupted', 'refused'])
        .describe('interrupted: calls were under way when the program ended.'),
      message: z.string().describe('What happened.'),
      leaves: z.array(z.string()).describe('Leaf IDs.'),
    })
    .nullable()
    .describe('What must be decided before it can resume.'),
  failure: failureOut(),
}));

/** The same of a run. */
export function snapshotOf(run: PlanRun): z.input<z.ZodObject<ReturnType<typeof runSnapshot>>> {
  const idOf = (index: number): string => nodesOf(run.tree)[index]?.id ?? '';
  const leaves = [...run.leaves].map(([index, leaf]) => ({
    ...leaf,
    id: idOf(index),
    at: leaf.endedAt ?? leaf.startedAt,
  }));
  const last = leaves.reduce<(typeof leaves)[number] | undefined>(
    (a, b) => (a && a.at > b.at ? a : b),
    undefined,
  );
  const { waiting } = run;
  return {
    run_id: run.id,
    plan: run.tree.id,
    mode: run.mode,
    state: run.state,
    progress: progressOf(run),
    last_event_seq: run.steps,
    started_at: run.startedAt,
    updated_at: run.updatedAt,
    finished_at: run.finishedAt,
    paused_at: run.pausedAt,
    dry_run: false,
    correlation: { op_id: run.opId, ...run.correlation },
    supports_pause: !hasEnded(run),
    supports_resume: !hasEnded(run),
    last_event: last === undefined ? null : { leaf: last.id, status: last.status, at: last.at },
    running: leaves.filter(({ status }) => status === 'running').map(({ id }) => id),
    waiting: waiting === null ? null : { ...waiting, leaves: waiting.leaves.map(idOf) },
    failure: run.failure,
  };
}

/** Percent of the leaves that were called and have ended; 99 at most while it runs. */
export function progressOf(run: PlanRun): number {
  if (run.state === 'done') return 100;
  const leaves = nodesOf(run.tree).filter(({ node }) => node.type === 'task').length;
  const ended = [...run.leaves.values()].filter(({ status }) => status !== 'running').length;
  return Math.min(99, leaves === 0 ? 0 : Math.floor((ended / leaves) * 100));
}
