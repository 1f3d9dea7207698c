import * as vscode from 'vscode';
import { notify } from '../questions/notify';

/** Tells what counts after the window has been reloaded, with a button that does it. */
export function offerReload(text: string): void {
  notify('info', text, {
    label: vscode.l10n.t('Reload Window'),
    run: () => vscode.commands.executeCommand('workbench.action.reloadWindow'),
  });
}
