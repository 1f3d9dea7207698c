import * as vscode from 'vscode';
import type { Session } from '../../core/gateway/sessions/sessions';
import { Refusal } from '../../core/support/refusal';
import type { Runtime } from '../host/runtime';
import { notify } from '../questions/notify';
import { namedSession } from './named';

/**
 * The session a person means: the one whose row they used, the only one there is, else the one they pick; undefined when
 * they leave, or where that row's chat has ended meanwhile. `hasSecondStep`: the title says that one question follows.
 * @throws {Refusal} no-session
 */
export async function pickSession(
  { core, sessionNames }: Runtime,
  argument?: unknown,
  hasSecondStep = false,
): Promise<Session | undefined> {
  const sessions = core.gateway.sessions();
  const name = namedSession(argument);
  const meant = sessions.find(({ id }) => id === name);
  if (meant) return meant;
  if (name !== undefined) {
    notify('info', vscode.l10n.t('This chat session has ended.'));
    return undefined;
  }
  if (sessions.length === 0) {
    throw new Refusal(
      'no-session',
      vscode.l10n.t('No chat to change yet. Open a chat in agent mode and send a message first.'),
    );
  }
  if (sessions.length === 1) return sessions[0];
  const picked = await vscode.window.showQuickPick(
    sessions.map(session => ({
      label: `$(comment-discussion) ${sessionNames.of(session)}`,
      description: [...session.activations.keys()].join(', '),
      session,
    })),
    {
      title: vscode.l10n.t('Chat Session') + (hasSecondStep ? ' (1/2)' : ''),
      placeHolder: vscode.l10n.t('Select the chat session to change'),
    },
  );
  return picked?.session;
}
