import type { Journal } from '../journal/journal';
import { canonicalJson } from '../support/json';
import type { Sha256 } from '../support/hash';
import type { Log } from '../support/log';
import { historyOf, type KeptCall, type KeptResponse, type Remembered, roundMemory } from './roundMemory';
import type { RoundMessage } from './roundMessage';

/** What a keeper stands on. */
export interface RoundKeeperParts {
  readonly journal: Journal;
  readonly sha256: Sha256;
  readonly log: Log;
}

/**
 * Keeps in the journal what has to outlive the program. Where the journal can't be written, rounds go on without: the log says
 * so.
 */
export class RoundKeeper {
  readonly #parts: RoundKeeperParts;

  constructor(parts: RoundKeeperParts) {
    this.#parts = parts;
  }

  /** Keeps what a response adds to the one that it went on from. */
  async keep(response: Omit<KeptResponse, 'at'>): Promise<void> {
    await this.#written(this.#parts.journal.commit(roundMemory, { verb: 'keep', ...response }));
  }

  /** What is kept now. */
  async remembered(): Promise<Remembered> {
    const { journal } = this.#parts;
    await journal.freshen();
    return journal.read(roundMemory);
  }

  /** The whole history up to a response; undefined where it is not kept. */
  async historyOf(id: string): Promise<readonly RoundMessage[] | undefined> {
    return historyOf(await this.remembered(), id);
  }

  /** What stands for a call: its ID, and the history that it was made in. */
  keyOf(messages: readonly RoundMessage[], call: string): string {
    const at = messages.findLastIndex(({ role }) => role === 'tool_request');
    return this.#parts.sha256(canonicalJson([messages.slice(0, at + 1), call]));
  }

  /** Marks a call as begun. What is known of it, where it began before, in this or another program. */
  async begin(key: string): Promise<KeptCall | undefined> {
    const { journal } = this.#parts;
    const facts = await this.#written(journal.commit(roundMemory, { verb: 'begin', key }));
    return facts?.length === 0 ? journal.read(roundMemory).calls.get(key) : undefined;
  }

  async answer(key: string, content: string, isError: boolean): Promise<void> {
    await this.#written(this.#parts.journal.commit(roundMemory, { verb: 'answer', key, content, isError }));
  }

  async #written<T>(writing: Promise<T>): Promise<T | undefined> {
    try {
      return await writing;
    } catch (error) {
      this.#parts.log.warn('What an LLM round did could not be kept', {
        error: error instanceof Error ? error.name : 'unknown',
      });
      return undefined;
    }
  }
}
