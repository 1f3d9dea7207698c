import { oneLine } from '../catalog/entry/plainText';
import type { Json } from '../support/json';
import type { RoundImage } from './roundImage';

/** A call that a model made. The names are those of the protocol: messages go back to the client as they are. */
export interface RoundCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, Json>>;
  /** What the model's provider wants to see again with the call, such as a signature; nobody else reads it. */
  readonly extra_content?: Json;
}

/** What came of a call, as the model reads it. */
export interface RoundAnswer {
  readonly tool_call_id: string;
  readonly tool_name: string;
  readonly content: string;
}

/** One message of a round's history. */
export type RoundMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string; readonly images?: readonly RoundImage[] }
  | { readonly role: 'assistant'; readonly content: string; readonly reasoning?: string }
  | {
      readonly role: 'tool_request';
      readonly content?: string;
      readonly reasoning?: string;
      readonly tool_calls: readonly RoundCall[];
    }
  | { readonly role: 'tool_response'; readonly tool_calls: readonly RoundAnswer[] };

/** Calls of the last request that have no answer yet, in their order. */
export function openCalls(messages: readonly RoundMessage[]): readonly RoundCall[] {
  const at = messages.findLastIndex(({ role }) => role === 'tool_request');
  const request = messages[at];
  if (request?.role !== 'tool_request') return [];
  const later = messages.slice(at + 1);
  if (later.some(({ role }) => role !== 'tool_response')) return [];
  const answered = new Set(later.flatMap(idsAnswered));
  return request.tool_calls.filter(({ id }) => !answered.has(id));
}

/** What is wrong with a history, as a sentence; undefined where it can be gone on with. */
export function historyProblem(messages: readonly RoundMessage[]): string | undefined {
  let open = new Set<string>();
  const seen = new Set<string>();
  for (const [i, message] of messages.entries()) {
    if (message.role === 'tool_request') {
      for (const { id } of message.tool_calls) {
        if (seen.has(id)) return `messages[${i}]: the tool call ID "${oneLine(id, 64)}" is used twice.`;
        seen.add(id);
      }
      if (open.size > 0) return unanswered(open);
      open = new Set(message.tool_calls.map(({ id }) => id));
    } else if (message.role === 'tool_response') {
      for (const id of idsAnswered(message))
        if (!open.delete(id))
          return `messages[${i}]: no tool_request before it has the call "${oneLine(id, 64)}".`;
    } else if (open.size > 0) return unanswered(open);
  }
  return undefined; // What is open at the end may be answered by a server of the round.
}

function idsAnswered(message: RoundMessage): readonly string[] {
  return message.role === 'tool_response' ? message.tool_calls.map(({ tool_call_id: id }) => id) : [];
}

function unanswered(open: ReadonlySet<string>): string {
  return `The tool call "${oneLine([...open][0] ?? '', 64)}" has no tool_response.`;
}
