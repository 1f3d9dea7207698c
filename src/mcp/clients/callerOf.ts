import type { Caller } from '../../core/gateway/sessions/sessions';
import { sessionId } from '../../shared/ids';

/** Longest id of a chat that a host may send; VS Code's and Codex's are UUIDs. */
const MAX_SESSION_LENGTH = 200;

/** Where hosts name the chat of a call in its metadata; what is between a host and us is not passed on to servers. */
const CONVERSATION = 'vscode.conversationId';
const THREAD = 'threadId';

/** Whether a call comes from a chat of VS Code, or of what is made of it. */
export function isVsCode(meta: Readonly<Record<string, unknown>> | undefined): boolean {
  return named(meta?.[CONVERSATION]) !== undefined;
}

/** Whether metadata under this key is between the host and us. */
export function isOurMeta(key: string): boolean {
  return key === THREAD || key.startsWith('vscode.');
}

/**
 * Whose call it is: the chat that the host names, else the connection itself. VS Code's chats go on over other
 * connections; a thread, as Codex names it, ends with its own. `user`: who signed in, at an endpoint for many people.
 */
export function callerOf(
  meta: Readonly<Record<string, unknown>> | undefined,
  connection: string,
  host: string,
  user?: string,
): Caller {
  const conversation = named(meta?.[CONVERSATION]);
  const session = conversation ?? named(meta?.[THREAD]) ?? connection;
  return {
    session: sessionId(session),
    isConversation: conversation !== undefined,
    connection,
    host,
    ...(user === undefined ? {} : { user }),
  };
}

function named(id: unknown): string | undefined {
  return typeof id === 'string' && id !== '' && id.length <= MAX_SESSION_LENGTH ? id : undefined;
}
