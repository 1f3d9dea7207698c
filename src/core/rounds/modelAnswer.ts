import { isRecord, type Json } from '../support/json';
import { utf8Bytes, utf8Prefix } from '../support/utf8';
import { MAX_ANSWER_BYTES, MAX_ANSWER_CALLS } from './answerLimit';
import type { ModelPart, ModelUsage } from './modelPort';
import type { RoundEvent } from './roundEvent';
import type { RoundCall, RoundMessage } from './roundMessage';

/** An answer of a model, while it comes in. */
export class ModelAnswer {
  readonly #emit: (event: RoundEvent) => void;
  #open: 'text' | 'reasoning' | undefined;
  #text = '';
  #reasoning = '';
  readonly #calls: RoundCall[] = [];
  /** IDs of calls whose arguments are no JSON object. */
  readonly unreadable = new Set<string>();
  #usage: ModelUsage | undefined;
  #cut: 'length' | 'content_filter' | undefined;
  #characters = 0;
  #bytes = 0;
  #isFull = false;

  constructor(emit: (event: RoundEvent) => void) {
    this.#emit = emit;
  }

  get usage(): ModelUsage | undefined {
    return this.#usage;
  }

  get cut(): 'length' | 'content_filter' | undefined {
    return this.#isFull ? 'length' : this.#cut;
  }

  /** Nothing more is taken of it: the model is not to be listened to any longer. */
  get isFull(): boolean {
    return this.#isFull;
  }

  get characters(): number {
    return this.#characters;
  }

  /** What it said so far; undefined where that is nothing. Calls of an answer that is cut off at our limit are left out: more may be missing. */
  get message(): RoundMessage | undefined {
    const reasoning = this.#reasoning === '' ? {} : { reasoning: this.#reasoning };
    if (this.#calls.length > 0 && !this.#isFull) {
      const content = this.#text === '' ? {} : { content: this.#text };
      return { role: 'tool_request', ...content, ...reasoning, tool_calls: [...this.#calls] };
    }
    if (this.#text === '' && this.#reasoning === '') return undefined;
    return { role: 'assistant', content: this.#text, ...reasoning };
  }

  take(part: ModelPart, knownIds: ReadonlySet<string>): void {
    if (this.#isFull) return;
    switch (part.type) {
      case 'text':
      case 'reasoning':
        return this.#say(part.type, part.text);
      case 'call':
        return this.#call(part, knownIds);
      case 'usage':
        this.#usage = part.usage;
        return;
      case 'cut':
        this.#cut = part.by;
        return;
    }
  }

  /** Ends what was being said. */
  close(): void {
    if (this.#open === undefined) return;
    this.#emit({ type: `${this.#open}.done` });
    this.#open = undefined;
  }

  #say(kind: 'text' | 'reasoning', said: string): void {
    const delta = this.#fitting(said);
    if (delta === '') return;
    if (this.#open !== kind) {
      this.close();
      this.#open = kind;
      this.#emit({ type: `${kind}.start` });
    }
    if (kind === 'text') this.#text += delta;
    else this.#reasoning += delta;
    this.#characters += delta.length;
    this.#emit({ type: `${kind}.delta`, delta });
  }

  /** As much of a text as there is room for. */
  #fitting(text: string): string {
    const room = MAX_ANSWER_BYTES - this.#bytes;
    const bytes = utf8Bytes(text);
    this.#bytes += bytes;
    this.#isFull = bytes > room;
    return this.#isFull ? utf8Prefix(text, room) : text;
  }

  #call(
    { id: given, name, json, extra }: Extract<ModelPart, { type: 'call' }>,
    knownIds: ReadonlySet<string>,
  ): void {
    this.close();
    // Some models count from the start in each answer: one ID stands for one call.
    const taken = (id: string): boolean => knownIds.has(id) || this.#calls.some(call => call.id === id);
    let id = given;
    for (let i = 2; taken(id); i += 1) id = `${given}_${i}`;
    this.#characters += name.length + json.length;
    this.#bytes +=
      utf8Bytes(given) + utf8Bytes(name) + utf8Bytes(json) + utf8Bytes(JSON.stringify(extra ?? ''));
    this.#isFull ||= this.#bytes > MAX_ANSWER_BYTES || this.#calls.length === MAX_ANSWER_CALLS;
    if (this.#isFull) return;
    // Where the answer was cut off, there may have been more than nothing.
    const read = this.#cut !== undefined && json === '' ? undefined : objectIn(json);
    if (read === undefined) this.unreadable.add(id);
    const more = extra === undefined ? {} : { extra_content: extra };
    this.#calls.push({ id, name, arguments: read ?? {}, ...more });
  }
}

/** The arguments of a call; none at all are an empty object, and so is `null`, which some models write where a tool takes none. */
function objectIn(json: string): Readonly<Record<string, Json>> | undefined {
  if (['', 'null'].includes(json.trim())) return {};
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) && !Array.isArray(value) ? (value as Readonly<Record<string, Json>>) : undefined;
  } catch {
    return undefined;
  }
}
