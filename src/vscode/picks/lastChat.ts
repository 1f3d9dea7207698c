import type { Gateway } from '../../core/gateway/gateway';
import type { Session } from '../../core/gateway/sessions/sessions';

/** The chat that somebody used last; where there is none, the last session of a program. LLM rounds and trials end by themselves. */
export function lastChat(gateway: Pick<Gateway, 'sessions'>): Session | undefined {
  const sessions = gateway.sessions();
  return (
    sessions.find(({ isConversation }) => isConversation) ?? sessions.find(({ host }) => !ENDING.has(host))
  );
}

/** Programs of sessions that are no chats of anybody. */
const ENDING: ReadonlySet<string> = new Set(['LLM round', 'Try Tool']);
