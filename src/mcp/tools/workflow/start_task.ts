import * as z from 'zod';
import { type Snapshot, snapshotTypeOf } from '../../../core/snapshots/snapshot';
import type { Task } from '../../../core/workflow/state';
import { answerTail, defineWorkflowTool, pendingReviews } from './defineWorkflowTool';
import { areaText, idText, listOf, longText, shortText } from './fields';

export const startTask = defineWorkflowTool({
  name: 'start_task',
  title: 'Start a task',
  description:
    'Starts a task (or subtask) before you change files, with a snapshot of the workspace. End it with complete_task, ' +
    'which tells what changed.',
  effect: 'changes',
  input: z.strictObject({
    workflow_id: idText().describe('Id from start_workflow'),
    parent_task_id: idText().nullish().describe('For a subtask'),
    name: shortText().describe("E.g. 'Implement Stripe integration'"),
    goal: longText().describe('Precise goal'),
    areas: listOf(areaText()).optional().describe("Code it will touch, e.g. ['auth', 'src/api', '**/*.sql']"),
    depends_on: listOf(idText()).optional().describe('task_ids to wait for'),
    planned_step: shortText().optional().describe('step of the plan'),
    resume_task_id: idText().optional().describe('Task to take up again'),
    caller: z
      .strictObject({
        kind: z.enum(['orchestrator', 'subagent']).describe('Kind of agent'),
        name: shortText().optional().describe('Its name'),
      })
      .optional()
      .describe('Who you are'),
  }),
  output: z.strictObject({
    task_id: z.string().describe('Id of the task.'),
    snapshot_id: z.string().describe('Id of the snapshot.'),
    snapshot_type: z.enum(['git', 'checksum']).describe('git or checksum.'),
    started_at: z.string().describe('UTC'),
    status: z.enum(['in_progress', 'blocked']).describe('How it stands.'),
    snapshot_state: z.enum(['complete', 'partial', 'pending']).describe('Whether all of it was recorded.'),
    roots: z
      .array(
        z.strictObject({
          root: z.string().describe('Relative to the workspace; "." for itself.'),
          method: z.enum(['tree', 'shadow', 'manifest', 'none']).describe('How the root was recorded.'),
          restorable: z.boolean().describe('Whether the files can be put back.'),
          partial: z.string().optional().describe('What is missing, and why.'),
        }),
      )
      .describe('One snapshot for each repository or folder.'),
    ...answerTail,
  }),
  async handle(input, context) {
    const { workflows, caller, signal } = context;
    const task = await workflows.startTask(
      {
        workflow: input.workflow_id,
        parent: input.parent_task_id ?? null,
        name: input.name,
        goal: input.goal,
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
    const snapshot = startOf(task);
    return {
      task_id: task.id,
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
      ...(await pendingReviews(context, task.workflow)),
      next:
        task.status === 'blocked'
          ? `Do not begin: complete ${task.dependsOn.join(', ')} first, then call start_task with resume_task_id "${task.id}".`
          : `Do the work now. When it is done, call complete_task with task_id "${task.id}".`,
    };
  },
  summary: ({ task_id: id, status, snapshot_type: type, snapshot_state: state }) =>
    status === 'blocked'
      ? `Task ${id} is recorded and waits for other tasks.`
      : `Task ${id} has begun (snapshot: ${type}${state === 'complete' ? '' : `, ${state}`}).`,
});

function startOf(task: Task): Snapshot {
  if (task.start === null) throw new Error('A started task has no snapshot.');
  return task.start;
}
