import { stripVTControlCharacters } from 'node:util';
import { Redactor } from '../../core/support/redactor';
import { oneLine } from '../../core/catalog/plainText';

/** What is kept of a server's stderr, and what is shown of it, in characters. */
const KEPT = 4_000;
const SHOWN = 500;

/** The end of what a server wrote to stderr, fit to be shown: secrets masked, control characters gone. */
export class LastWords {
  readonly #redactor = new Redactor();
  #tail = '';

  /** `secrets`: values we gave the server, which must not come back in an error text. */
  constructor(secrets: readonly string[]) {
    for (const secret of secrets) this.#redactor.add(secret);
  }

  push(text: string): void {
    this.#tail = (this.#tail + text).slice(-KEPT);
  }

  /** The last lines in one line; empty when nothing was said. */
  get text(): string {
    return oneLine(this.#redactor.text(stripVTControlCharacters(this.#tail)).trim().slice(-SHOWN), SHOWN);
  }
}
