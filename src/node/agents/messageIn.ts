import type { AgentMessage } from '../../core/agents/agentLink';
import { isRecord } from '../../core/support/json';
import { isTooDeep } from '../lines/nesting';

/** The message that a line of JSON lines is: an object with a `type`. Never throws: whatever a program writes is data. */
export function messageIn(line: string): AgentMessage | undefined {
  if (!line.startsWith('{')) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return undefined; // A banner or a log line.
  }
  if (!isRecord(json) || typeof json['type'] !== 'string' || isTooDeep(json, line.length)) return undefined;
  return { ...json, type: json['type'] };
}
