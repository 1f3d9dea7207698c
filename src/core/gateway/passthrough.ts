import { type ServerId, sessionId } from '../../shared/ids';
import type { Catalog } from '../catalog/catalog';
import type { CatalogEntry } from '../catalog/entry';
import { exposedName } from '../registry/exposedName';
import type { Clock } from '../support/clock';
import type { Disposable } from '../support/disposable';
import { Emitter } from '../support/emitter';
import type { Sha256 } from '../support/hash';
import type { Log } from '../support/log';
import type { CoreServers } from './coreServers';
import { fixedPart, joined, type SeenServer } from './joinedLists';
import { LogLevels } from './logLevels';
import { PassedLists, textOf } from './passedLists';
import { INVALID_PARAMS, ProtocolError, RESOURCE_NOT_FOUND } from './protocolError';
import { ResourceOwners } from './resourceOwners';
import type { Session, Sessions } from './sessions';
import { Subscriptions } from './subscriptions';
import type {
  CallOptions,
  PassedList,
  PassedMethod,
  ProtocolObject,
  UpstreamConnection,
  UpstreamNotice,
  UpstreamOffers,
} from './upstream';
import type { Upstreams } from './upstreams';

/** How long changes of a server's lists are gathered before clients are told, in milliseconds (gateway.md: coalesced). */
const GATHER_MS = 300;

/** A client's connection, and what program it is. */
export interface View {
  readonly connection: string;
  readonly host: string;
}

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

interface PassthroughParts {
  readonly catalog: Catalog;
  readonly sessions: Sessions;
  readonly core: CoreServers;
  readonly upstreams: Upstreams;
  readonly clock: Clock;
  readonly log: Log;
  readonly sha256: Sha256;
}

/**
 * All of the protocol but tools, between clients and the servers that their chats switched on: resources, prompts,
 * completion, logging. VS Code does not say whose chat such a request is for, so the gate is what the connection's chats
 * have switched on together (vscode-host.md 2.1).
 */
export class Passthrough implements Disposable {
  readonly #parts: PassthroughParts;
  readonly #lists: PassedLists;
  readonly #owners = new ResourceOwners();
  readonly #levels = new LogLevels();
  readonly #subscriptions = new Subscriptions();
  /** What each server offered when it last ran. */
  readonly #offers = new Map<ServerId, UpstreamOffers>();
  readonly #notices: Emitter<ClientNotice>;
  readonly #changed = new Map<'resources' | 'prompts', Disposable>();

  constructor(parts: PassthroughParts) {
    this.#parts = parts;
    this.#lists = new PassedLists((list, count) =>
      parts.log.warn('A server lists what is made to mislead an agent: it is left out', { list, count }),
    );
    this.#notices = new Emitter(error =>
      parts.log.error('A client could not be told', { error: String(error) }),
    );
  }

  /** Hears what clients have to be told. */
  get onNotice(): (listener: (notice: ClientNotice) => void) => Disposable {
    return this.#notices.event;
  }

  /** One of the lists of all servers that run and that the client sees. Servers whose list failed are named in `notes`. */
  async list(
    view: View,
    list: PassedList,
    signal: AbortSignal,
  ): Promise<{ readonly items: readonly ProtocolObject[]; readonly notes: readonly string[] }> {
    const { items, notes } = await this.#items(view, list, signal);
    if (list !== 'prompts') return { items: items.map(({ item }) => item), notes };
    const prompts = items.map(({ server, item }) => ({
      ...item,
      name: this.#promptName(server, item),
      description: `[${server}] ${textOf(item, 'description') ?? textOf(item, 'title') ?? textOf(item, 'name') ?? ''}`,
    }));
    return { items: prompts, notes };
  }

  /** Reads a resource of whichever server has it. @throws {ProtocolError} also the server's own */
  async read(view: View, uri: string, options: CallOptions): Promise<ProtocolObject> {
    return await this.#request(
      await this.#ownerOf(view, uri, options.signal),
      'resources/read',
      { uri },
      options,
    );
  }

  /** Passes a subscription on; the first of several for one address reaches its server. @throws {ProtocolError} */
  async subscribe(view: View, uri: string, options: CallOptions): Promise<void> {
    const owner = await this.#ownerOf(view, uri, options.signal);
    if (this.#subscriptions.add(uri, owner.entry.id, view.connection) === 'known') return;
    try {
      await this.#request(owner, 'resources/subscribe', { uri }, options);
    } catch (error) {
      this.#subscriptions.remove(uri, view.connection);
      throw error;
    }
  }

  /** Ends a subscription; the last one of an address ends it at its server. Without one, nothing is done. */
  async unsubscribe(view: View, uri: string, options: CallOptions): Promise<void> {
    const server = this.#subscriptions.remove(uri, view.connection);
    const owner = server === undefined ? undefined : this.#find(view, server);
    if (owner) await this.#request(owner, 'resources/unsubscribe', { uri }, options);
  }

  /** @throws {ProtocolError} for a prompt that no server has, or the server's own */
  async prompt(
    view: View,
    name: string,
    given: ProtocolObject,
    options: CallOptions,
  ): Promise<ProtocolObject> {
    const { server, own } = await this.#promptOf(view, name, options.signal);
    return await this.#request(server, 'prompts/get', { ...given, name: own }, options);
  }

  /** Completes an argument of a prompt or of a resource's template. @throws {ProtocolError} */
  async complete(view: View, params: ProtocolObject, options: CallOptions): Promise<ProtocolObject> {
    const ref = params['ref'] as ProtocolObject;
    if (ref['type'] === 'ref/prompt') {
      const { server, own } = await this.#promptOf(view, String(ref['name']), options.signal);
      return await this.#complete(server, { ...params, ref: { ...ref, name: own } }, options);
    }
    const uri = String(ref['uri']);
    const { items } = await this.#items(view, 'resourceTemplates', options.signal);
    const found = items.find(({ item }) => item['uriTemplate'] === uri);
    if (found === undefined) throw new ProtocolError(INVALID_PARAMS, `No server has the template "${uri}".`);
    return await this.#complete(found.seen, params, options);
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
    for (const uri of this.#subscriptions.of(entry.id)) {
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
        if (connection) this.#lists.forget(connection, notice.list);
        return this.#tellOfChange(notice.list);
      case 'resourceUpdated': {
        const { uri } = notice;
        const isFor = ({ connection: client }: View): boolean =>
          this.#subscriptions.has(uri, client, entry.id);
        return this.#notices.fire({ type: 'resourceUpdated', uri, isFor });
      }
      case 'log': {
        const { level, data } = notice;
        const logger = notice.logger === undefined ? entry.id : `${entry.id}/${notice.logger}`;
        const isFor = (view: View): boolean =>
          this.#levels.lets(view.connection, level) && this.#find(view, entry.id) !== undefined;
        return this.#notices.fire({ type: 'log', level, logger, data, isFor });
      }
    }
  }

  /** Remembers which server named a resource in an answer: a link is read where it came from. */
  noteLinks(server: ServerId, result: ProtocolObject): void {
    this.#owners.note(server, result);
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
    const signal = new AbortController().signal;
    for (const { uri, server } of this.#subscriptions.removeAll(connection)) {
      for (const upstream of this.#parts.upstreams.runningOf(server))
        upstream.request('resources/unsubscribe', { uri }, { signal }).catch(() => undefined);
    }
  }

  dispose(): void {
    for (const timer of this.#changed.values()) timer.dispose();
  }

  async #items(view: View, list: PassedList, signal: AbortSignal) {
    const seen = this.#seen(view);
    const running = seen.flatMap(server => {
      const connection = this.#parts.upstreams.live(server.entry, server.session);
      return connection ? [{ ...server, connection }] : [];
    });
    const listed = await Promise.all(
      running.map(async ({ connection, ...server }) => {
        try {
          return { server, items: await this.#lists.of(connection, list, signal) };
        } catch (error) {
          signal.throwIfAborted();
          this.#parts.log.warn('A server did not give a list', { server: server.entry.id, list });
          return { server, items: [] as readonly ProtocolObject[], error };
        }
      }),
    );
    return joined(list, listed);
  }

  /** The server to ask for an address: who lists it, who named it, whose template it fits, the only one there is. */
  async #ownerOf(view: View, uri: string, signal: AbortSignal): Promise<SeenServer> {
    const { items } = await this.#items(view, 'resources', signal);
    const lister = items.find(({ item }) => item['uri'] === uri);
    if (lister) return lister.seen;
    const linker = this.#owners
      .of(uri)
      .map(server => this.#find(view, server))
      .find(found => found !== undefined);
    if (linker) return linker;
    const { items: templates } = await this.#items(view, 'resourceTemplates', signal);
    const fitting = templates
      .map(found => ({ found, fixed: fixedPart(found.item) }))
      .filter(({ fixed }) => fixed !== '' && uri.startsWith(fixed))
      .sort((a, b) => b.fixed.length - a.fixed.length)[0];
    if (fitting) return fitting.found.seen;
    const withResources = this.#seen(view).filter(
      ({ entry, session }) => this.#parts.upstreams.live(entry, session)?.offers.resources,
    );
    const [only, ...others] = withResources;
    if (only && others.length === 0) return only;
    throw new ProtocolError(
      RESOURCE_NOT_FOUND,
      `No server that is switched on has the resource "${uri}". Switch its server on with mcp_activate, or list the resources again.`,
      { uri },
    );
  }

  async #promptOf(view: View, name: string, signal: AbortSignal) {
    const { items } = await this.#items(view, 'prompts', signal);
    const found = items.find(({ server, item }) => this.#promptName(server, item) === name);
    if (found) return { server: found.seen, own: textOf(found.item, 'name') ?? '' };
    throw new ProtocolError(
      INVALID_PARAMS,
      `No server that is switched on has the prompt "${name}". List the prompts again.`,
    );
  }

  async #request(
    { entry, session }: SeenServer,
    method: PassedMethod,
    params: ProtocolObject,
    options: CallOptions,
  ): Promise<ProtocolObject> {
    const connection = await this.#parts.upstreams.connect(entry, session, options.signal);
    return await connection.request(method, params, options);
  }

  async #complete(server: SeenServer, params: ProtocolObject, options: CallOptions): Promise<ProtocolObject> {
    const offers = this.#parts.upstreams.live(server.entry, server.session)?.offers;
    // A server that completes nothing has no proposals: the protocol's empty answer, not an error.
    if (offers?.completions === false) return { completion: { values: [], total: 0, hasMore: false } };
    return await this.#request(server, 'completion/complete', params, options);
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

  /** Everything the client's chats switched on, and what every chat has, by id. */
  #seen({ connection, host }: View): readonly SeenServer[] {
    const { catalog, core, sessions } = this.#parts;
    const seen = new Map<ServerId, Session>();
    const always = core.external();
    const known = sessions.seenOn(connection, host);
    // A client that has called nothing yet sees what every chat has.
    const own =
      known.length > 0 || always.length === 0
        ? known
        : [sessions.of({ session: sessionId(connection), isConversation: false, connection, host })];
    const newestLast = [...own].sort((a, b) => a.lastUsedMs - b.lastUsedMs);
    for (const session of newestLast)
      for (const server of [...always, ...session.activations.keys()]) seen.set(server, session);
    return [...seen]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([server, session]) => {
        const entry = catalog.find(server);
        return entry === undefined || entry.launch.type === 'native' ? [] : [{ entry, session }];
      });
  }

  #find(view: View, server: ServerId): SeenServer | undefined {
    return this.#seen(view).find(({ entry }) => entry.id === server);
  }

  #promptName(server: ServerId, prompt: ProtocolObject): string {
    return exposedName(server, textOf(prompt, 'name') ?? '', this.#parts.sha256);
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
