import {
  MAX_QUERY,
  MAX_REMEMBERED,
  type Openness,
  opennessOf,
  type Telling,
  tellingOf,
  type Wish,
} from '../src/shared/explorer/messages';
import { bool, finite, listOf, record, type Shape, text } from '../src/shared/explorer/shape';

/** What VS Code gives a webview. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** What the webview remembers of itself while its document is gone, and over a reload of the window. */
export interface SavedState {
  /** Rows that a person opened or closed. */
  readonly openness: Openness;
  readonly focus: string;
  readonly selection: readonly string[];
  readonly scrollTop: number;
  readonly query: string;
  readonly isSearching: boolean;
}

const id = text(2_000);
const saved: Shape<SavedState> = record({
  openness: opennessOf,
  focus: id,
  selection: listOf(id, MAX_REMEMBERED),
  scrollTop: finite,
  query: text(MAX_QUERY),
  isSearching: bool,
});

const NOTHING: SavedState = {
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

  /** What VS Code kept; where it has nothing, what was open is in the page, as the extension remembers it. */
  recall(): SavedState {
    const state = this.#api.getState();
    if (saved(state)) return state;
    const openness = parsed(document.body.dataset['openness']);
    return opennessOf(openness) ? { ...NOTHING, openness } : NOTHING;
  }

  remember(state: SavedState): void {
    // Half of a selection would be another one.
    const selection = state.selection.length > MAX_REMEMBERED ? [] : state.selection;
    this.#api.setState({ ...state, selection, openness: newest(state.openness) });
  }

  /** Has the extension keep what is open, for the day when VS Code forgets. */
  keepOpenness(openness: Openness): void {
    this.send({ type: 'keep', openness: newest(openness) });
  }
}

function newest(openness: Openness): Openness {
  return openness.slice(-MAX_REMEMBERED);
}

function parsed(json = ''): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // The page of another version.
  }
}
