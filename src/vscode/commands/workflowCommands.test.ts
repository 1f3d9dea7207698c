import { expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { commandWorld } from '../../../test/support/commandWorld';
import { editor } from '../../../test/support/fakeEditor';
import type { FakeSnapshots } from '../../../test/support/fakeSnapshots';

/** A workflow with one task. */
async function oneTask() {
  const world = await commandWorld();
  const task = await world.start();
  return { ...world, task, now: () => world.workflows.task(task.id), of: world.workflows.all()[0]! };
}

test('an unknown task or workflow is said in a message', async () => {
  const { run } = await oneTask();
  await run('openTask', { task: 'gone' });
  await run('openWorkflow', 'gone');
  expect(editor.said).toMatchObject([{ level: 'warning' }, { level: 'warning' }]);
});

test('a task is opened from its row or as it is picked, at what happened in it', async () => {
  const { run, panels, task } = await oneTask();
  await run('openTask', { task: task.id, event: 'e' });
  await run('openTask', undefined, 'JWT');
  expect(panels).toEqual([`task ${task.id}`, 'event e', `task ${task.id}`]);
  await run('copyTaskId', { task: task.id });
  expect(editor.clipboard).toBe(task.id);
});

test('a task ends as the person says, and once', async () => {
  const { run, task, now, texts } = await oneTask();
  await run('endTask', task.id, 'Failed');
  expect(now().status).toBe('in_progress');
  await run('endTask', undefined, 'JWT', 'Failed', 'It was wrong');
  expect(now()).toMatchObject({ status: 'failed', completion: { outcome: { summary: 'It was wrong' } } });
  await run('endTask', task.id);
  expect(texts()).toEqual(['Ended: "JWT".', '"JWT" has already ended.']);
});

test('a person who ends what its agent completed meanwhile is told that it has ended', async () => {
  const { run, task, complete, texts } = await oneTask();
  vi.spyOn(vscode.window, 'showInputBox').mockImplementationOnce(async () => {
    await complete(task.id);
    return 'It was wrong';
  });
  await run('endTask', task.id, 'Failed');
  expect(texts()).toEqual(['It has already ended.']);
});

test('a workflow ends with its open tasks, and once', async () => {
  const { run, of, workflows, now, texts } = await oneTask();
  await run('endWorkflow', of.id, 'Cancelled', '');
  expect(workflows.workflow(of.id).status).toBe('cancelled');
  expect(now().status).toBe('cancelled');
  await run('endWorkflow', of.id);
  expect(texts()).toEqual(['Ended: "Auth".', '"Auth" has already ended.']);
});

test('a workflow is archived, taken back and deleted after a question', async () => {
  const { run, of, workflows } = await oneTask();
  await run('archiveWorkflow', undefined, 'Auth');
  expect(workflows.workflow(of.id).isArchived).toBe(true);
  await run('archiveWorkflow', of.id);
  expect(workflows.workflow(of.id).isArchived).toBe(false);
  await run('endWorkflow', of.id, 'Cancelled', '');
  await run('deleteWorkflow', of.id);
  expect(workflows.all()).toHaveLength(1);
  await run('deleteWorkflow', of.id, 'Delete');
  expect(workflows.all()).toEqual([]);
});

test('a workflow that is in progress is not asked about in vain: it is ended first, then deleted', async () => {
  const { run, of, workflows } = await oneTask();
  await run('deleteWorkflow', of.id);
  expect(editor.asked.map(({ title }) => title)).toEqual([
    '"Auth" can\'t be deleted while a task of it is in progress.\nEnd it first. Or archive it instead.',
  ]);
  await run('deleteWorkflow', of.id, 'End Workflow…', undefined);
  expect(workflows.workflow(of.id).status).toBe('in_progress');
  await run('deleteWorkflow', of.id, 'End Workflow…', 'Cancelled', '', 'Delete');
  expect(workflows.all()).toEqual([]);
});

test('a workflow is exported into the shared folder, and its summary copied', async () => {
  const { run, of, workflows } = await oneTask();
  await run('exportWorkflow', of.id);
  expect(editor.asked).toEqual([]);
  expect(editor.opened.at(-1)).toContain(workflows.markdown(of.id).split('\n')[0]);
  await run('exportWorkflowAs', of.id, 'A file in .switchyard/workflows');
  const [path, text] = [...editor.files][0] ?? [];
  expect(path).toMatch(/^\/work\/\.switchyard\/workflows\/Auth-.*\.md$/);
  await run('copySummary', of.id);
  expect(editor.clipboard).toBe(text);
  await run('exportWorkflowAs', of.id, 'JSON', '/work/out.json');
  expect(JSON.parse(editor.files.get('/work/out.json') ?? '')).toBeTypeOf('object');
});

test('a workflow is replayed from its row, and from the list of workflows', async () => {
  const { run, task, panels } = await oneTask();
  await run('replayWorkflow', { workflow: task.workflow });
  await run('replayWorkflow', undefined, 'Auth');
  expect(panels).toEqual(['replay Auth', 'replay Auth']);
});

test('a review wants words where changes are requested', async () => {
  const { run, task, complete, now, panels } = await oneTask();
  await run('nextReview');
  await complete(task.id, true);
  await run('nextReview');
  await run('reviewAll');
  expect(panels).toEqual([`task ${task.id}`, `workflows reveal ${task.id}`, 'review stack']);
  await run('markReviewed', undefined, 'JWT', 'Request Changes', ' ');
  expect(now()).toMatchObject({ status: 'awaiting_review', reviews: [] });
  await run('markReviewed', { task: task.id }, 'Approve', 'Fine');
  expect(now().reviews).toHaveLength(1);
  expect(editor.said.map(({ text }) => text)).toEqual([
    'Nothing to review.',
    'Describe what should change.',
    'Reviewed: "JWT".',
  ]);
});

test('of rows that were selected together, those are reviewed that can be, and the others are left', async () => {
  const { run, task, complete, start, workflows, texts } = await oneTask();
  await complete(task.id, true);
  const [running, later] = [await start('Docs'), await start('Tests')];
  await complete(later.id, true);
  const targets = [task, running, later].map(({ id }) => ({ task: id }));
  await run('markReviewed', { targets }, 'Approve', 'Fine');
  expect(targets.map(({ task: id }) => workflows.task(id).reviews.length)).toEqual([1, 0, 1]);
  for (const command of ['markReviewed', 'sendToChat']) await run(command, { task: running.id }, 'Approve');
  expect(texts()).toEqual(['Reviewed: 2 tasks.', 'Nothing to review.', 'Nothing to review.']);
});

test('a review that a page hands over is not asked for again, and one without a word is', async () => {
  const { run, task, complete, now } = await oneTask();
  await complete(task.id, true);
  await run('markReviewed', { task: task.id, verdict: 'changes_requested', comment: ' ' });
  expect(now().reviews).toEqual([]);
  await run('markReviewed', { task: task.id, verdict: 'changes_requested', comment: 'Rename it' });
  await run('markReviewed', { task: task.id, verdict: 'approved', comment: '' });
  expect(now().reviews).toMatchObject([
    { verdict: 'changes_requested', comments: ['Rename it'] },
    { verdict: 'approved', comments: [] },
  ]);
});

test('what is sent to the chat is recorded first, and kept where there is no chat', async () => {
  const { run, task, complete, now, texts } = await oneTask();
  await run('sendToChat');
  await complete(task.id, true);
  await run('sendToChat', undefined, 'JWT', undefined);
  expect(now().reviews).toEqual([]);
  await run('sendToChat', { task: task.id, verdict: 'changes_requested', comment: 'Rename it' });
  const query = `Changes requested for the task "JWT" (${task.id}): Rename it`;
  expect(editor.ran).toEqual([['workbench.action.chat.open', { mode: 'agent', query }]]);
  editor.missing.add('workbench.action.chat.open');
  await run('sendToChat', undefined, 'JWT', 'Test it');
  expect(now().reviews).toMatchObject([{ comments: ['Rename it'] }, { comments: ['Test it'] }]);
  expect(texts()).toEqual(['Nothing to review.', expect.stringContaining('couldn\'t open "Open Chat"')]);
});

test('what agents share is copied, and deleted after a question', async () => {
  const { run, shared, blackboard } = await oneTask();
  await blackboard.set({ key: 'plan', value: { a: 1 }, tags: [] }, { origin: {} });
  shared.item = { type: 'entry', key: 'plan' };
  await run('copyStateKey');
  expect(editor.clipboard).toBe('plan');
  await run('copyStateValue');
  expect(JSON.parse(editor.clipboard)).toEqual({ a: 1 });
  await run('showEntryHistory');
  expect(editor.opened).toEqual(['switchyard-entry:/plan.log?plan']);
  await run('deleteStateEntry');
  expect(await blackboard.get('plan')).toMatchObject({ value: { a: 1 } });
  await run('deleteStateEntry', undefined, 'Delete');
  await expect(blackboard.get('plan')).rejects.toMatchObject({ code: 'E-BB-NOTFOUND' });
});

test('commands of VS Code are run, and where a version lacks one, that is said', async () => {
  const { run, panels, texts } = await oneTask();
  await run('openSettings');
  await run('revealInSourceControl');
  expect(editor.ran.map(([id]) => id)).toEqual(['workbench.action.openSettings', 'workbench.view.scm']);
  await run('openWalkthrough', { step: 'review' });
  expect(editor.ran.at(-1)).toEqual([
    'workbench.action.openWalkthrough',
    { category: 'switchyard.switchyard#switchyard.welcome', step: 'review' },
  ]);
  editor.missing.add('workbench.action.openWalkthrough');
  await run('openWalkthrough');
  expect(texts()).toEqual([expect.stringContaining("This version of VS Code couldn't open")]);
  await run('showOutput');
  await run('filterWorkflows');
  await run('openSharedState');
  expect(panels).toEqual(['output', 'workflows focusSearch', 'shared state']);
});

test('hidden notifications are shown again', async () => {
  const { run, news, texts } = await oneTask();
  await news.hide('one');
  await run('resetNotifications');
  await run('resetNotifications');
  expect(texts()).toEqual(['Hidden notifications are shown again: 1.', 'There are no hidden notifications.']);
});

test('the history of a file lists the tasks that changed it, and opens the diff of the one that is picked', async () => {
  const { run, snapshots, start, complete, texts } = await commandWorld();
  for (const name of ['First', 'Second']) {
    const task = await start(name);
    (snapshots as FakeSnapshots).write('src/a.ts');
    await complete(task.id);
  }
  const file = { scheme: 'file', path: '/work/src/a.ts' };
  await run('showFileHistory', file, 'First');
  expect(editor.asked.at(-1)).toMatchObject({
    title: 'History of a.ts by Task',
    offers: ['Second', 'First'],
  });
  expect(editor.ran.at(-1)).toEqual([
    'vscode.diff',
    expect.stringContaining('/src/a.ts?task='),
    expect.stringContaining('v=after'),
    'a.ts (before ↔ after "First")',
    expect.anything(),
  ]);
  await run('showFileHistory', { ...file, path: '/work/b.ts' });
  await run('showFileHistory', { ...file, path: '/elsewhere/a.ts' });
  await run('showFileHistory');
  expect(texts()).toEqual([
    'No recorded task has changed b.ts.',
    "This file isn't in the folder whose work is recorded.",
    'Open a file first.',
  ]);
});

test('the marks of lines are switched where they were set', async () => {
  const { run, texts } = await commandWorld();
  await run('toggleTaskBlame');
  expect(editor.settings.get('switchyard.workflows.taskBlame')).toBe(true);
  await run('toggleTaskBlame');
  expect(editor.settings.get('switchyard.workflows.taskBlame')).toBe(false);
  expect(texts()).toEqual(['Task blame is on.', 'Task blame is off.']);
});
