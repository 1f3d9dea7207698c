import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { ask, newChat, readyChat } from '../support/vscode/chat';
import { answerNotification } from '../support/vscode/notifications';
import { untilTitled } from '../support/vscode/quickInput';
import { find } from '../support/vscode/results';
import { calls, says } from '../support/vscode/script';
import { complete, startTask } from '../support/vscode/taskSteps';
import { until } from '../support/vscode/until';
import { click, press, screenshot, textOf } from '../support/vscode/window';
import { write, read, git } from '../support/vscode/workspaceFiles';

const TOAST = '.notifications-toasts >> text=Review the changes, then confirm.';

suiteSetup(async () => {
  git('init', '--initial-branch=main');
  write('auth.ts', 'export const auth = 2;\n');
  write('plan.md', 'The plan.\n');
  git('add', '--all');
  git('commit', '--message', 'Begin');
  await readyChat();
});

test('a person puts the files of a task back, after seeing what that would do, and takes it back again', async () => {
  await newChat();
  const begun = await ask('Begin something to be undone', [
    calls('start_workflow', { name: 'Undone' }),
    startTask('To undo'),
    says('Begun.'),
  ]);
  const task = find(begun.results, 'task_id');
  write('auth.ts', 'export const auth = 99;\n');
  write('new.ts', '// new\n');
  await ask('End it, to be undone', [complete(task), says('Done.')]);

  const restored = commands.executeCommand('switchyard.restoreTask', task);
  await untilTitled('Restore Files of');
  await press('Enter');
  const question =
    '.notifications-toasts >> text=Restore the files of "To undo"? Review the changes, then confirm.';
  assert.match(await textOf(question), /Writes 1 file\. Deletes 1 file\. This can be undone\./);
  const preview = 'Restore the files of "To undo" (Now ↔ Then)';
  await until('The preview is in front', () =>
    window.tabGroups.activeTabGroup.activeTab?.label.startsWith(preview),
  );
  await until('The diffs are shown', async () =>
    /auth\.ts[^]*new\.ts/.test(await textOf('.monaco-component.multiDiffEditor')),
  );
  await screenshot('restore');
  // Closing the preview is a no.
  await commands.executeCommand('workbench.action.closeActiveEditor');
  await restored;
  assert.equal(read('new.ts'), '// new\n');
  await commands.executeCommand('notifications.clearAll');
  const again = commands.executeCommand('switchyard.restoreTask', task);
  await untilTitled('Restore Files of');
  await press('Enter');
  await textOf(question);
  await click('.editor-actions [aria-label*="Restore"]');
  await again;
  await until('The preview is closed', () =>
    window.tabGroups.all.every(({ tabs }) => tabs.every(({ label }) => !label.startsWith(preview))),
  );
  assert.equal(read('auth.ts'), 'export const auth = 2;\n');
  assert.throws(() => read('new.ts'));

  await commands.executeCommand('switchyard.undoRestore', task);
  assert.equal(read('auth.ts'), 'export const auth = 99;\n');
  assert.equal(read('new.ts'), '// new\n');
});

test('a person puts back one file of two, changes it, and is asked about it when taking the restore back', async () => {
  await newChat();
  const begun = await ask('Begin something of two files', [
    calls('start_workflow', { name: 'Two files' }),
    startTask('Two files'),
    says('Begun.'),
  ]);
  const task = find(begun.results, 'task_id');
  write('one.ts', '// one\n');
  write('plan.md', 'Another plan.\n');
  await ask('End the two files', [complete(task), says('Done.')]);

  await commands.executeCommand('notifications.clearAll');
  const restored = commands.executeCommand('switchyard.restoreTask', task);
  await untilTitled('Restore Files of');
  await screenshot('restore files');
  await press('ArrowDown');
  await press('Space');
  await press('Enter');
  assert.match(await textOf(TOAST), /Restore the files of "Two files"\?.* Writes 1 file\./);
  await answerNotification('Restore');
  await restored;
  assert.deepEqual([read('one.ts'), read('plan.md')], ['// one\n', 'The plan.\n']);

  write('plan.md', 'My own plan.\n');
  await commands.executeCommand('notifications.clearAll');
  const undone = commands.executeCommand('switchyard.undoRestore', task);
  await untilTitled('plan.md was changed after the restore');
  await textOf('.quick-input-list-entry >> text=Keep current version');
  await screenshot('undo conflict');
  await press('Enter');
  await undone;
  assert.equal(read('plan.md'), 'My own plan.\n');
  assert.equal(read('one.ts'), '// one\n');
  await commands.executeCommand('notifications.showList');
  await textOf('.notifications-center >> text=1 file was skipped: plan.md');
  await commands.executeCommand('notifications.clearAll');
});

test('a person merges a conflict with the lenses of VS Code', async () => {
  write('merged.ts', '// first\n// second\n// third\n');
  await newChat();
  const begun = await ask('Begin something to be merged', [
    calls('start_workflow', { name: 'Merged' }),
    startTask('To merge'),
    says('Begun.'),
  ]);
  const task = find(begun.results, 'task_id');
  write('merged.ts', '// first\n// of the task\n// third\n');
  await ask('End it, to be merged', [complete(task), says('Done.')]);
  write('merged.ts', '// first\n// of the person\n// third\n');

  await commands.executeCommand('notifications.clearAll');
  const restored = commands.executeCommand('switchyard.restoreTask', task);
  await untilTitled('merged.ts was changed after the task');
  await screenshot('merge conflict');
  await click('.quick-input-list-entry >> text=Merge');
  assert.match(await textOf(TOAST), /Restore the files of "To merge"\?/);
  await screenshot('merge preview');
  await answerNotification('Restore');
  await restored;
  const document = window.activeTextEditor?.document;
  assert.ok(document);
  assert.ok(document.uri.path.endsWith('/merged.ts'));
  assert.match(read('merged.ts'), /<<<<<<< now\n\/\/ of the person\n/);
  await commands.executeCommand('notifications.showList');
  await textOf('.notifications-center >> text=1 file has conflicts to resolve: merged.ts');
  await commands.executeCommand('notifications.clearAll');

  await textOf('.codelens-decoration >> text=Accept Incoming Change');
  await screenshot('merge lenses');
  await click('.codelens-decoration >> text=Accept Incoming Change');
  await until('The lens has resolved the conflict', () => !document.getText().includes('<<<<<<<'));
  await document.save();
  assert.equal(read('merged.ts'), '// first\n// second\n// third\n');
});

test('a person takes one hunk of a file out, and what they wrote later stays', async () => {
  const lines = Array.from({ length: 12 }, (_, n) => `// line ${n + 1}\n`);
  write('hunks.ts', lines.join(''));
  await newChat();
  const begun = await ask('Begin something of two hunks', [
    calls('start_workflow', { name: 'Hunks' }),
    startTask('Two hunks'),
    says('Begun.'),
  ]);
  const task = find(begun.results, 'task_id');
  const changed = lines.with(1, '// of the task\n').with(9, '// also of the task\n');
  write('hunks.ts', changed.join(''));
  await ask('End the hunks', [complete(task), says('Done.')]);
  write('hunks.ts', changed.with(5, '// of the person\n').join(''));

  await commands.executeCommand('notifications.clearAll');
  const restored = commands.executeCommand('switchyard.restoreHunk', { task, path: 'hunks.ts' });
  await untilTitled('Restore Hunks of hunks.ts');
  assert.match(await textOf('.quick-input-list'), /Line 2[^]*− \/\/ line 2\s+\+ \/\/ of the task[^]*Line 10/);
  await screenshot('restore hunks');
  await press('ArrowDown');
  await press('Space');
  await press('Enter');
  assert.match(await textOf(TOAST), /Restore hunks of hunks\.ts of "Two hunks"\?/);
  await screenshot('restore hunk');
  await answerNotification('Restore');
  await restored;
  const left = lines.with(9, '// also of the task\n').with(5, '// of the person\n').join('');
  assert.equal(read('hunks.ts'), left);
  await commands.executeCommand('switchyard.undoRestore', task);
  assert.equal(read('hunks.ts'), changed.with(5, '// of the person\n').join(''));
});

test('a person goes back to before a task: it and the next one are named, put back together, and brought back by one undo', async () => {
  await newChat();
  const begun = await ask('Begin the first of two', [
    calls('start_workflow', { name: 'Two in a row' }),
    startTask('First of two'),
    says('Begun.'),
  ]);
  const [first, workflow] = [find(begun.results, 'task_id'), find(begun.results, 'workflow_id')];
  write('plan.md', 'A first plan.\n');
  const second = { workflow_id: workflow, name: 'Second of two', goal: 'More' };
  const next = await ask('Now the second', [complete(first), calls('start_task', second), says('Begun.')]);
  write('plan.md', 'A second plan.\n');
  write('more.md', 'More.\n');
  await ask('End the second', [complete(find(next.results, 'task_id')), says('Done.')]);
  await commands.executeCommand('notifications.clearAll');
  const restored = commands.executeCommand('switchyard.restorePoint', first);
  assert.match(
    await textOf(TOAST),
    /Restore to before "First of two"\?.* Tasks: "First of two", "Second of two"\. Writes 1 file\. Deletes 1 file\./,
  );
  await screenshot('restore point');
  await answerNotification('Restore');
  await restored;
  assert.doesNotMatch(read('plan.md'), /plan\.\n.*second|A (first|second) plan/);
  assert.throws(() => read('more.md'));
  await commands.executeCommand('switchyard.undoRestore', find(next.results, 'task_id'));
  assert.deepEqual([read('plan.md'), read('more.md')], ['A second plan.\n', 'More.\n']);
});
