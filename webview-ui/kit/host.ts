import { type Telling, tellingOf, type Wish } from '../../src/shared/explorer/messages';
import { isSavedState, keptOf, type SavedState } from '../../src/shared/webview/savedState';
import { Channel } from './channel';

const NOTHING: SavedState = {
  at: 0,
  openness: [],
  focus: '',
  selection: [],
  scrollTop: 0,
  query: '',
  isSearching: false,
};

/** The way of a view to the extension and back. */
export class Host {
  readonly #channel = new Channel<Wish, Telling>(tellingOf);

  send(wish: Wish): void {
    this.#channel.send(wish);
  }

  /** Hears what the extension tells; anything else is passed over. */
  listen(listener: (telling: Telling) => void): void {
    this.#channel.listen(listener);
  }

  /** The newer of what VS Code kept and of what the extension kept, which is in the page. */
  recall(): SavedState {
    const ours = parsed(document.body.dataset['state']);
    return [this.#channel.recall(), ours]
      .filter(state => isSavedState(state))
      .reduce((best, state) => (state.at > best.at ? state : best), NOTHING);
  }

  remember(state: SavedState): void {
    this.#channel.remember(keptOf(state, Date.now()));
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
