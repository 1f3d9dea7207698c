import * as vscode from 'vscode';
import { isForALook } from '../../shared/explorer/messages';
import { roundUri } from '../documents/roundDocument';
import { pickRound } from '../picks/pickRound';
import { defineCommand } from './defineCommand';

export const openRound = defineCommand({
  id: 'switchyard.openRound',
  async run({ host }, argument) {
    const round = await pickRound(await host.runtime(), argument, {
      title: vscode.l10n.t('Open LLM Round'),
      suits: () => true,
      empty: vscode.l10n.t('No LLM rounds yet. Start one with "Run LLM Round…".'),
    });
    if (round) await showRound(round.id, isForALook(argument));
  },
});

/** Shows a round in the editor. `preserveFocus`: the keyboard stays where it is. */
export async function showRound(id: string, preserveFocus = false): Promise<void> {
  const document = await vscode.workspace.openTextDocument(roundUri(id));
  await vscode.window.showTextDocument(document, { preview: true, preserveFocus });
}
