import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { Refusal } from '../../core/support/refusal';
import { editorWording } from '../words/editorWording';
import { refusalWords } from '../words/refusalWords';

/**
 * The text without links: VS Code makes them of `[text](command:…)` in notifications, in progress and below input boxes, also in what
 * agents and servers wrote.
 */
export function inert(text: string): string {
  return text.replaceAll('](', '] (');
}

/**
 * Says something in a notification and goes on: whoever ran the command does not wait until a person has closed it.
 * `offer`: a button and what it does; where that fails, the person is told too.
 */
export function notify(
  level: 'info' | 'warning' | 'error',
  text: string,
  offer?: { readonly label: string; readonly run: () => unknown },
): void {
  const show = {
    info: vscode.window.showInformationMessage,
    warning: vscode.window.showWarningMessage,
    error: vscode.window.showErrorMessage,
  }[level];
  const buttons = offer === undefined ? [] : [offer.label];
  // Resolves when the notification is closed, which may be never; it does not reject.
  void show(inert(text), ...buttons).then(async answer => {
    if (offer === undefined || answer !== offer.label) return;
    try {
      await offer.run();
    } catch (error) {
      const reason = Refusal.is(error) ? refusalWords(error, editorWording()) : String(error);
      notify('error', vscode.l10n.t('Switchyard, {0}: {1}', offer.label, oneLine(reason, 300)));
    }
  });
}
