import * as vscode from 'vscode';
import type { FileChange } from '../../core/snapshots/snapshot';
import { notify } from '../questions/notify';
import { pickTask } from '../picks/pickTask';
import { restWords, showDiffs, type Sides } from '../questions/showDiffs';
import { untilLeft, withProgress } from '../questions/withProgress';
import { workspaceFile } from '../catalog/workspaceFile';
import { snapshotUri } from '../workflow/snapshotDocuments';
import { defineCommand } from './defineCommand';

export const compareWithNow = defineCommand({
  id: 'switchyard.compareWithNow',
  async run({ host }, argument) {
    const task = await pickTask(await host.runtime(), argument, {
      title: vscode.l10n.t('Compare Task with Now'),
      suits: ({ completion }) => completion !== null,
      empty: vscode.l10n.t('No task has been completed yet.'),
    });
    if (!task) return;
    const changes = [...(task.completion?.account.own ?? []), ...(task.completion?.account.shared ?? [])];
    if (changes.length === 0) return notify('info', vscode.l10n.t('"{0}" changed no files.', task.name));
    await withProgress(vscode.l10n.t('Opening the changes…'), async signal => {
      const sides = await Promise.all(changes.map(async change => await sidesOf(task.id, change)));
      const found = sides.flat();
      if (found.length === 0)
        return notify('info', vscode.l10n.t('The files that "{0}" deleted are still gone.', task.name));
      const title = vscode.l10n.t('"{0}" ↔ Now', task.name);
      await untilLeft(showDiffs(title, found), signal);
      for (const words of restWords(found.length)) notify('info', words);
    });
  },
});

/** Nothing for a file that the task deleted and nobody wrote again. */
async function sidesOf(task: string, { path, status }: FileChange): Promise<readonly Sides[]> {
  const after = snapshotUri(task, path, 'after');
  const now = workspaceFile(path);
  if (now === undefined) return [];
  const isThere = await vscode.workspace.fs.stat(now).then(
    () => true,
    () => false,
  );
  return status === 'deleted' && !isThere ? [] : [[now, after, isThere ? now : undefined]];
}
