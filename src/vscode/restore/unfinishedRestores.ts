import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Log } from '../../core/support/log';
import type { Workflows } from '../../core/workflow/workflows';
import { inert } from '../questions/notify';
import type { RuntimeHost } from '../host/runtimeHost';
import { fileCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';

/** Asks about restores that a crash cut short: their files are half as they were before the task and half as after. */
export function askAboutUnfinishedRestores(host: RuntimeHost, log: Log): vscode.Disposable {
  return host.onDidStart(({ core }) => {
    ask(core.workflows).catch((error: unknown) =>
      log.error('Asking about unfinished restores failed', { error: String(error) }),
    );
  });
}

async function ask(workflows: Workflows): Promise<void> {
  for (const { id, paths, task } of await workflows.unfinishedRestores()) {
    const finish = vscode.l10n.t('Finish');
    const undo = vscode.l10n.t('Undo');
    const answer = await vscode.window.showWarningMessage(
      inert(
        vscode.l10n.t(
          'Restoring {0} of "{1}" was interrupted.',
          fileCount(paths.length, editorWording()),
          oneLine(task?.name ?? '?', 80),
        ),
      ),
      finish,
      undo,
    );
    // Closed without an answer: the question comes again with the next start.
    if (answer === undefined) continue;
    const { settleRestore } = await import('./settleRestore');
    await settleRestore(workflows, { id, paths }, answer === finish ? 'finish' : 'undo');
  }
}
