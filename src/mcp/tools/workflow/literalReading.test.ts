import { expect, test } from 'vitest';
import { done, runningTask, toolWorld } from '../../../../test/support/workflowTools';

/** A workflow with two steps, of which the first is done. */
async function halfDone(key?: string) {
  const made = await toolWorld({ mayRestore: true });
  const begin = () =>
    made.call('start_workflow', {
      name: 'Auth',
      plan: [
        { step: 'a', goal: 'Install' },
        { step: 'b', goal: 'Route' },
      ],
      ...(key === undefined ? {} : { idempotency_key: key }),
    });
  const { facts } = await begin();
  const { facts: first } = await made.call('start_task', { planned_step: 'a' });
  await made.call('complete_task', done(first.task_id));
  return { ...made, begin, workflow: facts.workflow_id, first: first.task_id };
}

test('a key that is used again says that nothing new was begun, and offers no step that is over', async () => {
  const { begin, first, workflow, call } = await halfDone('k');
  const { text } = await begin();
  expect(text).not.toContain(first);
  expect(text).toContain(
    'No new workflow was started: this idempotency_key already started that workflow (in_progress).',
  );
  expect(text).toContain(`Call get_context with workflow_id "${workflow}"`);
  const { facts } = await call('start_task', { planned_step: 'b' });
  await call('complete_task', done(facts.task_id));
  expect((await begin()).text).toContain('already started that workflow (completed)');
});

test('a step that is over is not offered to be taken up again', async () => {
  const { call } = await halfDone();
  const { text, isError } = await call('start_task', { planned_step: 'a' });
  expect(isError).toBe(true);
  expect(text).toContain(
    'It has ended. Call start_task without planned_step for new work. Steps not started: "b".',
  );
  expect(text).not.toContain('resume_task_id');
});

test('without a plan, the end of the last task says how to go on in the same workflow', async () => {
  const { call, taskId, workflowId } = await runningTask();
  const { text } = await call('complete_task', done(taskId));
  expect(text).toContain(`call start_task with workflow_id "${workflowId}", name and goal: that reopens it.`);
  const next = await call('start_task', { workflow_id: workflowId, name: 'Next', goal: 'Something else' });
  expect(next.isError).toBe(false);
});

test('a task that becomes a subtask says of which', async () => {
  const { call, taskId, workflowId } = await runningTask();
  const { facts } = await call('start_task', { workflow_id: workflowId, name: 'Part', goal: 'A part' });
  const { text } = await call('start_task', { resume_task_id: facts.task_id, parent_task_id: taskId });
  expect(text).toContain(`It is a subtask of ${taskId}.`);
});

test('what cannot be restored any more names the call that takes it back', async () => {
  const { call, taskId, snapshots } = await runningTask({ mayRestore: true });
  snapshots.write('a.ts', 'x');
  await call('complete_task', done(taskId));
  await call('restore_task', { task_id: taskId, apply: true });
  const { text } = await call('restore_task', { task_id: taskId, apply: true });
  expect(text).toContain(`call restore_task with task_id "${taskId}" and undo: true`);
  await call('restore_task', { task_id: taskId, undo: true, apply: true });
  const over = await call('restore_task', { task_id: taskId, undo: true, apply: true });
  expect(over.text).toContain('Task "JWT" has no restore to undo.');
});

test('a task that waits for what failed is told how to end, not to wait', async () => {
  const { call, taskId, workflowId } = await runningTask();
  const input = (name: string, on: string) => ({
    workflow_id: workflowId,
    name,
    goal: 'x',
    depends_on: [on],
  });
  const { facts: waiting, text: early } = await call('start_task', input('After', taskId));
  expect(early).toContain(
    `Don't start yet: this task waits for ${taskId} "JWT" (in_progress). Complete that first`,
  );
  await call('complete_task', { ...done(taskId), status: 'failed' });
  const { text } = await call('start_task', input('Later', taskId));
  expect(text).not.toContain('Complete that first');
  expect(text).toContain('A dependency that failed never completes: end this task by complete_task');
  expect((await call('get_context', {})).text).toContain(
    `"${waiting.task_id}" by complete_task with task_id "${waiting.task_id}", status "failed" and outcome`,
  );
  const end = await call('complete_task', { ...done(waiting.task_id), status: 'failed' });
  expect(end.isError).toBe(false);
});

test('a task that waited says what it is when it begins', async () => {
  const { call, taskId, workflowId } = await runningTask();
  const { facts } = await call('start_task', {
    workflow_id: workflowId,
    name: 'After',
    goal: 'Later',
    depends_on: [taskId],
  });
  await call('complete_task', done(taskId));
  const { text } = await call('start_task', { resume_task_id: facts.task_id });
  expect(text).toContain('It is "After". Goal: "Later".');
});
