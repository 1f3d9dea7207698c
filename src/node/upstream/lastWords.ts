import { stripVTControlCharacters } from 'node:util';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Redactor } from '../../core/support/redactor';

/** What is kept of what a server writes, and what is shown of it, in characters. */
const KEPT = 65_536;
const SHOWN = 500;

/** The end of what a server wrote for people, fit to be shown: secrets masked, control characters gone. */
export class LastWords {
  readonly #secrets: Redactor;
  #tail = '';
  #isCut = false;

  /** `secrets`: values we gave the server, which must not come back in an error text. */
  constructor(secrets: Redactor) {
    this.#secrets = secrets;
  }

  push(text: string): void {
    const all = this.#tail + text;
    this.#isCut ||= all.length > KEPT;
    this.#tail = all.slice(-KEPT);
  }

  /** The last lines in one line; empty when nothing was said. */
  get text(): string {
    // The cut may have left the end of a secret, which nobody would know for one.
    const whole = this.#isCut ? this.#tail.slice(this.#secrets.longest) : this.#tail;
    const plain = this.#secrets.text(stripVTControlCharacters(whole)).trim();
    // A mark where it is cut, also for whoever knows more secrets than these.
    return plain.length <= SHOWN ? oneLine(plain, SHOWN) : oneLine(`…${plain.slice(-SHOWN)}`, SHOWN + 1);
  }
}
