import { vscodeApi } from './vscodeApi';

/** The way to the extension and back, and what is remembered while the document is gone. */
export class Channel<Wish, Telling> {
  readonly #api = vscodeApi();
  readonly #tellingOf: (message: unknown) => Telling | undefined;

  /** `tellingOf` says what a message is; undefined where it is none. */
  constructor(tellingOf: (message: unknown) => Telling | undefined) {
    this.#tellingOf = tellingOf;
  }

  send(wish: Wish): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the API of VS Code, not of a window
    this.#api.postMessage(wish);
  }

  /** Hears what the extension tells; anything else is passed over. */
  listen(listener: (telling: Telling) => void): void {
    window.addEventListener('message', ({ data }) => {
      const telling = this.#tellingOf(data);
      if (telling) listener(telling);
    });
  }

  /** What was remembered, whatever it is. */
  recall(): unknown {
    // Each of our pages says it (webviewPage.ts).
    return this.#api.getState() ?? JSON.parse(document.body.dataset['state'] as string);
  }

  remember(state: unknown): void {
    this.#api.setState(state);
  }
}
