import type { ServerId } from '../../../shared/ids';
import { untilAborted } from '../../support/abort';
import { isHarmful } from '../../trust/scanWords';
import type { PassedList, ProtocolObject, UpstreamConnection } from '../upstream/upstream';

/** An item of a server's list, and whose it is. */
export interface ListedItem<Seen> {
  readonly server: ServerId;
  readonly item: ProtocolObject;
  readonly seen: Seen;
}

/** A text field of something that a server sent. */
export function textOf(item: ProtocolObject, field: string): string | undefined {
  const value = item[field];
  return typeof value === 'string' ? value : undefined;
}

/**
 * Lists of servers, asked for once until the server says that they changed, and forgotten with its connection. What is made to
 * mislead an agent is left out, as such tools are.
 */
export class PassedLists {
  readonly #onLeftOut: (list: PassedList, count: number) => void;
  readonly #known = new WeakMap<UpstreamConnection, Map<PassedList, Promise<readonly ProtocolObject[]>>>();

  constructor(onLeftOut: (list: PassedList, count: number) => void) {
    this.#onLeftOut = onLeftOut;
  }

  /** @throws {ProtocolError} when the server refuses; the next one who asks makes it try again */
  async of(
    connection: UpstreamConnection,
    list: PassedList,
    signal: AbortSignal,
  ): Promise<readonly ProtocolObject[]> {
    const lists = this.#known.get(connection) ?? new Map<PassedList, Promise<readonly ProtocolObject[]>>();
    this.#known.set(connection, lists);
    const known = lists.get(list);
    if (known) return await untilAborted(known, signal);
    // Not with the signal of the one who asks first: others may wait for it too.
    const { signal: shared } = new AbortController();
    const asked = connection.list(list, shared).then(items => this.#harmless(list, items));
    lists.set(list, asked);
    asked.catch(() => {
      if (lists.get(list) === asked) lists.delete(list);
    });
    return await untilAborted(asked, signal);
  }

  /** The server says that a list is another now. */
  forget(connection: UpstreamConnection, list: 'resources' | 'prompts'): void {
    const lists = this.#known.get(connection);
    lists?.delete(list);
    if (list === 'resources') lists?.delete('resourceTemplates');
  }

  #harmless(list: PassedList, items: readonly ProtocolObject[]): readonly ProtocolObject[] {
    const harmless = items.filter(item => !isHarmful(item));
    if (harmless.length < items.length) this.#onLeftOut(list, items.length - harmless.length);
    return harmless;
  }
}
