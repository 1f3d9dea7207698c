import * as vscode from 'vscode';
import { isRecord } from '../core/support/json';
import { notify } from './notify';
import type { RuntimeHost } from './runtimeHost';

/** Tells a person that tools of a server are withheld, with the way to look at them. */
export function registerWithheldNotes(host: RuntimeHost): vscode.Disposable {
  const owned: vscode.Disposable[] = [];
  owned.push(
    host.onDidStart(({ core }) => {
      owned.push(
        core.bus.subscribe(({ kind, payload }) => {
          if (kind === 'toolsWithheld' && isRecord(payload))
            tell(String(payload['server']), payload['tools']);
        }),
      );
    }),
  );
  return { dispose: () => vscode.Disposable.from(...owned).dispose() };
}

function tell(server: string, tools: unknown): void {
  const count = Array.isArray(tools) ? tools.length : 0;
  notify(
    'warning',
    vscode.l10n.t('Tools of "{0}" are withheld from agents until you look at them: {1}.', server, count),
    {
      label: vscode.l10n.t('Review Tools…'),
      run: () => vscode.commands.executeCommand('switchyard.reviewTools'),
    },
  );
}
