/** An id as agents write one. */
const ID = /^[\w.:-]{8,200}$/;

/**
 * What an agent calls the session for which it started this program over stdio, where it says so in the environment: one that is
 * resumed, or whose program was started anew, is the same session then. Over HTTP the variable says nothing of who connects.
 */
export function agentSession(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const id = environment['COPILOT_AGENT_SESSION_ID'];
  return id !== undefined && ID.test(id) ? id : undefined;
}
