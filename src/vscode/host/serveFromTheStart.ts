import * as vscode from 'vscode';
import { numberSetting } from '../settings/setting';
import type { RuntimeHost } from './runtimeHost';

/**
 * Starts the runtime where the user has their servers served, with the window or as soon as they want it: other programs may ask for them
 * at any time.
 */
export function serveFromTheStart(host: Pick<RuntimeHost, 'runtime'>): vscode.Disposable {
  const start = (): void => {
    if (numberSetting('mcpRegistry.servePort') === 0 || !vscode.workspace.isTrusted) return;
    host.runtime().catch(() => undefined); // The host tells of a failed start.
  };
  start();
  return vscode.Disposable.from(
    vscode.workspace.onDidGrantWorkspaceTrust(start),
    vscode.workspace.onDidChangeConfiguration(
      change => change.affectsConfiguration('switchyard.mcpRegistry.servePort') && start(),
    ),
  );
}
