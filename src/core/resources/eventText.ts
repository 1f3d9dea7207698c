import type { AgentEvent } from './agentEvent';
import { serialiseForSse, sseText } from './sse';

/** Events as text: a line of JSON each, or server-sent events. Field by field the same in both. */
export function eventText(events: readonly AgentEvent[], format: 'jsonlines' | 'sse'): string {
  if (format === 'jsonlines') return events.map(event => `${serialiseForSse(event)}\n`).join('');
  return sseText(
    events.map(event => ({ id: String(event.seq), event: event.kind, data: serialiseForSse(event) })),
  );
}
