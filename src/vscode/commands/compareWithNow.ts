import * as vscode from 'vscode';
import type { FileChange } from '../../core/snapshots/snapshot';
import { FewAtATime } from '../../core/support/fewAtATime';
import { notify } from '../questions/notify';
import { pickTask } from '../picks/pickTask';
import { restWords, showDiffs, type Sides } from '../questions/showDiffs';
import { untilLeft, withProgress } from '../questions/withProgress';
import { workspaceFile } from '../catalog/workspaceFile';
import { snapshotBeside } from '../workflow/snapshotDocuments';
import { defineCommand } from './defineCommand';

/** Files that are read at the same time. */
const READS_AT_ONCE = 4;

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
      const reads = new FewAtATime(READS_AT_ONCE);
      const sides = await untilLeft(
        Promise.all(
          changes.map(
            async change =>
              await reads.run(async () => (signal.aborted ? [] : await sidesOf(task.id, change))),
          ),
        ),
        signal,
      );
      const found = sides?.flat();
      if (found === undefined) return;
      if (found.length === 0)
        return notify('info', vscode.l10n.t('All files are as "{0}" left them.', task.name));
      const title = vscode.l10n.t('"{0}" ↔ Now', task.name);
      await untilLeft(showDiffs(title, found), signal);
      for (const words of restWords(found.length)) notify('info', words);
    });
  },
});

/** Nothing for a file that is as the task left it. */
async function sidesOf(task: string, { path, status }: FileChange): Promise<readonly Sides[]> {
  const now = workspaceFile(path);
  if (now === undefined) return [];
  const isThere = await vscode.workspace.fs.stat(now).then(
    () => true,
    () => false,
  );
  if (status === 'deleted' && !isThere) return [];
  const after = snapshotBeside(now, task, path, 'after');
  const [was, is] = isThere ? await Promise.all([after, now].map(contentOf)) : [];
  const isAsLeft = was !== undefined && is !== undefined && Buffer.compare(was, is) === 0;
  return isAsLeft ? [] : [[now, after, isThere ? now : undefined]];
}

/** Undefined where it can't be read. */
async function contentOf(file: vscode.Uri): Promise<Uint8Array | undefined> {
  return await vscode.workspace.fs.readFile(file).then(undefined, () => undefined);
}
