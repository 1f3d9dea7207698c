import * as vscode from 'vscode';
import { isForALook } from '../../shared/explorer/messages';
import { childUri } from '../documents/childDocument';
import { pickChild } from '../picks/pickChild';
import { defineCommand } from './defineCommand';

export const openChild = defineCommand({
  id: 'switchyard.openChild',
  async run({ host }, argument) {
    const child = await pickChild(await host.runtime(), argument, {
      title: vscode.l10n.t('Open Child Agent'),
      suits: () => true,
      empty: vscode.l10n.t('No child agents yet. Agents start them with child_create.'),
    });
    if (!child) return;
    const document = await vscode.workspace.openTextDocument(childUri(child.spec.id));
    await vscode.window.showTextDocument(document, { preview: true, preserveFocus: isForALook(argument) });
  },
});
