/** Letters belong together when they come this close after one another. */
const PAUSE_MS = 800;

/** Finds a row by the beginning of its name, while somebody types it. */
export class TypeAhead {
  #text = '';
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Whether a name is being typed. */
  isTyping(nowMs: number): boolean {
    return this.#text !== '' && nowMs - this.#lastMs < PAUSE_MS;
  }

  /** The index of the row that is meant now, searching on from `from` and around; undefined where there is none. */
  add(letter: string, nowMs: number, labels: readonly string[], from: number): number | undefined {
    this.#text = (this.isTyping(nowMs) ? this.#text : '') + letter.toLocaleLowerCase();
    this.#lastMs = nowMs;
    // The first letter goes on to the next such row; the following ones may keep the row that is focused.
    const first = this.#text.length === 1 ? 1 : 0;
    for (let step = first; step <= labels.length; step += 1) {
      const index = (from + step) % labels.length;
      if (labels[index]?.toLocaleLowerCase().startsWith(this.#text) === true) return index;
    }
    return undefined;
  }
}
