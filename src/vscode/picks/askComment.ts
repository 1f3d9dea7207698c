import * as vscode from 'vscode';

/** Asks what to tell the agent of its work. Undefined when the person leaves. */
export async function askComment(title: string, isRequired: boolean): Promise<string | undefined> {
  return await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Sent with the agent's next message."),
    placeHolder: isRequired ? '' : vscode.l10n.t('Comment (optional)'),
    ignoreFocusOut: true, // What a person has typed is not lost to a glance elsewhere.
    validateInput: text =>
      isRequired && text.trim() === '' ? vscode.l10n.t('Describe what should change.') : undefined,
  });
}
