import * as vscode from 'vscode';
import type { RoundPerson } from '../../core/rounds/roundPerson';
import { oneLine } from '../../core/catalog/entry/plainText';
import { shownArguments } from '../../core/gateway/calls/shownArguments';

/** Asks the person in front of the window. A question whose round has ended stays until it is closed; its answer counts for nothing. */
export const modalRound: RoundPerson = {
  async ask({ server_label: server, name, arguments: input }, signal) {
    if (signal.aborted) return 'no';
    const once = vscode.l10n.t('Run Once');
    const inRound = vscode.l10n.t('Allow in This Round');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Run the tool "{0}" of the MCP server "{1}"?', oneLine(name, 80), oneLine(server, 80)),
      {
        modal: true,
        // A model wrote them: nothing in them may be unseen, and what is cut off is told.
        detail: vscode.l10n.t('A model calls it in an LLM round. Arguments:\n{0}', shownArguments(input)),
      },
      once,
      inRound,
    );
    if (answer === once) return 'once';
    return answer === inRound ? 'round' : 'no';
  },
};
