import * as vscode from 'vscode';
import { numberSetting } from '../settings/setting';
import type { RuntimeHost } from './runtimeHost';

/** Starts the runtime with the window where the user has their servers served: other programs may ask for them at any time. */
export function serveFromTheStart(host: Pick<RuntimeHost, 'runtime'>): void {
  if (numberSetting('mcpRegistry.servePort') === 0 || !vscode.workspace.isTrusted) return;
  host.runtime().catch(() => undefined); // The host tells of a failed start.
}
