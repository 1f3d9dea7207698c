import type { Instant } from '../support/clock';
import { isRecord } from '../support/json';

/** A repeated request is answered with what the first one did for this long, in milliseconds. */
export const ONCE_MS = 600_000;

/** Requests that are kept at most, and the UTF-16 units of what they did: the oldest go first (chosen here). */
export const MAX_KEPT = 1_000;
export const MAX_KEPT_SIZE = 8 * 1_024 * 1_024;

/** What a request with a key did. */
export interface KeptRequest<Fact> {
  readonly hash: string;
  readonly at: Instant;
  readonly facts: Fact[];
  /** Of its facts as JSON text. */
  size: number;
}

/** What the requests of the last ten minutes did, as many as there is room for, and the newest in any case. */
export class KeptRequests<Fact> {
  /** By key, oldest first. */
  readonly rows: Map<string, KeptRequest<Fact>>;
  size = 0;

  /** @param saved what `save` gave */
  constructor(saved?: unknown) {
    // What a domain saved itself, in this version: only the outline is checked.
    const given = isRecord(saved) && Array.isArray(saved['rows']) ? saved['rows'] : [];
    this.rows = new Map(given as readonly [string, KeptRequest<Fact>][]);
    for (const { size } of this.rows.values()) this.size += size;
  }

  /** What a request did, if that still counts. */
  find(key: string, at: Instant): KeptRequest<Fact> | undefined {
    const kept = this.rows.get(key);
    return kept === undefined || isOver(kept, at) ? undefined : kept;
  }

  /** Takes in one of the facts of a request. */
  add({ key, hash }: { readonly key: string; readonly hash: string }, fact: Fact, at: Instant): void {
    const size = JSON.stringify(fact).length;
    const kept = this.find(key, at);
    if (kept === undefined) {
      // An older one under the key is over. A clock that was set back may have left it behind a younger one.
      this.#drop(key);
      this.rows.set(key, { hash, at, facts: [fact], size });
    } else {
      kept.facts.push(fact);
      kept.size += size;
    }
    this.size += size;
    this.#makeRoom(key, at);
  }

  /** Whether one of the facts is such. */
  some(isSuch: (fact: Fact) => boolean): boolean {
    return [...this.rows.values()].some(({ facts }) => facts.some(isSuch));
  }

  /** Takes out of what is kept what is over: answers are left with their outline. */
  redact(at: Instant, redacted: (fact: Fact) => Fact): void {
    for (const [key, each] of this.rows) {
      if (isOver(each, at)) this.#drop(key);
      else this.#replace(each, each.facts.map(redacted));
    }
  }

  #replace(kept: KeptRequest<Fact>, facts: readonly Fact[]): void {
    if (facts.every((fact, i) => fact === kept.facts[i])) return;
    const size = facts.reduce((sum, fact) => sum + JSON.stringify(fact).length, 0);
    kept.facts.splice(0, facts.length, ...facts);
    this.size += size - kept.size;
    kept.size = size;
  }

  save(): unknown {
    return { rows: [...this.rows] };
  }

  #makeRoom(newest: string, at: Instant): void {
    for (const [key, each] of this.rows) {
      const isTooMuch = this.rows.size > MAX_KEPT || this.size > MAX_KEPT_SIZE;
      if (key === newest || (!isTooMuch && !isOver(each, at))) return;
      this.#drop(key);
    }
  }

  #drop(key: string): void {
    this.size -= this.rows.get(key)?.size ?? 0;
    this.rows.delete(key);
  }
}

function isOver({ at: then }: { readonly at: Instant }, at: Instant): boolean {
  return at - then >= ONCE_MS;
}
