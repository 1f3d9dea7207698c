import assert from 'node:assert/strict';
import { workspace } from 'vscode';
import { acrossReloads } from '../../support/vscode/acrossReloads';
import { isVisible, screenshot } from '../../support/vscode/window';

test('the environment of the caller arrives in the extension host', () => {
  assert.equal(process.env['SWITCHYARD_TEST_WORD'], 'hello');
});

test('the workspace is trusted and open', () => {
  assert.equal(workspace.isTrusted, true);
  assert.equal(workspace.workspaceFolders?.length, 1);
});

test('user settings arrive', () => {
  assert.equal(workspace.getConfiguration('editor').get('tabSize'), 7);
});

test('a test goes on after a reload of the window, with its note', async () => {
  await acrossReloads(
    () => process.pid,
    ([pid]) => assert.notEqual(pid, process.pid),
  );
});

test('another test reloads too', async () => {
  await acrossReloads(
    () => 1,
    () => 2,
    notes => assert.deepEqual(notes, [1, 2]),
  );
});

test('the window can be seen', async () => {
  await screenshot('the window');
  assert.equal(await isVisible('.monaco-workbench'), true);
});
