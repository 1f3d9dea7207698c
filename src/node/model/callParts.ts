import { MAX_ANSWER_BYTES, MAX_ANSWER_CALLS } from '../../core/rounds/answerLimit';
import type { ModelPart } from '../../core/rounds/modelPort';
import { isRecord } from '../../core/support/json';

interface CallInParts {
  id: string;
  name: string;
  json: string;
}

/** Calls whose names and arguments come in parts, several at a time. */
export class CallParts {
  readonly #byPlace = new Map<number, CallInParts>();
  #last = -1;
  #characters = 0;

  /** More came than an answer may have: what comes still is not to be waited for. */
  get areTooLarge(): boolean {
    return this.#characters > MAX_ANSWER_BYTES || this.#byPlace.size > MAX_ANSWER_CALLS;
  }

  /** Takes the `tool_calls` of one chunk. */
  add(parts: readonly unknown[]): void {
    for (const part of parts) {
      if (!isRecord(part)) continue;
      const { id, index, function: said } = part;
      // Some servers give no places: a part with an ID begins the next call.
      const isNext = this.#last < 0 || (typeof id === 'string' && id !== '');
      const place = typeof index === 'number' ? index : isNext ? this.#last + 1 : this.#last;
      this.#last = place;
      const call = this.#byPlace.get(place) ?? { id: '', name: '', json: '' };
      this.#byPlace.set(place, call);
      if (typeof id === 'string' && call.id === '') call.id = id;
      const { name, arguments: json } = isRecord(said) ? said : { name: undefined, arguments: undefined };
      // The name comes once, though some repeat it.
      if (typeof name === 'string' && call.name === '') call.name = name;
      if (typeof json === 'string') {
        call.json += json;
        this.#characters += json.length;
      }
      if (isRecord(json)) call.json = JSON.stringify(json);
    }
  }

  /** All of them, once no more parts come. */
  *whole(): Iterable<ModelPart> {
    for (const [place, { id, name, json }] of [...this.#byPlace].toSorted(([a], [b]) => a - b))
      yield { type: 'call', id: id === '' ? `call_${place}` : id, name, json };
  }
}
