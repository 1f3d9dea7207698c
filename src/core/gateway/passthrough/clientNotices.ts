import type { ServerId } from '../../../shared/ids';
import type { CatalogEntry } from '../../catalog/entry/entry';
import type { Clock } from '../../support/clock';
import type { Disposable } from '../../support/disposable';
import { Emitter } from '../../support/emitter';
import type { Log } from '../../support/log';
import type { AddressBook, View } from '../addresses/addressBook';
import { LogLevels } from './logLevels';
import { Subscriptions } from './subscriptions';
import type { UpstreamConnection, UpstreamNotice, UpstreamOffers } from '../upstream/upstream';
import type { Upstreams } from '../servers/upstreams';

/** How long changes of a server's lists are gathered before clients are told, in milliseconds. */
const GATHER_MS = 300;

/** What clients have to be told. `isFor` says whether it concerns a connection. */
export type ClientNotice =
  | { readonly type: 'listChanged'; readonly list: 'resources' | 'prompts' }
  | { readonly type: 'resourceUpdated'; readonly uri: string; readonly isFor: (view: View) => boolean }
  | {
      readonly type: 'log';
      readonly level: string;
      readonly logger: string;
      readonly data: unknown;
      readonly isFor: (view: View) => boolean;
    };

interface ClientNoticesParts {
  readonly addresses: AddressBook;
  readonly upstreams: Upstreams;
  readonly clock: Clock;
  readonly log: Log;
}

/** Who is told what: of lists that changed, of resources that were subscribed, of servers' logs at the wished level. */
export class ClientNotices implements Disposable {
  /** Which connections want to hear of which resources. */
  readonly subscriptions = new Subscriptions();
  readonly #parts: ClientNoticesParts;
  readonly #levels = new LogLevels();
  /** What each server offered when it last ran. */
  readonly #offers = new Map<ServerId, UpstreamOffers>();
  readonly #notices: Emitter<ClientNotice>;
  readonly #changed = new Map<'resources' | 'prompts', Disposable>();

  constructor(parts: ClientNoticesParts) {
    this.#parts = parts;
    this.#notices = new Emitter(error =>
      parts.log.error('A client could not be told', { error: String(error) }),
    );
  }

  /** Hears what clients have to be told. */
  get onNotice(): (listener: (notice: ClientNotice) => void) => Disposable {
    return this.#notices.event;
  }

  /**
   * What a client wants to hear of servers' logs. The finest wish of all is what servers are told; nobody waits for them:
   * VS Code says its level before anything else.
   */
  setLogLevel(view: View, level: string): void {
    if (!this.#levels.set(view.connection, level)) return;
    for (const connection of this.#parts.upstreams.running()) this.#tellLevel(connection);
  }

  /**
   * A server came up: clients hear of its lists, and it is told what the one before it knew. Nobody waits for that: a server
   * that does not answer such a request is started all the same.
   */
  connected(entry: CatalogEntry, connection: UpstreamConnection): void {
    this.#offers.set(entry.id, connection.offers);
    this.switched(entry.id);
    this.#tellLevel(connection);
    const { signal } = new AbortController();
    for (const uri of this.subscriptions.of(entry.id)) {
      connection.request('resources/subscribe', { uri }, { signal }).catch((error: unknown) =>
        // It may not have that resource any more: then there is nothing to be told of.
        this.#parts.log.debug('A subscription could not be renewed', {
          server: entry.id,
          error: String(error),
        }),
      );
    }
  }

  /** A server told something unasked. */
  noticed(entry: CatalogEntry, connection: UpstreamConnection | undefined, notice: UpstreamNotice): void {
    switch (notice.type) {
      case 'listChanged':
        if (connection) this.#parts.addresses.forget(connection, notice.list);
        return this.#tellOfChange(notice.list);
      case 'resourceUpdated': {
        const { uri } = notice;
        const isFor = ({ connection: client }: View): boolean =>
          this.subscriptions.has(uri, client, entry.id);
        return this.#notices.fire({ type: 'resourceUpdated', uri, isFor });
      }
      case 'log': {
        const { level, data } = notice;
        const logger = notice.logger === undefined ? entry.id : `${entry.id}/${notice.logger}`;
        const isFor = (view: View): boolean =>
          this.#levels.lets(view.connection, level) &&
          this.#parts.addresses.find(view, entry.id) !== undefined;
        return this.#notices.fire({ type: 'log', level, logger, data, isFor });
      }
    }
  }

  /** A session switched a server on or off: clients list anew what it offers. */
  switched(server: ServerId): void {
    const offers = this.#offers.get(server);
    if (offers?.resources) this.#tellOfChange('resources');
    if (offers?.prompts) this.#tellOfChange('prompts');
  }

  /** A client went away: nobody is left to be told, and nobody waits for servers to hear of it. */
  connectionClosed(connection: string): void {
    this.#levels.remove(connection);
    const { signal } = new AbortController();
    for (const { uri, server } of this.subscriptions.removeAll(connection)) {
      for (const upstream of this.#parts.upstreams.runningOf(server))
        upstream.request('resources/unsubscribe', { uri }, { signal }).catch(() => undefined);
    }
  }

  dispose(): void {
    for (const timer of this.#changed.values()) timer.dispose();
  }

  #tellLevel(connection: UpstreamConnection): void {
    const level = this.#levels.finest();
    if (!connection.offers.logging || level === undefined) return;
    const { signal } = new AbortController();
    connection.request('logging/setLevel', { level }, { signal }).catch((error: unknown) =>
      // Its log stays as it was, which harms nobody.
      this.#parts.log.debug('A server did not take the log level', { error: String(error) }),
    );
  }

  #tellOfChange(list: 'resources' | 'prompts'): void {
    if (this.#changed.has(list)) return;
    const timer = this.#parts.clock.after(GATHER_MS, () => {
      this.#changed.delete(list);
      this.#notices.fire({ type: 'listChanged', list });
    });
    this.#changed.set(list, timer);
  }
}
