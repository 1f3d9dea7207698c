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
