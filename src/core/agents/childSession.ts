import { type SessionId, sessionId } from '../../shared/ids';

const PREFIX = 'child:';

/** The session of a child agent, which no other run of the child has. */
export function childSession(child: string, run: string): SessionId {
  return sessionId(`${PREFIX}${child}:${run}`);
}

/** Whether a session is a child agent's, of this program or of one that has ended. */
export function isOfChild(session: SessionId): boolean {
  return session.startsWith(PREFIX);
}
