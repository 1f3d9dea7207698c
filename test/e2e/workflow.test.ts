import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { ask, newChat, readyChat } from '../support/vscode/chat';
import { untilAsked, untilTitled } from '../support/vscode/quickInput';
import { calls, says } from '../support/vscode/script';
import { field, find } from '../support/vscode/results';
import { complete, startTask } from '../support/vscode/taskSteps';
import { until } from '../support/vscode/until';
import {
  click,
  clickDialogButton,
  dialogText,
  evaluate,
  press,
  screenshot,
  textOf,
  type,
} from '../support/vscode/window';
import { write, git } from '../support/vscode/workspaceFiles';

const STATUS = '[id="switchyard.switchyard.switchyard.status"]';

suiteSetup(async () => {
  git('init', '--initial-branch=main');
  write('auth.ts', 'export const auth = 1;\n');
  write('database.ts', 'export const database = 1;\n');
  write('config.ts', 'export const config = 1;\n');
  git('add', '--all');
  git('commit', '--message', 'Begin');
  await readyChat();
});

test("the seed's example: a commit of two files and a third uncommitted give exactly those three", async () => {
  const headBefore = git('rev-parse', 'HEAD');
  const started = await ask('Record the auth work', [
    calls('start_workflow', { name: 'Auth', plan: [{ step: '1', goal: 'JWT' }] }),
    calls('start_task', results => ({
      workflow_id: field(results, 'workflow_id'),
      name: 'Setup JWT middleware',
      planned_step: '1',
      goal: 'Verify tokens',
      areas: ['auth', 'database'],
    })),
    calls('log_milestone', results => ({
      task_id: field(results, 'task_id'),
      message: 'Half way',
      progress: 50,
    })),
    says('Begun.'),
  ]);
  const task = find(started.results, 'task_id');
  await until('The status bar shows the running task', async () =>
    /Setup JWT middleware 50%/.test(await textOf(STATUS)),
  );
  await screenshot('running task');
  await click(`${STATUS} a`);
  await textOf('h1 >> text=Setup JWT middleware');

  write('auth.ts', 'export const auth = 2;\n');
  write('database.ts', 'export const database = 2;\n');
  git('add', '--all');
  git('commit', '--message', 'Verify tokens');
  write('config.ts', 'export const config = 2;\n');

  const done = await ask('The auth work is done', [
    calls('log_decision', {
      task_id: task,
      category: 'library_choice',
      question: 'Which JWT library?',
      chosen: 'jose',
      reasoning: 'Maintained.',
    }),
    calls('complete_task', {
      task_id: task,
      status: 'success',
      outcome: { summary: 'Tokens are verified.' },
    }),
    calls('complete_task', { task_id: task, status: 'failed', outcome: { summary: 'Again.' } }),
    says('Recorded.'),
  ]);
  const answer = JSON.parse(done.results[1] ?? '{}') as Answer;
  assert.deepEqual(answer.files_changed, {
    added: [],
    modified: ['auth.ts', 'config.ts', 'database.ts'],
    deleted: [],
    renamed: [],
  });
  assert.equal(answer.history, 'linear');
  assert.deepEqual(
    answer.commits.map(({ subject }) => subject),
    ['Verify tokens'],
  );
  assert.deepEqual(answer.verification.unexpected_files, ['config.ts']);
  assert.equal((JSON.parse(done.results[2] ?? '{}') as Answer).already_completed, true);
  assert.notEqual(git('rev-parse', 'HEAD'), headBefore);
  assert.equal(git('stash', 'list'), '');

  await commands.executeCommand('switchyard.openTask', task);
  await textOf('[role="treeitem"][aria-label^="auth.ts, +1 −1, modified"]');
  await screenshot('task page');
  await commands.executeCommand('switchyard.openTaskChanges', task);
  await until('The changes are open', () =>
    window.tabGroups.activeTabGroup.activeTab?.label.includes('Changes of'),
  );
  await screenshot('task changes');
  // Of the files, only the one that is not as the task left it.
  write('auth.ts', 'export const later = true;\n');
  await commands.executeCommand('switchyard.compareWithNow', task);
  await until('The comparison is open', () =>
    window.tabGroups.activeTabGroup.activeTab?.label.includes('↔ Now'),
  );
  await textOf('.multiDiffEntry .header');
  await screenshot('compared with now');
  // A renamed file would be named twice.
  const names = '.multiDiffEntry .header .label-name';
  const said = `return [...element.ownerDocument.querySelectorAll('${names}')].map(name => name.innerText).join('')`;
  assert.equal(await evaluate('.multiDiffEntry', said), 'auth.ts');
});

test('a task with two subtasks: each accounts for its own files, the parent for the rest', async () => {
  await newChat();
  const parent = await ask('Plan the whole auth system', [
    calls('start_workflow', { name: 'Full auth system' }),
    startTask('Implement authentication'),
    says('Begun.'),
  ]);
  const workflow = find(parent.results, 'workflow_id');
  const main = find(parent.results, 'task_id');
  write('plan.md', 'The plan.\n');

  for (const [name, file] of [
    ['Setup JWT middleware', 'src/middleware.ts'],
    ['Create login route', 'src/login.ts'],
  ] as const) {
    const sub = await ask(`Begin: ${name}`, [
      calls('start_task', { workflow_id: workflow, parent_task_id: main, name, goal: name }),
      says('Begun.'),
    ]);
    write(file, `// ${name}\n`);
    const id = find(sub.results, 'task_id');
    const done = await ask(`End: ${name}`, [complete(id), says('Done.')]);
    assert.deepEqual((JSON.parse(done.results[0] ?? '{}') as Answer).files_changed.added, [file]);
  }
  const done = await ask('All of it is done', [complete(main), says('Done.')]);
  assert.deepEqual((JSON.parse(done.results[0] ?? '{}') as Answer).files_changed.added, ['plan.md']);
});

test('a file that changed while two tasks ran is seen as it was before either', async () => {
  await newChat();
  write('both.md', 'Before.\n');
  const begun = await ask('Two things at once', [
    calls('start_workflow', { name: 'At once' }),
    startTask('One thing'),
    calls('start_task', results => ({
      workflow_id: field(results, 'workflow_id'),
      name: 'Another thing',
      goal: 'Another thing',
    })),
    says('Begun.'),
  ]);
  write('both.md', 'After.\n');
  const tasks = begun.results.flatMap(result => /"task_id":\s*"([^"]+)"/.exec(result)?.[1] ?? []);
  const [task = '', other = ''] = tasks;
  await ask('Both are done', [complete(task), complete(other), says('Done.')]);
  await commands.executeCommand('switchyard.openSnapshot', { task, path: 'both.md' });
  assert.equal(window.activeTextEditor?.document.uri.scheme, 'switchyard-snapshot');
  assert.equal(window.activeTextEditor?.document.getText(), 'Before.\n');
});

test('a person reviews a task, and the agent is told with its next call', async () => {
  await newChat();
  const begun = await ask('Begin something to be reviewed', [
    calls('start_workflow', { name: 'Reviewed' }),
    startTask('To review'),
    says('Begun.'),
  ]);
  const task = find(begun.results, 'task_id');
  write('reviewed.ts', '// first try\n');
  await ask('End it, for review', [
    calls('complete_task', {
      task_id: task,
      status: 'success',
      outcome: { summary: 'First try.', manual_review_needed: true, manual_review_reason: 'Please look.' },
    }),
    says('Done.'),
  ]);
  const reviewed = commands.executeCommand('switchyard.markReviewed', task);
  await untilTitled('Review of');
  await press('ArrowDown');
  await press('Enter');
  await untilAsked("Sent with the agent's next message.");
  await type('Rename it, please.');
  await press('Enter');
  await reviewed;
  const next = await ask('What next?', [calls('get_context'), says('I see.')]);
  assert.match(next.results[0] ?? '', /Rename it, please\./);
});

test('a person ends a task and a workflow, and the agent that is at it is told', async () => {
  await newChat();
  const begun = await ask('Begin what nobody wants', [
    calls('start_workflow', { name: 'Unwanted', plan: [{ step: '1', goal: 'Sweep up' }] }),
    startTask('Odd job'),
    says('Begun.'),
  ]);
  const task = find(begun.results, 'task_id');
  const workflow = find(begun.results, 'workflow_id');
  const kept = commands.executeCommand('switchyard.deleteWorkflow', workflow);
  assert.match(await dialogText(), /"Unwanted" can't be deleted while a task of it is in progress\./);
  await clickDialogButton('Cancel');
  await kept;
  const ended = commands.executeCommand('switchyard.endTask', task);
  await untilTitled('End "Odd job"');
  await press('ArrowDown');
  await press('Enter');
  await untilAsked('Saved as its summary.');
  await type('Not now.');
  await press('Enter');
  await ended;
  const told = await ask('Go on', [complete(task), says('I see.')]);
  assert.match(told.results[0] ?? '', /The user ended task \\?"Odd job\\?" \(failed\)/);
  const all = commands.executeCommand('switchyard.endWorkflow', workflow);
  await untilTitled('End "Unwanted"');
  await press('ArrowDown');
  await press('ArrowDown');
  await press('Enter');
  await untilAsked('Saved as its summary.');
  await press('Enter');
  await all;
  const next = await ask('And now?', [
    calls('start_task', { workflow_id: workflow, name: 'More', goal: 'More' }),
    says('I see.'),
  ]);
  assert.match(next.results[0] ?? '', /The user ended workflow \\?"Unwanted\\?" \(cancelled\)/);
});

interface Answer {
  readonly files_changed: {
    readonly added: readonly string[];
    readonly modified: readonly string[];
    readonly deleted: readonly string[];
    readonly renamed: readonly unknown[];
  };
  readonly commits: readonly { readonly subject: string }[];
  readonly history: string;
  readonly verification: { readonly unexpected_files: readonly string[] };
  readonly already_completed?: boolean;
}
