import type { AgentMessage } from '../../../core/agents/agentLink';
import type { LogLine } from '../model/childTypes';

/** The message that a line is; null where it is none, or was cut and is JSON no more. */
export function messageOf({ text, type }: Pick<LogLine, 'text' | 'type'>): AgentMessage | null {
  if (type === null) return null;
  try {
    return JSON.parse(text) as AgentMessage; // It was one when it was written.
  } catch {
    return null;
  }
}
