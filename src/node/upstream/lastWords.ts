import { stripVTControlCharacters } from 'node:util';
import { oneLine } from '../../core/catalog/plainText';

/** What is kept of a server's stderr, and what is shown of it, in characters. */
const KEPT = 4_000;
const SHOWN = 500;

/** The end of what a server wrote to stderr, fit to be shown: secrets masked, control characters gone. */
export class LastWords {
  readonly #secrets: readonly string[];
  #tail = '';

  /** `secrets`: values we gave the server, which must not come back in an error text. */
  constructor(secrets: readonly string[]) {
    // Shorter values would mask ordinary words.
    this.#secrets = secrets.filter(secret => secret.length >= 6);
  }

  push(text: string): void {
    this.#tail = (this.#tail + text).slice(-KEPT);
  }

  /** The last lines in one line; empty when nothing was said. */
  get text(): string {
    let text = this.#tail;
    for (const secret of this.#secrets) text = text.replaceAll(secret, '•••');
    return oneLine(stripVTControlCharacters(text).trim().slice(-SHOWN), SHOWN);
  }
}
