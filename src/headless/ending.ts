import { writeSync } from 'node:fs';
import { constants } from 'node:os';
import type { Redactor } from '../core/support/redactor';
import { bugText } from './bugText';

/** Servers are gone after 3 s, and what is to be recorded takes no longer either (chosen here: clients wait 10 s or less). */
const END_WITHIN_MS = 10_000;

/** A timer that never rings, far below what one can be set to. */
const NEVER_MS = 2 ** 30;

/** The usual reason, for which nobody is to blame. */
export const CLIENT_GONE = 'its client has gone.';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How the program ends: it stays until somebody says why, each end has a sentence and a code, and none takes for ever. */
export class Ending {
  readonly #ended = new AbortController();
  readonly #redactor: Redactor;
  readonly #heard = new Set<string>();
  #reason: string | undefined;
  #code = 0;
  #withinMs = END_WITHIN_MS;
  #isServing = false;
  #isExplained = false;

  /** Holds the event loop from here on: whatever a start waits for, it may be nothing that keeps a program alive. */
  constructor(redactor: Redactor) {
    this.#redactor = redactor;
    setInterval(() => undefined, NEVER_MS);
    process.on('exit', code => this.#explain(code));
    process.on('uncaughtException', error => this.#fail(error));
    process.on('unhandledRejection', error => this.#fail(error));
    for (const signal of SIGNALS) process.on(signal, () => this.#heed(signal));
    process.stderr.on('error', () => undefined); // Nobody reads the log any more: that ends nothing.
  }

  /** Fires when the program is to end. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** From here on there is something to be ended in order: clients that are answered, servers, a sign-in. */
  serves(): void {
    this.#isServing = true;
  }

  /** Gives what runs this much longer, in milliseconds. */
  allow(ms: number): void {
    this.#withinMs = END_WITHIN_MS + ms;
  }

  /** Begins an orderly end, for the reason of whoever says one first. */
  begin(reason: string): void {
    if (this.#ended.signal.aborted) return;
    this.#reason = reason;
    this.#ended.abort();
    setTimeout(
      () =>
        this.now(1, `Switchyard was stopped: shutdown did not finish within ${this.#withinMs / 1_000} s.`),
      this.#withinMs,
    );
  }

  /** Everything is done. */
  done(): never {
    this.now(this.#code, this.#reason === undefined ? undefined : `Switchyard ended: ${this.#reason}`);
  }

  /** Ends at once. Without a sentence where what was printed says enough. */
  now(code: number, sentence?: string): never {
    if (sentence !== undefined) say(sentence);
    this.#isExplained = true;
    process.exit(code);
  }

  /** Ends at once by an error that nobody expected. */
  failed(error: unknown): never {
    this.now(1, `Switchyard ended because of an error. ${bugText(error, this.#redactor)}`);
  }

  /**
   * In order once it serves; before that, and the second time, at once. One that comes while it ends anyway, as from a client that
   * closed stdin first, changes nothing.
   */
  #heed(signal: (typeof SIGNALS)[number]): void {
    const isFirst = !this.#heard.has(signal);
    this.#heard.add(signal);
    if (this.#isServing && isFirst) {
      this.begin(`${signal} came.`);
      return;
    }
    const when = this.#isServing ? 'came again' : 'came before Switchyard could serve';
    this.now(128 + constants.signals[signal], `Switchyard was stopped: ${signal} ${when}.`);
  }

  /** Servers are still stopped: what is left of the program can do that much. */
  #fail(error: unknown): void {
    if (!this.#isServing) this.failed(error);
    this.#code = 1;
    say(`Uncaught error. ${bugText(error, this.#redactor)}`);
    this.begin('of that error.');
  }

  /** The last net: somebody ended the process who is not this class. */
  #explain(code: number): void {
    if (this.#isExplained) return;
    say('Switchyard ended for an unknown reason. Start it again; set SWITCHYARD_DEBUG=1 for details.');
    if (code === 0) process.exitCode = 1;
  }
}

/** At once: what is written later may never be, since the process ends. */
function say(sentence: string): void {
  try {
    writeSync(2, `${sentence}\n`);
  } catch {
    // Nobody reads it, or its reader is slow: the code has to be enough.
  }
}
