import * as z from 'zod';
import { type Snapshot, snapshotTypeOf } from '../../../core/snapshots/snapshot';
import type { Task } from '../../../core/workflow/model/state';
import { besideAnswer, besideFields, besideLines } from './besideAnswer';
import { answerTail, defineWorkflowTool, pendingReviews } from './defineWorkflowTool';
import { areaText, idText, listOf, longText, shortText } from './fields';
import { goOn } from './goOn';

export const startTask = defineWorkflowTool({
  name: 'start_task',
  title: 'Start a task',
  description:
    'Starts a task (or subtask) before you change files, with a snapshot of the workspace: pass name and goal for a new ' +
    'one, only resume_task_id for a planned or earlier one. End it with complete_task, which reports what changed.',
  effect: 'changes',
  input: () =>
    z.strictObject({
      workflow_id: idText().optional().describe('ID from start_workflow'),
      parent_task_id: idText().nullish().describe('For a subtask'),
      name: shortText().optional().describe("E.g. 'Implement Stripe integration'"),
      goal: longText().optional().describe('Precise goal'),
      areas: listOf(areaText()).optional().describe("Code to touch, e.g. ['auth', 'src/api', '**/*.sql']"),
      depends_on: listOf(idText()).optional().describe('task_ids to wait for'),
      planned_step: shortText().optional().describe('Like resume_task_id, by step'),
      resume_task_id: idText().optional().describe('Planned task, or one to resume'),
      caller: z
        .strictObject({
          kind: z.enum(['orchestrator', 'subagent']).describe('Kind of agent'),
          name: shortText().optional().describe('Its name'),
        })
        .optional()
        .describe('Who you are'),
    }),
  output: () =>
    z.strictObject({
      task_id: z.string().describe('Task ID.'),
      workflow_id: z.string().describe('Workflow ID.'),
      snapshot_id: z.string().describe('Snapshot ID.'),
      snapshot_type: z.enum(['git', 'checksum']).describe('Snapshot type.'),
      started_at: z.string().describe('UTC'),
      status: z.enum(['in_progress', 'blocked']).describe('Status.'),
      snapshot_state: z
        .enum(['complete', 'partial', 'pending'])
        .describe('Whether the snapshot is complete.'),
      roots: z
        .array(
          z.strictObject({
            root: z.string().describe('Relative to the workspace; "." for itself.'),
            method: z.enum(['tree', 'shadow', 'manifest', 'none']).describe('Snapshot method.'),
            restorable: z.boolean().describe('Whether the files can be restored.'),
            partial: z.string().optional().describe('What is missing, and why.'),
          }),
        )
        .describe('One entry per repository or folder.'),
      ...besideFields(),
      ...answerTail,
    }),
  async handle(input, context) {
    const { workflows, caller, signal } = context;
    const started = await workflows.startTask(
      {
        workflow: input.workflow_id ?? null,
        parent: input.parent_task_id ?? null,
        name: input.name ?? null,
        goal: input.goal ?? null,
        areas: input.areas ?? [],
        dependsOn: input.depends_on ?? [],
        plannedStep: input.planned_step ?? null,
        resume: input.resume_task_id ?? null,
        caller:
          input.caller === undefined ? null : { kind: input.caller.kind, name: input.caller.name ?? null },
      },
      caller,
      signal,
    );
    const { task } = started;
    const snapshot = startOf(task);
    return {
      task_id: task.id,
      workflow_id: task.workflow,
      snapshot_id: snapshot.id,
      snapshot_type: snapshotTypeOf(snapshot),
      started_at: new Date(task.startedAt ?? task.createdAt).toISOString(),
      status: task.status === 'blocked' ? ('blocked' as const) : ('in_progress' as const),
      snapshot_state: snapshot.state,
      roots: snapshot.roots.map(({ label, method, isRestorable, partial }) => ({
        root: label === '' ? '.' : label,
        method,
        restorable: isRestorable,
        ...(partial === null ? {} : { partial }),
      })),
      ...besideAnswer(started),
      ...(await pendingReviews(context, task.workflow)),
      next:
        task.status === 'blocked'
          ? goOn(workflows, task.id)
          : `${snapshot.roots.length === 0 ? 'No folder is open, so no change to a file will be recorded. ' : ''}Do the work now. When it is done, call complete_task with task_id "${task.id}", status and outcome.`,
    };
  },
  summary(output) {
    const { task_id: id, status, snapshot_type: type, snapshot_state: state } = output;
    const head =
      status === 'blocked'
        ? `Task ${id} is recorded and waits for other tasks.`
        : `Task ${id} ${output.resumed === true ? 'goes on' : 'has begun'} (snapshot: ${type}${state === 'complete' ? '' : `, ${state}`}).`;
    return [head, ...keptNowhere(output.roots), ...besideLines(output)].join('\n');
  },
});

/** Folders that one answer names. */
const NAMED_ROOTS = 3;

/** What an agent must know before it changes files there. */
function keptNowhere(
  roots: readonly {
    readonly root: string;
    readonly restorable: boolean;
    readonly partial?: string | undefined;
  }[],
): readonly string[] {
  const lost = roots.filter(({ restorable }) => !restorable).slice(0, NAMED_ROOTS);
  return lost.map(({ root, partial = '' }) => {
    const where = root === '.' ? 'the workspace' : root;
    return `Changes in ${where} can't be restored. ${partial}`.trim();
  });
}

function startOf(task: Task): Snapshot {
  if (task.start === null) throw new Error('A started task has no snapshot.');
  return task.start;
}
