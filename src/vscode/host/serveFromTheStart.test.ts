import { expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { editor } from '../../../test/support/fakeEditor';
import { serveFromTheStart } from './serveFromTheStart';

test('your servers are served as soon as a port is set, or the workspace that was opened with one is trusted', async () => {
  editor.reset();
  let starts = 0;
  const host = { runtime: async () => ((starts += 1), undefined as never) };
  const settings = vscode.workspace.getConfiguration('switchyard');
  const trust = vi.spyOn(vscode.workspace, 'isTrusted', 'get').mockReturnValue(false);
  const granted = vi.spyOn(vscode.workspace, 'onDidGrantWorkspaceTrust');
  const serving = serveFromTheStart(host);
  await settings.update('mcpRegistry.servePort', 4_711);
  expect(starts).toBe(0);
  trust.mockReturnValue(true);
  granted.mock.lastCall?.[0]();
  expect(starts).toBe(1);
  await settings.update('mcpRegistry.servePort', 0);
  expect(starts).toBe(1);
  await settings.update('mcpRegistry.servePort', 4_712);
  expect(starts).toBe(2);
  serving.dispose();
  trust.mockRestore();
  granted.mockRestore();
});
