import { expect, test } from 'vitest';
import { done, runningTask, TOOLS } from '../../../../test/support/workflowTools';

test('says in every answer of a task that waits what it waits for, not to go on', async () => {
  const { call, workflowId, taskId } = await runningTask();
  const input = { workflow_id: workflowId, name: 'After', goal: 'x', depends_on: [taskId] };
  const { facts } = await call('start_task', input);
  const id = { task_id: facts.task_id };
  const answers = async () => [
    await call('log_milestone', { ...id, message: 'Waiting' }),
    await call('log_decision', { ...id, category: 'other', question: 'a', chosen: 'b', reasoning: 'c' }),
    await call('log_issue', { ...id, type: 'other', description: 'a', resolution: 'b' }),
  ];
  for (const { text } of await answers()) {
    expect(text).toContain(
      `Don't start yet: this task waits for ${taskId} "JWT" (in_progress). Complete that first, then call start_task with resume_task_id "${facts.task_id}".`,
    );
    expect(text).not.toMatch(/go on/i);
  }
  await call('complete_task', done(taskId));
  for (const { text } of await answers()) {
    expect(text).toContain(`To start it, call start_task with resume_task_id "${facts.task_id}".`);
  }
});

test('lists how long what an agent writes may be, and refuses in words that name the length', async () => {
  const { call, taskId } = await runningTask();
  const limits = (tool: string) =>
    JSON.stringify(TOOLS.get(tool)?.definition.inputSchema).match(/"max(?:Length|Items)":\d+/g);
  expect(new Set(limits('start_task'))).toEqual(
    new Set(['"maxLength":300', '"maxLength":8000', '"maxLength":256', '"maxItems":100']),
  );
  expect(limits('log_milestone')).toContain('"maxLength":300');
  const long = await call('log_milestone', { task_id: taskId, message: 'x'.repeat(301) });
  expect(long.text).toBe(
    'The arguments do not fit "log_milestone": message: is 301 characters long; at most 300 are allowed. Nothing was done.',
  );
  const outcome = { summary: 's', achievements: Array.from({ length: 101 }, () => 'a') };
  expect((await call('complete_task', { ...done(taskId), outcome })).text).toContain(
    'outcome.achievements: has 101 entries; at most 100 are allowed.',
  );
  expect((await call('log_milestone', { task_id: taskId, message: ' ' })).text).toContain(
    'message: must not be blank',
  );
  expect((await call('log_milestone', { task_id: 'x'.repeat(301), message: 'x' })).text).toContain(
    'at most 300',
  );
});
