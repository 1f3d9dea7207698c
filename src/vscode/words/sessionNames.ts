import { l10n, type Memento } from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Session } from '../../core/gateway/sessions/sessions';
import { isRecord } from '../../core/support/json';
import { sessionName } from './sessionName';

const KEY = 'switchyard.sessionNames';
/** Names kept, the newest: chats come and go. */
const MAX_NAMES = 200;

/** The workflow that a chat works on, by its name; undefined where it has none. */
type WorkOf = (session: Pick<Session, 'id'>) => string | undefined;

/** What chats are called. A name that a person gave is kept in the workspace: the chat may go on after a reload. */
export class SessionNames {
  readonly #store: Memento;
  readonly #workOf: WorkOf;

  constructor(store: Memento, workOf: WorkOf = () => undefined) {
    this.#store = store;
    this.#workOf = workOf;
  }

  /** The name that a person gave, else what is known of the chat: when it began, and what it works on. */
  of(session: Session): string {
    const given = this.given(session);
    if (given !== undefined) return given;
    const work = this.#workOf(session);
    const name = sessionName(session);
    return work === undefined ? name : l10n.t('{0}: {1}', name, oneLine(work, 60));
  }

  /** The name that a person gave. */
  given({ id }: Pick<Session, 'id'>): string | undefined {
    return this.#all().get(id);
  }

  /** Names a chat; without a name, it goes by what is known of it. */
  async name({ id }: Pick<Session, 'id'>, name: string | undefined): Promise<void> {
    const names = this.#all();
    names.delete(id);
    if (name !== undefined) names.set(id, name);
    await this.#store.update(KEY, Object.fromEntries([...names].slice(-MAX_NAMES)));
  }

  #all(): Map<string, string> {
    const stored = this.#store.get<unknown>(KEY);
    const pairs = isRecord(stored) ? Object.entries(stored) : [];
    return new Map(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
  }
}
