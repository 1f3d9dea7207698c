import * as vscode from 'vscode';
import type { Session } from '../../core/gateway/sessions';
import type { Runtime } from '../runtime';

/** Switches a server on for a session, with progress and a way out: a first start may download for a minute. */
export async function activateWithProgress(
  { core }: Runtime,
  session: Session,
  server: string,
): Promise<void> {
  await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Starting "{0}"…', server),
      cancellable: true,
    },
    async (_progress, token) => {
      const abort = new AbortController();
      const cancelled = token.onCancellationRequested(() => abort.abort());
      try {
        await core.gateway.activateFor(session, server, abort.signal);
      } catch (error) {
        // Leaving is no failure.
        if (!abort.signal.aborted) throw error;
      } finally {
        cancelled.dispose();
      }
    },
  );
}
