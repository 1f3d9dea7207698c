import { type Telling, tellingOf, type Wish } from '../src/shared/explorer/messages';
import { isSavedState, keptOf, type SavedState } from '../src/shared/explorer/savedState';

/** What VS Code gives a webview. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const NOTHING: SavedState = {
  at: 0,
  openness: [],
  focus: '',
  selection: [],
  scrollTop: 0,
  query: '',
  isSearching: false,
};

/** The way to the extension and back. */
export class Host {
  readonly #api = acquireVsCodeApi();

  send(wish: Wish): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the API of VS Code, not of a window
    this.#api.postMessage(wish);
  }

  /** Hears what the extension tells; anything else is passed over. */
  listen(listener: (telling: Telling) => void): void {
    window.addEventListener('message', ({ data }) => {
      const telling = tellingOf(data);
      if (telling) listener(telling);
    });
  }

  /** The newer of what VS Code kept and of what the extension kept, which is in the page. */
  recall(): SavedState {
    const ours = parsed(document.body.dataset['state']);
    return [this.#api.getState(), ours]
      .filter(state => isSavedState(state))
      .reduce((best, state) => (state.at > best.at ? state : best), NOTHING);
  }

  remember(state: SavedState): void {
    this.#api.setState(keptOf(state, Date.now()));
  }

  /** Has the extension keep it too. */
  keep(state: SavedState): void {
    this.send({ type: 'keep', state: keptOf(state, Date.now()) });
  }
}

function parsed(json = ''): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // The page of another version.
  }
}
