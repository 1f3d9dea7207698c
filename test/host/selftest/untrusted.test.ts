import assert from 'node:assert/strict';
import { extensions, workspace } from 'vscode';

test('the workspace is not trusted, and the git extension is therefore absent', () => {
  assert.equal(workspace.isTrusted, false);
  assert.equal(extensions.getExtension('vscode.git'), undefined);
});
