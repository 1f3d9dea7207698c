import * as vscode from 'vscode';
import { notify } from '../notify';
import { pickTask } from '../picks/pickTask';
import { withProgress } from '../withProgress';
import { defineCommand } from './defineCommand';

export const undoRestore = defineCommand({
  id: 'switchyard.undoRestore',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const task = await pickTask(runtime, argument, {
      title: vscode.l10n.t('Undo Restore'),
      suits: ({ restore }) => restore !== null,
      empty: vscode.l10n.t('No restore to undo.'),
    });
    if (!task) return;
    const done = await withProgress(vscode.l10n.t('Undoing the restore…'), signal =>
      // Files that were changed since stay as they are: an undo loses nothing.
      runtime.core.workflows.undoRestore(task.id, new Map(), signal),
    );
    if (done) {
      notify('info', vscode.l10n.t('Undone: {0} files.', done.written.length + done.deleted.length));
    }
  },
});
