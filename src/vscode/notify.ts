import * as vscode from 'vscode';

/**
 * Says something in a notification and goes on: whoever ran the command does not wait until a person has closed it.
 * `offer`: a button and what it does.
 */
export function notify(
  level: 'info' | 'warning' | 'error',
  text: string,
  offer?: { readonly label: string; readonly run: () => void },
): void {
  const show = {
    info: vscode.window.showInformationMessage,
    warning: vscode.window.showWarningMessage,
    error: vscode.window.showErrorMessage,
  }[level];
  const buttons = offer === undefined ? [] : [offer.label];
  // Resolves when the notification is closed, which may be never; it does not reject.
  void show(text, ...buttons).then(answer => {
    if (offer !== undefined && answer === offer.label) offer.run();
  });
}
