import * as z from 'zod';
import type { RestorePlan } from '../../../core/snapshots/snapshot';
import { Refusal } from '../../../core/support/refusal';
import type { RestoreChoices } from '../../../core/workflow/restores';
import { TASK_STATUSES } from '../../../core/workflow/model/words';
import {
  answerTail,
  defineWorkflowTool,
  pendingReviews,
  type WorkflowToolContext,
} from './defineWorkflowTool';
import { boundedRecord, listOf, pathText, shortText } from './fields';
import { changesFiles, restoreNext, restoreSummary } from './restoreAnswer';
import { CHOICES, choicesFor, refuseOpen } from './restoreChoices';

/** Steps in an answer (chosen here). */
const MAX_LISTED = 200;

const input = () =>
  z.strictObject({
    task_id: shortText().describe('ID from start_task'),
    paths: listOf(pathText()).optional().describe('Only these files; shared files only when named'),
    undo: z.boolean().default(false).describe('Undo the last restore of the task instead'),
    apply: z.boolean().default(false).describe('Do it, if the user has allowed it'),
    conflicts: z.enum(CHOICES).optional().describe('What to do with each file in conflict'),
    choices: boundedRecord(z.enum(CHOICES))
      .optional()
      .describe('The same by path, e.g. {"src/a.ts": "merge"}; overrides conflicts'),
  });

export const restoreTask = defineWorkflowTool({
  name: 'restore_task',
  title: 'Plan to undo a task',
  description:
    'Previews undoing the changes of an ended task: which files would be written, deleted, kept or are in ' +
    'conflict, and what is skipped. Changes nothing unless apply is set and the user has allowed it beforehand.',
  effect: 'destroys',
  input,
  output: () =>
    z.strictObject({
      task_id: z.string().describe('Task ID.'),
      plan_id: z.string().describe('Plan ID.'),
      applied: z.boolean().describe('Whether files were changed.'),
      status: z.enum(TASK_STATUSES).describe('Task status: reverted when all of its own files are restored.'),
      totals: z.record(z.string(), z.int()).describe('Number of files by action.'),
      steps: z
        .array(
          z.strictObject({
            path: z.string().describe('Relative to the workspace.'),
            action: z
              .enum(['write', 'delete', 'keep', 'merge', 'conflict', 'impossible', 'keep-ignored'])
              .describe('Planned action.'),
            reason: z.string().optional().describe('Why.'),
          }),
        )
        .describe('File by file, at most 200.'),
      left: z
        .array(
          z.strictObject({
            path: z.string().describe('Relative to the workspace.'),
            why: z
              .enum(['not-asked', 'shared', 'imported', 'subtask', 'unchanged'])
              .describe('Type of reason.'),
            reason: z.string().describe('Why.'),
          }),
        )
        .describe('Skipped files, at most 200.'),
      summary: z.string().describe('Summary text.'),
      ...answerTail,
    }),
  async handle({ task_id: id, paths = null, undo, apply, conflicts, choices: byPath = {} }, context) {
    const { workflows, caller, signal, mayRestore } = context;
    workflows.notice(caller.session);
    if (apply && !mayRestore) throw needsPerson(undo);
    if (undo && paths !== null) throw undoneInPart();
    const plan = undo ? await workflows.planUndo(id, signal) : await workflows.planRestore(id, paths, signal);
    const choices = choicesFor(plan, { conflicts, choices: byPath });
    const done = apply ? await doIt(plan, choices, context) : undefined;
    const task = workflows.task(id);
    const telling = { task, plan, choices, done, mayRestore, paths };
    return {
      task_id: id,
      plan_id: plan.id,
      applied: done !== undefined && changesFiles(telling),
      status: task.status,
      totals: totalsOf(plan),
      steps: plan.steps
        .slice(0, MAX_LISTED)
        .map(({ path, action, reason }) => ({ path, action, ...(reason !== undefined && { reason }) })),
      left: plan.left.slice(0, MAX_LISTED).map(({ path, why, reason }) => ({ path, why, reason })),
      summary: restoreSummary(telling),
      ...(await pendingReviews(context, task.workflow)),
      next: restoreNext(telling),
    };
  },
  summary: ({ summary }) => summary,
});

async function doIt(plan: RestorePlan, choices: RestoreChoices, { workflows, signal }: WorkflowToolContext) {
  refuseOpen(plan, choices);
  return plan.way === 'undo'
    ? await workflows.undoRestore(plan.id, choices, signal)
    : await workflows.applyRestore(plan.id, choices, signal);
}

function totalsOf({ steps }: RestorePlan): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { action } of steps) totals[action] = (totals[action] ?? 0) + 1;
  return totals;
}

function undoneInPart(): Refusal {
  return new Refusal(
    'invalid-arguments',
    'Nothing was changed: undo reverts a whole restore, so it takes no paths. To leave a file as it is, choose that, ' +
      'e.g. choices: {"src/a.ts": "keep"}.',
  );
}

function needsPerson(isUndo: boolean): Refusal {
  const command = isUndo ? 'Undo Restore' : 'Restore Task Files…';
  return new Refusal(
    'needs-person',
    `Restoring files needs a person: ask the user to run "Switchyard: ${command}" in VS Code, or to start switchyard with --allow-restore. Nothing was changed.`,
  );
}
