import { expect, test } from 'vitest';
import { done, runningTask } from '../../../../test/support/workflowTools';

const HUGE = 'x'.repeat(10 * 1024 * 1024);

test.each<[string, string, (ids: { taskId: string; workflowId: string }) => object, string]>([
  [
    'an unknown workflow',
    'start_task',
    () => ({ workflow_id: 'no', name: 'x', goal: 'y' }),
    'This workspace has no workflow "no". Call get_context',
  ],
  ['an unknown task', 'complete_task', () => done('no'), 'This workspace has no task "no". Call get_context'],
  [
    'an unknown task in a log',
    'log_milestone',
    () => ({ task_id: 'no', message: 'x' }),
    'This workspace has no task "no".',
  ],
  [
    'a workflow for a task',
    'complete_task',
    ({ workflowId }) => done(workflowId),
    'is a workflow ID, not a task ID.',
  ],
  [
    'a status in the wrong case',
    'complete_task',
    ({ taskId }) => ({ ...done(taskId), status: 'SUCCESS' }),
    'status: Invalid option',
  ],
  [
    'a category in the wrong case',
    'log_decision',
    ({ taskId }) => ({ task_id: taskId, category: 'Other', question: 'q', chosen: 'c', reasoning: 'r' }),
    'category: Invalid option',
  ],
  [
    'an issue type of the database',
    'log_issue',
    ({ taskId }) => ({ task_id: taskId, type: 'BUG', description: 'd', resolution: 'r' }),
    'type: Invalid option',
  ],
  [
    'progress NaN',
    'log_milestone',
    ({ taskId }) => ({ task_id: taskId, message: 'x', progress: NaN }),
    'progress: Invalid input',
  ],
  [
    'progress -1',
    'log_milestone',
    ({ taskId }) => ({ task_id: taskId, message: 'x', progress: -1 }),
    'progress: Too small',
  ],
  [
    'progress 101',
    'log_milestone',
    ({ taskId }) => ({ task_id: taskId, message: 'x', progress: 101 }),
    'progress: Too big',
  ],
  [
    'progress 1e308',
    'log_milestone',
    ({ taskId }) => ({ task_id: taskId, message: 'x', progress: 1e308 }),
    'progress: Too big',
  ],
  [
    'progress as text',
    'log_milestone',
    ({ taskId }) => ({ task_id: taskId, message: 'x', progress: '50' }),
    'progress: Invalid input',
  ],
  [
    '10 MB of text',
    'log_milestone',
    ({ taskId }) => ({ task_id: taskId, message: HUGE }),
    'message: is 10485760 characters long; at most 300 are allowed',
  ],
  [
    '10 MB in a nested field',
    'complete_task',
    ({ taskId }) => ({ ...done(taskId), outcome: { summary: HUGE } }),
    'outcome.summary: is 10485760 characters long; at most 8000 are allowed',
  ],
  [
    '10 MB of metadata',
    'log_milestone',
    ({ taskId }) => ({ task_id: taskId, message: 'x', metadata: { a: HUGE } }),
    'metadata: is 10485768 characters of JSON; at most 8000 are allowed',
  ],
  ['10 MB as an id', 'complete_task', () => done(HUGE), 'task_id: is 10485760 characters long'],
  [
    'too many entries',
    'complete_task',
    ({ taskId }) => ({
      ...done(taskId),
      outcome: { summary: 's', achievements: Array.from({ length: 101 }, () => 'x') },
    }),
    'outcome.achievements: has 101 entries; at most 100 are allowed',
  ],
  ['an empty name', 'start_workflow', () => ({ name: '' }), 'name: must not be blank'],
  ['a name of spaces', 'start_workflow', () => ({ name: ' \t\n\u00A0' }), 'name: must not be blank'],
  [
    'a name of marks that nobody sees',
    'start_workflow',
    () => ({ name: '\u200F\u202E\u200B\uFEFF\u3164' }),
    'name: must not be blank',
  ],
  [
    'an empty goal',
    'start_task',
    ({ workflowId }) => ({ workflow_id: workflowId, name: 'x', goal: ' ' }),
    'goal: must not be blank',
  ],
  [
    'no goal',
    'start_task',
    ({ workflowId }) => ({ workflow_id: workflowId, name: 'x' }),
    'goal is missing: a new task needs name and goal.',
  ],
  ['an unknown field', 'start_workflow', () => ({ name: 'x', colour: 'red' }), 'Unrecognized key: "colour"'],
  [
    'an unknown nested field',
    'complete_task',
    ({ taskId }) => ({ ...done(taskId), metadata: { tests: 'passed' } }),
    'metadata: Unrecognized key: "tests"',
  ],
  [
    'a circle',
    'start_task',
    ({ workflowId, taskId }) => ({
      workflow_id: workflowId,
      parent_task_id: taskId,
      name: 'x',
      goal: 'y',
      depends_on: [taskId],
    }),
    'depends_on would create a cycle',
  ],
  [
    'an area that leaves',
    'start_task',
    ({ workflowId }) => ({ workflow_id: workflowId, name: 'x', goal: 'y', areas: ['../**'] }),
    'The area "../**" is outside the workspace.',
  ],
  [
    'an area of 70,000 characters',
    'start_task',
    ({ workflowId }) => ({ workflow_id: workflowId, name: 'x', goal: 'y', areas: ['a'.repeat(70_000)] }),
    'areas.0: is 70000 characters long; at most 256 are allowed',
  ],
  ['a page of 101', 'get_context', () => ({ limit: 101 }), 'limit: Too big'],
  ['a cursor from nowhere', 'get_context', () => ({ cursor: 'x' }), 'This cursor is no longer valid.'],
])('refuses %s in words and stores nothing', async (_what, tool, input, words) => {
  const { call, taskId, workflowId, eventCount, snapshots, logLines } = await runningTask();
  const before = eventCount();
  const taken = snapshots.taken;
  const { isError, text } = await call(tool, input({ taskId, workflowId }));
  expect(text).toContain(words);
  expect(text.length).toBeLessThan(400);
  expect(isError).toBe(true);
  expect(eventCount()).toBe(before);
  expect(snapshots.taken).toBe(taken);
  expect(logLines.filter(line => line.startsWith('error'))).toEqual([]);
});

test.each<[string, (task: string) => object]>([
  [
    'log_decision',
    task => ({ task_id: task, category: 'other', question: 'q', chosen: 'c', reasoning: 'r' }),
  ],
  ['log_issue', task => ({ task_id: task, type: 'other', description: 'd', resolution: 'r' })],
  ['log_milestone', task => ({ task_id: task, message: 'x' })],
])('refuses %s for a task that has ended, and says what to call', async (tool, input) => {
  const { call, taskId, eventCount } = await runningTask();
  await call('complete_task', done(taskId));
  const before = eventCount();
  expect((await call(tool, input(taskId))).text).toBe(
    'Task "JWT" has ended (success). Call start_task for new work.',
  );
  expect(eventCount()).toBe(before);
});
