import { isRecord, type Json } from '../support/json';
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

  constructor(emit: (event: RoundEvent) => void) {
    this.#emit = emit;
  }

  get usage(): ModelUsage | undefined {
    return this.#usage;
  }

  get cut(): 'length' | 'content_filter' | undefined {
    return this.#cut;
  }

  get characters(): number {
    return this.#characters;
  }

  /** What it said so far; undefined where that is nothing. */
  get message(): RoundMessage | undefined {
    const reasoning = this.#reasoning === '' ? {} : { reasoning: this.#reasoning };
    if (this.#calls.length > 0) {
      const content = this.#text === '' ? {} : { content: this.#text };
      return { role: 'tool_request', ...content, ...reasoning, tool_calls: [...this.#calls] };
    }
    if (this.#text === '' && this.#reasoning === '') return undefined;
    return { role: 'assistant', content: this.#text, ...reasoning };
  }

  take(part: ModelPart, knownIds: ReadonlySet<string>): void {
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

  #say(kind: 'text' | 'reasoning', delta: string): void {
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

  #call(
    { id: given, name, json }: Extract<ModelPart, { type: 'call' }>,
    knownIds: ReadonlySet<string>,
  ): void {
    this.close();
    // Some models count from the start in each answer: one ID stands for one call.
    const taken = (id: string): boolean => knownIds.has(id) || this.#calls.some(call => call.id === id);
    let id = given;
    for (let i = 2; taken(id); i += 1) id = `${given}_${i}`;
    this.#characters += name.length + json.length;
    const read = objectIn(json);
    if (read === undefined) this.unreadable.add(id);
    this.#calls.push({ id, name, arguments: read ?? {} });
  }
}

/** The arguments of a call; none at all are an empty object. */
function objectIn(json: string): Readonly<Record<string, Json>> | undefined {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) && !Array.isArray(value) ? (value as Readonly<Record<string, Json>>) : undefined;
  } catch {
    return undefined;
  }
}
