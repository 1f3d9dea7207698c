import { historyOf, type KeptResponse, type Remembered } from '../../core/rounds/roundMemory';
import type { RoundMessage } from '../../core/rounds/roundMessage';
import { canonicalJson } from '../../core/support/json';
import type { InputItem, ItemReference } from './inputItems';
import { placeOf } from './itemIds';
import { APPROVAL, MCP_CALL } from './responseItem';

/** Finds items of responses that are kept by their IDs: some clients send no more of them than that. */
export class KnownItems {
  readonly #kept: Remembered;
  /** Responses that the same input has other items of: IDs of calls are the model's, which may give one twice. */
  readonly #named: readonly string[];
  /** Answers whose texts were given: one that came in several items is whole in the first. */
  readonly #given = new Set<string>();

  constructor(kept: Remembered, references: readonly ItemReference[]) {
    this.#kept = kept;
    this.#named = references.flatMap(({ id }) => placeOf(id)?.response ?? []);
  }

  /** What it stands for: an item, or nothing that a model has to read again; undefined where it is not known. */
  find(id: string): readonly InputItem[] | undefined {
    const place = placeOf(id);
    if (place === undefined) return this.#call(id);
    const { kind, response, answer } = place;
    const kept = this.#kept.responses.get(response);
    if (kept?.sent === undefined) return undefined;
    if (kind === 'mcpl') return [];
    const said = saidIn(kept)[answer];
    const key = `${kind} ${response} ${answer}`;
    if (said === undefined || this.#given.has(key)) return said && [];
    this.#given.add(key);
    return kind === 'rs'
      ? [{ type: 'reasoning', content: said.reasoning ?? '', encrypted_content: '' }]
      : [{ type: 'message', role: 'assistant', content: said.content ?? '' }];
  }

  /** Where two calls have the same ID, nobody can tell which is meant. */
  #call(id: string): readonly InputItem[] | undefined {
    const prefix = [MCP_CALL, APPROVAL].find(each => id.startsWith(each));
    if (prefix === undefined) return undefined;
    const inAll = (responses: Iterable<string>): readonly InputItem[] => {
      const found = [...responses].flatMap(response =>
        itemsIn(historyOf(this.#kept, response) ?? [], id, prefix),
      );
      return [...new Map(found.map(item => [canonicalJson(item), item])).values()];
    };
    const named = inAll(this.#named);
    const items = named.length > 0 ? named : inAll(this.#kept.responses.keys());
    return items.length === 1 ? items : undefined;
  }
}

/** The answers of the model in a response. */
function saidIn({ messages, sent = 0 }: KeptResponse) {
  return messages
    .slice(sent)
    .flatMap(message => (message.role === 'assistant' || message.role === 'tool_request' ? [message] : []));
}

/** A call in a history, as it was asked for, or with what it answered. */
function itemsIn(messages: readonly RoundMessage[], id: string, prefix: string): readonly InputItem[] {
  const call = id.slice(prefix.length);
  const asked = messages
    .flatMap(message => (message.role === 'tool_request' ? message.tool_calls : []))
    .find(each => each.id === call);
  if (asked === undefined) return [];
  const item = { id, name: asked.name, arguments: asked.arguments };
  if (prefix === APPROVAL) return [{ type: 'mcp_approval_request', ...item }];
  const answer = messages
    .flatMap(message => (message.role === 'tool_response' ? message.tool_calls : []))
    .find(each => each.tool_call_id === call);
  return answer === undefined ? [] : [{ type: 'mcp_call', ...item, output: answer.content }];
}
