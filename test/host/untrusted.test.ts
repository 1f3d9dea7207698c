import assert from 'node:assert/strict';
import { commands, extensions, lm, workspace } from 'vscode';
import { textOf } from '../support/vscode/window';

test('nothing of ours runs in an untrusted workspace, and the reason is said', async () => {
  assert.equal(workspace.isTrusted, false);
  await extensions.getExtension('switchyard.switchyard')?.activate();
  assert.deepEqual(
    lm.tools.filter(tool => tool.name.startsWith('mcp_switchyard')),
    [],
  );
  await commands.executeCommand('switchyard.showEnvironment');
  assert.match(await textOf('.notification-toast >> text=/not trusted/'), /Switchyard starts no server here/);
});

test('the explorer says what stays off in an untrusted workspace, and where that is changed', async function () {
  this.timeout(90_000);
  await commands.executeCommand('switchyard.workflows.focus');
  const said = await textOf('text=Workspace not trusted: servers defined here stay off.', 60_000);
  assert.equal(said, 'Workspace not trusted: servers defined here stay off.');
  await textOf('role=button[name="Manage Workspace Trust"]');
});
