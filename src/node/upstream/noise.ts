import type { Log } from '../../core/support/log';
import type { Redactor } from '../../core/support/redactor';
import { LastWords } from './lastWords';

/** What a server writes on stdout that is no message: kept for the day it fails, and counted. */
export class Noise {
  readonly #server: string;
  readonly #log: Log;
  readonly #words: LastWords;
  #lines = 0;

  constructor(server: string, secrets: Redactor, log: Log) {
    this.#server = server;
    this.#log = log;
    this.#words = new LastWords(secrets);
  }

  /** Told at the 1st, 10th, 100th… line: a server that never stops does not fill the log. Not what it says, which may be anything. */
  push(line: string): void {
    this.#words.push(`${line}\n`);
    this.#lines++;
    if (!Number.isInteger(Math.log10(this.#lines))) return;
    this.#log.info('A server writes what is no message on stdout', {
      server: this.#server,
      lines: this.#lines,
    });
  }

  /** The end of it in one line, fit to be shown. */
  get text(): string {
    return this.#words.text;
  }
}
