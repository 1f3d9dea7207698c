import * as vscode from 'vscode';

/** What is kept where a person gives no reason. An agent reads it, so it is in the record's language. */
const NO_REASON = 'Ended by the user.';

/** Why a person ends a task or a workflow, to be kept with it; undefined when they leave. */
export async function askEndReason(title: string): Promise<string | undefined> {
  const said = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Saved as its summary. An agent working on it is notified with its next call.'),
    placeHolder: vscode.l10n.t('Reason (optional)'),
    ignoreFocusOut: true, // What a person has typed is not lost to a glance elsewhere.
  });
  return said === undefined ? undefined : said.trim() || NO_REASON;
}
