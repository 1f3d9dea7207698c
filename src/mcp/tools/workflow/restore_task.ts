import * as z from 'zod';
import { Refusal } from '../../../core/support/refusal';
import { answerTail, defineWorkflowTool, pendingReviews } from './defineWorkflowTool';
import { listOf, pathText, shortText } from './fields';

/** Steps in an answer (chosen here). */
const MAX_LISTED = 200;

export const restoreTask = defineWorkflowTool({
  name: 'restore_task',
  title: 'Plan to undo a task',
  description:
    'Works out what undoing the changes of a task would do: which files would be written, deleted, kept or are in ' +
    'conflict. Changes nothing, unless apply is set and the user has allowed that beforehand.',
  effect: 'destroys',
  input: z.strictObject({
    task_id: shortText().describe('Id from start_task'),
    paths: listOf(pathText()).optional().describe('Only these files'),
    apply: z.boolean().default(false).describe('Do it, where the user has allowed it'),
  }),
  output: z.strictObject({
    task_id: z.string().describe('Id of the task.'),
    plan_id: z.string().describe('Id of the plan.'),
    applied: z.boolean().describe('Whether it was done.'),
    totals: z.record(z.string(), z.int()).describe('Files by action.'),
    steps: z
      .array(
        z.strictObject({
          path: z.string().describe('Relative to the workspace.'),
          action: z
            .enum(['write', 'delete', 'keep', 'merge', 'conflict', 'impossible', 'keep-ignored'])
            .describe('What would be done.'),
          reason: z.string().optional().describe('Why.'),
        }),
      )
      .describe('File by file, at most 200.'),
    ...answerTail,
  }),
  async handle({ task_id: id, paths, apply }, context) {
    const { workflows, caller, signal, mayRestore } = context;
    workflows.notice(caller.session);
    if (apply && !mayRestore) throw needsPerson();
    const plan = await workflows.planRestore(id, paths ?? null, signal);
    // Conflicts are for a person: without choices, applying refuses and changes nothing.
    if (apply) await workflows.applyRestore(plan.id, new Map(), signal);
    const totals: Record<string, number> = {};
    for (const { action } of plan.steps) totals[action] = (totals[action] ?? 0) + 1;
    return {
      task_id: id,
      plan_id: plan.id,
      applied: apply,
      totals,
      steps: plan.steps
        .slice(0, MAX_LISTED)
        .map(({ path, action, reason }) => ({ path, action, ...(reason !== undefined && { reason }) })),
      ...(await pendingReviews(context, workflows.task(id).workflow)),
      next: nextStep(plan.steps.length, apply),
    };
  },
  summary({ task_id: id, totals }) {
    const counts = Object.entries(totals).map(([action, count]) => `${count} ${action}`);
    return `Restoring task ${id}: ${counts.join(', ') || 'nothing'}.`;
  },
});

function nextStep(steps: number, isApplied: boolean): string {
  if (steps === 0) return 'There is nothing to restore.';
  if (isApplied) return 'The files are as they were before the task. Tell the user.';
  return 'Nothing was changed. Ask the user to confirm with the command "Switchyard: Restore Files of Task…", and tell them of conflicts.';
}

function needsPerson(): Refusal {
  return new Refusal(
    'needs-person',
    'Putting files back needs a person: ask the user to run "Switchyard: Restore Files of Task…" in VS Code, or to start switchyard with --allow-restore. Nothing was changed.',
  );
}
