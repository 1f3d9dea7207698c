import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { pickTask } from '../picks/pickTask';
import { restWords, showDiffs } from '../questions/showDiffs';
import { untilLeft, withProgress } from '../questions/withProgress';
import { diffOf } from '../workflow/snapshotDocuments';
import { defineCommand } from './defineCommand';

export const openTaskChanges = defineCommand({
  id: 'switchyard.openTaskChanges',
  async run({ host }, argument) {
    const task = await pickTask(await host.runtime(), argument, {
      title: vscode.l10n.t('Open Task Changes'),
      suits: ({ completion }) => completion !== null,
      empty: vscode.l10n.t('No task has been completed yet.'),
    });
    if (!task) return;
    const changes = [...(task.completion?.account.own ?? []), ...(task.completion?.account.shared ?? [])];
    if (changes.length === 0) return notify('info', vscode.l10n.t('"{0}" changed no files.', task.name));
    const title = vscode.l10n.t('Changes of "{0}"', task.name);
    await withProgress(vscode.l10n.t('Opening the changes…'), signal =>
      untilLeft(
        showDiffs(
          title,
          changes.map(change => diffOf(task.id, change)),
        ),
        signal,
      ),
    );
    for (const words of restWords(changes.length)) notify('info', words);
  },
});
