import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { journalWords } from '../words/journalWords';
import { editorWording } from '../words/editorWording';
import { untilLeft, withProgress } from '../questions/withProgress';
import { defineCommand } from './defineCommand';

export const compactJournal = defineCommand({
  id: 'switchyard.compactJournal',
  async run({ host }) {
    const { core } = await host.runtime();
    const yes = vscode.l10n.t('Compact');
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t('Compact the journal of this workspace?'),
      {
        modal: true,
        detail: [
          journalWords(await core.journal.figures(), editorWording()),
          vscode.l10n.t(
            'Replaced and deleted values are permanently removed from the file. Workflows, tasks, and shared state are kept.',
          ),
        ].join('\n\n'),
      },
      yes,
    );
    if (answer !== yes) return;
    const after = await withProgress(vscode.l10n.t('Compacting the journal…'), async signal => {
      await untilLeft(core.journal.compact(), signal);
      return await core.journal.figures();
    });
    if (after === undefined) return;
    notify('info', journalWords(after, editorWording()));
  },
});
