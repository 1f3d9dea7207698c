import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';

/** How long a webview may take to say that it is there. */
const PATIENCE_MS = 8_000;

/** What is done about a webview that stays blank. */
export interface BlankRemedies {
  /** Sets its page again. */
  readonly setAgain: () => void;
  /** Puts a new webview in its place; false where it is such a new one. */
  readonly renew: () => boolean;
  /** Tells somebody. */
  readonly giveUp: () => void;
}

/**
 * A webview may stay blank for ever: its service worker could not be registered (microsoft/vscode#125993), or took control of the others
 * while the frame of this one was being made. Its page is set again; what waits for the worker never hears of that page, so next a
 * new webview takes its place, before somebody is told.
 */
export class BlankGuard implements Disposable {
  readonly #clock: Clock;
  readonly #remedies: BlankRemedies;
  #wasSetAgain = false;
  #timer: Disposable | undefined;

  constructor(clock: Clock, remedies: BlankRemedies) {
    this.#clock = clock;
    this.#remedies = remedies;
  }

  /** The page was set, or is shown again. */
  begin(): void {
    this.#timer?.dispose();
    this.#timer = this.#clock.after(PATIENCE_MS, () => this.#help());
  }

  /** The webview has spoken. */
  ready(): void {
    this.#wasSetAgain = false;
    this.dispose();
  }

  /** It is not shown any more, so nothing is to be waited for. */
  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #help(): void {
    const { setAgain, renew, giveUp } = this.#remedies;
    if (this.#wasSetAgain) {
      if (!renew()) giveUp();
      return;
    }
    this.#wasSetAgain = true;
    setAgain();
    this.begin();
  }
}
