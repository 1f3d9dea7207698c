import { stem } from '../entry/stem';

/** Actions that are asked for or done, by number, each with how surely. */
export type Actions = ReadonlyMap<number, number>;

/**
 * What people do with things, in the words that ask for it: whoever says "note" or "retenir" may want a tool that is called `create`. Only
 * ordinary verbs in both languages, none of them with a server in mind.
 */
export class ActionWords {
  readonly #byStem = new Map<string, Set<number>>();

  /** @param groups the words of each action, apart by spaces */
  constructor(groups: readonly string[]) {
    for (const [action, words] of groups.entries())
      for (const word of words.split(' ')) {
        const part = stem(word);
        this.#byStem.set(part, (this.#byStem.get(part) ?? new Set()).add(action));
      }
  }

  /** The actions that words ask for: a word of two actions speaks for each of them by half. */
  in(words: readonly string[]): Actions {
    const found = new Map<number, number>();
    for (const word of words) {
      const actions = this.#byStem.get(stem(word)) ?? new Set();
      for (const action of actions) found.set(action, Math.max(found.get(action) ?? 0, 1 / actions.size));
    }
    return found;
  }
}
