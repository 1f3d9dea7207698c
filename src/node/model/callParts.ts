import { MAX_ANSWER_BYTES, MAX_ANSWER_CALLS } from '../../core/rounds/answerLimit';
import type { ModelPart } from '../../core/rounds/modelPort';
import { isRecord, type Json } from '../../core/support/json';

interface CallInParts {
  readonly place: number;
  id: string;
  name: string;
  json: string;
  extra?: Json;
}

/** Calls whose names and arguments come in parts, several at a time. */
export class CallParts {
  readonly #calls: CallInParts[] = [];
  #last: CallInParts | undefined;
  #characters = 0;

  /** More came than an answer may have: what comes still is not to be waited for. */
  get areTooLarge(): boolean {
    return this.#characters > MAX_ANSWER_BYTES || this.#calls.length > MAX_ANSWER_CALLS;
  }

  /** Takes the `tool_calls` of one chunk. */
  add(parts: readonly unknown[]): void {
    for (const part of parts) {
      if (!isRecord(part)) continue;
      const { name, arguments: json } = isRecord(part['function'])
        ? part['function']
        : { name: undefined, arguments: undefined };
      const id = textOf(part['id']);
      const call = this.#callOf(id, part['index'], textOf(name) !== '');
      this.#last = call;
      if (call.id === '') call.id = id;
      // Gemini refuses a call that comes back without its signature.
      if (isRecord(part['extra_content'])) call.extra = part['extra_content'] as Json;
      // The name comes once, though some repeat it.
      if (call.name === '') call.name = textOf(name);
      if (typeof json === 'string') {
        call.json += json;
        this.#characters += json.length;
      }
      if (isRecord(json)) call.json = JSON.stringify(json);
    }
  }

  /**
   * The call that a part belongs to. Some servers give no places: a part with an ID begins the next call. Some give each call the same, or no IDs either: a
   * name after whole arguments begins the next one then.
   */
  #callOf(id: string, index: unknown, isNamed: boolean): CallInParts {
    const known =
      typeof index === 'number' ? this.#calls.findLast(({ place }) => place === index) : this.#last;
    const isOther =
      typeof index === 'number' ? isNamed && known?.id !== '' && known?.id !== id : known !== undefined;
    const isNext = id === '' && isNamed && known?.id === '' && isWhole(known.json);
    if (known !== undefined && !isNext && (id === '' || !isOther)) return known;
    const place = typeof index === 'number' ? index : (this.#last?.place ?? -1) + 1;
    const next = { place, id: '', name: '', json: '' };
    this.#calls.push(next);
    return next;
  }

  /** All of them, once no more parts come. */
  *whole(): Iterable<ModelPart> {
    for (const { place, id, ...call } of this.#calls.toSorted((a, b) => a.place - b.place))
      yield { type: 'call', id: id === '' ? `call_${place}` : id, ...call };
  }
}

/** Whether arguments are all there: parts of them are no JSON. */
function isWhole(json: string): boolean {
  try {
    return isRecord(JSON.parse(json));
  } catch {
    return false;
  }
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : '';
}
