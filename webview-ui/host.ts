import { MAX_QUERY, type Telling, tellingOf, type Wish } from '../src/shared/explorer/messages';
import { bool, finite, listOf, record, type Shape, text } from '../src/shared/explorer/shape';
import { Channel } from './channel';

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
  readonly #channel = new Channel<Wish, Telling>(tellingOf);

  send(wish: Wish): void {
    this.#channel.send(wish);
  }

  /** Hears what the extension tells; anything else is passed over. */
  listen(listener: (telling: Telling) => void): void {
    this.#channel.listen(listener);
  }

  recall(): SavedState {
    const state = this.#channel.recall();
    return saved(state) ? state : NOTHING;
  }

  remember(state: SavedState): void {
    this.#channel.remember({ ...state, openness: state.openness.slice(-MAX_REMEMBERED) });
  }
}
