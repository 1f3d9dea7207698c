import * as vscode from 'vscode';
import type { Session } from '../../core/gateway/sessions/sessions';
import type { Runtime } from '../host/runtime';
import { withProgress } from '../questions/withProgress';

/** Switches a server on for a session, with progress and a way out: a first start may download for a minute. */
export async function activateWithProgress(
  { core }: Runtime,
  session: Session,
  server: string,
): Promise<void> {
  await withProgress(vscode.l10n.t('Starting "{0}"…', server), async signal => {
    await core.gateway.activateFor(session, server, signal);
  });
}
