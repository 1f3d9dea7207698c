import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { ask, readyChat } from '../support/vscode/chat';
import { answerNotification } from '../support/vscode/notifications';
import { untilTitled } from '../support/vscode/quickInput';
import { find } from '../support/vscode/results';
import { calls, says } from '../support/vscode/script';
import { complete, startTask } from '../support/vscode/taskSteps';
import { until } from '../support/vscode/until';
import { press, screenshot, textOf } from '../support/vscode/window';
import { git, read, write } from '../support/vscode/workspaceFiles';

suiteSetup(async () => {
  git('init', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--message', 'Begin');
  await readyChat();
});

test('a task tells, shows, and puts back what it changed in each folder of the workspace', async () => {
  const begun = await ask('Begin in both folders', [
    calls('start_workflow', { name: 'Both' }),
    startTask('Both folders'),
    says('Begun.'),
  ]);
  const task = find(begun.results, 'task_id');
  write('app.txt', 'Changed.\n');
  write('../library/library.txt', 'Changed.\n');
  write('../library/new.txt', 'New.\n');
  const { results } = await ask('End it in both folders', [complete(task), says('Done.')]);
  const files = /"files_changed":(\{[^}]*\})/.exec(results.join('\n'))?.[1] ?? '';
  assert.deepEqual(JSON.parse(files), {
    added: ['../library/new.txt'],
    modified: ['app.txt', '../library/library.txt'],
    deleted: [],
    renamed: [],
  });

  await commands.executeCommand('switchyard.openTaskChanges', task);
  await until('The diffs of both are shown', async () =>
    /app\.txt[^]*library\.txt[^]*new\.txt/.test(await textOf('.monaco-component.multiDiffEditor')),
  );
  await screenshot('both folders');
  await commands.executeCommand('switchyard.openFile', { task, path: '../library/library.txt' });
  await until('The file itself is opened', () =>
    window.activeTextEditor?.document.uri.fsPath.endsWith('/library/library.txt'),
  );

  const history = commands.executeCommand('switchyard.showFileHistory');
  await textOf('.quick-input-list-entry >> text=Both folders');
  await press('Escape');
  await history;

  const restored = commands.executeCommand('switchyard.restoreTask', task);
  await untilTitled('Restore Files of');
  await press('Enter');
  await textOf('.notifications-toasts >> text=Review the changes, then confirm.');
  await answerNotification('Restore');
  await restored;
  assert.deepEqual([read('app.txt'), read('../library/library.txt')], ['The app.\n', 'The library.\n']);
  assert.throws(() => read('../library/new.txt'));
});
