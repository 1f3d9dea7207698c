import * as vscode from 'vscode';
import type { Session } from '../../core/gateway/sessions/sessions';
import { formatsOf } from './formats';

/** No stable API gives a chat's title, so a session goes by when it began. */
export function sessionName(session: Pick<Session, 'startedAt' | 'isConversation' | 'host'>): string {
  const at = formatsOf(vscode.env.language).time.format(session.startedAt);
  return session.isConversation ? vscode.l10n.t('Chat, {0}', at) : `${session.host}, ${at}`;
}
