import { expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { KeptGatewaySettings } from './gatewaySettings';

test('reads the settings once, and again after one of them changed, also for who heard of that first', async () => {
  const settings = new KeptGatewaySettings();
  const reads = vi.spyOn(vscode.workspace, 'getConfiguration');
  const first = settings.read();
  const count = reads.mock.calls.length;
  expect(count).toBeGreaterThan(0);
  expect(settings.read()).toBe(first);
  expect(reads.mock.calls.length).toBe(count);

  const heard: number[] = [];
  const listening = vscode.workspace.onDidChangeConfiguration(() => heard.push(settings.read().maxActive));
  await vscode.workspace.getConfiguration('switchyard').update('activation.maxActive', first.maxActive + 1);
  expect(heard).toEqual([first.maxActive + 1]);
  listening.dispose();
  settings.dispose();
});
