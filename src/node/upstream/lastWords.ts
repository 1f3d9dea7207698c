import { stripVTControlCharacters } from 'node:util';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Redactor } from '../../core/support/redactor';

/** What is kept of what a server writes, and what is shown of it, in characters. */
const KEPT = 65_536;
const SHOWN = 500;
/** So many of these are from the beginning: a program that prints its usage gives the reason before it. */
const SHOWN_FIRST = 200;

/** Lines that say where in its code a program ended, of Node, Java, or .NET: the reason stands before them, too far away to be shown. */
const FRAMES = /^[ \t]+at (?:[^(\n]*\(.*\)|.*:(?:line )?\d+)(?: \{)?$|^Node\.js v\d\S*$/gm;
/** The same of Go, to the end. */
const GO_FRAMES = /^goroutine \d+ \[[^\]\n]+\]:$[^]*/m;

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

  /** The last lines in one line, and the first where there are many; empty when nothing was said. */
  get text(): string {
    // The cut may have left the end of a secret, which nobody would know for one.
    const whole = this.#isCut ? this.#tail.slice(this.#secrets.longest) : this.#tail;
    const said = this.#secrets.text(stripVTControlCharacters(whole));
    const plain = said.replaceAll(FRAMES, '').replace(GO_FRAMES, '').trim();
    if (plain.length <= SHOWN) return oneLine(plain, SHOWN);
    // A mark where it is cut, also for whoever knows more secrets than these.
    const first = this.#isCut ? '' : plain.slice(0, SHOWN_FIRST);
    return oneLine(`${first}…${plain.slice(first.length - SHOWN)}`, SHOWN + 1);
  }
}
