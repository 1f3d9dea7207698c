import * as vscode from 'vscode';
import type { CallPrompt } from '../../core/gateway/calls/callApproval';

/**
 * Asks the person in front of the window before a tool runs. VS Code has no way to take a dialog away: one whose call was
 * cancelled stays until it is closed, and its answer counts for nothing.
 */
export const modalCall: CallPrompt = {
  async ask({ server, tool, arguments: shown, mayAllowChat, isChilds }, signal) {
    if (signal.aborted) return 'no';
    const isChild = isChilds === true;
    const once = isChild ? vscode.l10n.t('Allow Once') : vscode.l10n.t('Run Once');
    const inChat = isChild ? vscode.l10n.t('Always Allow') : vscode.l10n.t('Allow in This Chat');
    const answer = await vscode.window.showWarningMessage(
      isChild
        ? vscode.l10n.t('Allow the child agent "{1}" to do this: {0}?', tool, server)
        : vscode.l10n.t('Run the tool "{0}" of the MCP server "{1}"?', tool, server),
      { modal: true, detail: vscode.l10n.t('Arguments:\n{0}', shown) },
      ...(mayAllowChat ? [once, inChat] : [once]),
    );
    if (answer === once) return 'once';
    return answer === inChat ? 'chat' : 'no';
  },
  async askPlan({ plan, tools }, signal) {
    if (signal.aborted) return 'closed';
    const picked = await vscode.window.showQuickPick(
      tools.map(({ tool, server, exposedName, leaves }) => ({
        label: tool,
        description: server,
        detail: vscode.l10n.t('Leaves that call it: {0}', leaves),
        picked: true,
        exposedName,
      })),
      {
        title: vscode.l10n.t('Allow Tools of Plan "{0}"', plan),
        placeHolder: vscode.l10n.t('Clear the tools that must ask you at each call'),
        canPickMany: true,
        ignoreFocusOut: true,
      },
    );
    return picked === undefined ? 'closed' : picked.map(({ exposedName }) => exposedName);
  },
  adviceAfterNo: () => 'Ask the user what to do instead before you call it again.',
};
