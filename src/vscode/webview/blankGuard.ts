import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';

/** How long a webview may take to say that it is there. */
const PATIENCE_MS = 8_000;
/** Times its page is set again. */
const TRIES = 3;

/**
 * A webview may stay blank for ever, e.g. where its service worker could not be registered (microsoft/vscode#125993): then
 * its page is set again, a few times, before somebody is told.
 */
export class BlankGuard implements Disposable {
  readonly #clock: Clock;
  readonly #retry: () => void;
  readonly #giveUp: () => void;
  #tries = 0;
  #timer: Disposable | undefined;

  constructor(clock: Clock, { retry, giveUp }: { readonly retry: () => void; readonly giveUp: () => void }) {
    this.#clock = clock;
    this.#retry = retry;
    this.#giveUp = giveUp;
  }

  /** The page was set, or is shown again. */
  begin(): void {
    this.#timer?.dispose();
    this.#timer = this.#clock.after(PATIENCE_MS, () => {
      if (this.#tries >= TRIES) return this.#giveUp();
      this.#tries += 1;
      this.#retry();
      this.begin();
    });
  }

  /** The webview has spoken. */
  ready(): void {
    this.#tries = 0;
    this.dispose();
  }

  /** It is not shown any more, so nothing is to be waited for. */
  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }
}
