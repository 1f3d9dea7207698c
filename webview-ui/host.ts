import { MAX_QUERY, type Telling, tellingOf, type Wish } from '../src/shared/explorer/messages';
import { bool, finite, listOf, record, type Shape, text } from '../src/shared/explorer/shape';

/** What VS Code gives a webview. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** What the webview remembers of itself while its document is gone. */
export interface SavedState {
  /** Rows that a person opened or closed. */
  readonly openness: readonly { readonly id: string; readonly isOpen: boolean }[];
  readonly focus: string;
  readonly scrollTop: number;
  readonly query: string;
  readonly isSearching: boolean;
}

/** Rows whose openness is remembered, the newest. */
const MAX_REMEMBERED = 1_000;
const id = text(2_000);
const saved: Shape<SavedState> = record({
  openness: listOf(record({ id, isOpen: bool }), MAX_REMEMBERED),
  focus: id,
  scrollTop: finite,
  query: text(MAX_QUERY),
  isSearching: bool,
});

const NOTHING: SavedState = { openness: [], focus: '', scrollTop: 0, query: '', isSearching: false };

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

  recall(): SavedState {
    const state = this.#api.getState();
    return saved(state) ? state : NOTHING;
  }

  remember(state: SavedState): void {
    this.#api.setState({ ...state, openness: state.openness.slice(-MAX_REMEMBERED) });
  }
}
