import type * as vscode from 'vscode';
import type { Session } from '../../core/gateway/sessions/sessions';
import { isRecord } from '../../core/support/json';
import { sessionName } from './sessionName';

const KEY = 'switchyard.sessionNames';
/** Names kept, the newest: chats come and go. */
const MAX_NAMES = 200;

/** What chats are called. A name that a person gave is kept in the workspace: the chat may go on after a reload. */
export class SessionNames {
  readonly #store: vscode.Memento;

  constructor(store: vscode.Memento) {
    this.#store = store;
  }

  /** The name that a person gave, else what is known of the chat. */
  of(session: Session): string {
    return this.given(session) ?? sessionName(session);
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
