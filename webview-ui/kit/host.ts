import { type Seen, seenShape, type Telling, tellingOf, type Wish } from '../../src/shared/explorer/messages';
import type { Picture } from '../../src/shared/explorer/picture';
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
  #seen = newest(Object(this.#channel.recall())['seen'], parsed(document.body.dataset['seen']));
  #state = NOTHING;

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
    this.#state = state;
    this.#channel.remember({ ...keptOf(state, Date.now()), seen: this.#seen });
  }

  /** Has the extension keep it too. */
  keep(state: SavedState): void {
    this.send({ type: 'keep', state: keptOf(state, Date.now()) });
  }

  /** What was seen when the view was drawn last, in this document or one before. */
  get seen(): Picture | undefined {
    return this.#seen?.picture;
  }

  /** Remembers what is seen, here and in the extension. */
  see(picture: Picture): void {
    document.body.dataset['isRemembered'] = 'true';
    if (JSON.stringify(picture) === JSON.stringify(this.#seen?.picture)) return;
    this.#seen = { at: Date.now(), picture };
    this.remember(this.#state);
    this.send({ type: 'see', seen: this.#seen });
  }
}

function newest(...kept: readonly unknown[]): Seen | undefined {
  const [seen] = kept.filter(each => seenShape(each)).toSorted((a, b) => b.at - a.at);
  return seen?.picture.rows.length === 0 ? undefined : seen;
}

function parsed(json = ''): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // The page of another version.
  }
}
