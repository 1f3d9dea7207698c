import * as vscode from 'vscode';
import { isRecord } from '../core/support/json';
import { notify } from './notify';
import type { RuntimeHost } from './runtimeHost';

/** Tools that a notification names at most. */
const NAMED = 3;

/** Tells a person which tools are withheld, with the way to look at them. */
export function registerWithheldNotes(host: RuntimeHost): vscode.Disposable {
  const owned: vscode.Disposable[] = [];
  owned.push(
    host.onDidStart(({ core }) => {
      owned.push(
        core.bus.subscribe(({ kind, payload }) => {
          if (kind === 'toolsWithheld' && isRecord(payload)) tell(payload['tools']);
        }),
      );
    }),
  );
  return { dispose: () => vscode.Disposable.from(...owned).dispose() };
}

function tell(tools: unknown): void {
  const names = (Array.isArray(tools) ? tools : []).map(String);
  const more = names.length > NAMED ? ', …' : '';
  const text = vscode.l10n.t(
    'Withheld from agents until you look at them: {0}.',
    names.slice(0, NAMED).join(', ') + more,
  );
  notify('warning', text, {
    label: vscode.l10n.t('Review Tools…'),
    run: () => vscode.commands.executeCommand('switchyard.reviewTools'),
  });
}
