import { type ServerId, sessionId } from '../../../shared/ids';
import type { Catalog } from '../../catalog/catalog';
import { exposedName } from '../../registry/exposedName';
import type { Sha256 } from '../../support/hash';
import type { Log } from '../../support/log';
import { Refusal } from '../../support/refusal';
import type { CoreServers } from '../sessions/coreServers';
import { fixedPart, joined, type SeenServer } from './joinedLists';
import { PassedLists, textOf } from './passedLists';
import { INVALID_PARAMS, ProtocolError, RESOURCE_NOT_FOUND } from '../upstream/protocolError';
import { ResourceOwners } from './resourceOwners';
import type { Session, Sessions } from '../sessions/sessions';
import type { PassedList, ProtocolObject, ToolResult, UpstreamConnection } from '../upstream/upstream';
import type { Upstreams } from '../servers/upstreams';

/** A client's connection, and what program it is. */
export interface View {
  readonly connection: string;
  readonly host: string;
}

interface AddressBookParts {
  readonly catalog: Catalog;
  readonly sessions: Sessions;
  readonly core: CoreServers;
  readonly upstreams: Upstreams;
  readonly log: Log;
  readonly sha256: Sha256;
}

/**
 * Whose an address, a template or a prompt is, among the servers that a client sees. An address belongs to who lists it, else to
 * who named it in an answer, else to whose template it fits; it is never rewritten.
 */
export class AddressBook {
  readonly #parts: AddressBookParts;
  readonly #lists: PassedLists;
  readonly #owners = new ResourceOwners();

  constructor(parts: AddressBookParts) {
    this.#parts = parts;
    this.#lists = new PassedLists((list, count) =>
      parts.log.warn('A server lists what is made to mislead an agent: it is left out', { list, count }),
    );
  }

  /** The server as the client sees it; undefined where it does not. */
  find(view: View, server: ServerId): SeenServer | undefined {
    return this.#seen(view).find(({ entry }) => entry.id === server);
  }

  /** One of the lists of all servers that run and that the client sees, with the server of each item. */
  async items(view: View, list: PassedList, signal: AbortSignal) {
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

  /**
   * The server to ask for an address: who lists it, who named it, whose template it fits, the only one there is.
   * @throws {ProtocolError} where nobody has it
   */
  async ownerOf(view: View, uri: string, signal: AbortSignal): Promise<SeenServer> {
    const { found: owner, why } = await this.#found(view, signal, () => this.#knownOwner(view, uri, signal));
    if (owner) return owner;
    const withResources = this.#seen(view).filter(
      ({ entry, session }) => this.#parts.upstreams.live(entry, session)?.offers.resources,
    );
    const [only, ...others] = withResources;
    if (only && others.length === 0) return only;
    throw new ProtocolError(
      RESOURCE_NOT_FOUND,
      `No active server has the resource "${uri}". Activate its server with mcp_activate, or list the resources again.${why}`,
      { uri },
    );
  }

  /** The server that lists a template. @throws {ProtocolError} where nobody does */
  async templateOwner(view: View, uri: string, signal: AbortSignal): Promise<SeenServer> {
    const { found, why } = await this.#found(view, signal, async () => {
      const { items } = await this.items(view, 'resourceTemplates', signal);
      return items.find(({ item }) => item['uriTemplate'] === uri);
    });
    if (found) return found.seen;
    throw new ProtocolError(INVALID_PARAMS, `No server has the template "${uri}".${why}`);
  }

  /** The server of a prompt, and its own name for it. @throws {ProtocolError} where nobody has it */
  async promptOwner(view: View, name: string, signal: AbortSignal) {
    const { found, why } = await this.#found(view, signal, async () => {
      const { items } = await this.items(view, 'prompts', signal);
      return items.find(({ server, item }) => this.promptName(server, item) === name);
    });
    if (found) return { server: found.seen, own: textOf(found.item, 'name') ?? '' };
    throw new ProtocolError(
      INVALID_PARAMS,
      `No active server has the prompt "${name}". List the prompts again.${why}`,
    );
  }

  /** The name that clients know a server's prompt by: prefixed as tools are. */
  promptName(server: ServerId, prompt: ProtocolObject): string {
    return exposedName(server, textOf(prompt, 'name') ?? '', this.#parts.sha256);
  }

  /** Remembers which server named a resource in an answer: a link is read where it came from. */
  noteLinks(server: ServerId, result: ToolResult): void {
    this.#owners.note(server, result);
  }

  /** The server says that a list is another now. */
  forget(connection: UpstreamConnection, list: 'resources' | 'prompts'): void {
    this.#lists.forget(connection, list);
  }

  /** Who lists an address, who named it, or whose template it fits. */
  async #knownOwner(view: View, uri: string, signal: AbortSignal): Promise<SeenServer | undefined> {
    const { items } = await this.items(view, 'resources', signal);
    const lister = items.find(({ item }) => item['uri'] === uri);
    if (lister) return lister.seen;
    const linker = this.#owners
      .of(uri)
      .map(server => this.find(view, server))
      .find(found => found !== undefined);
    if (linker) return linker;
    const { items: templates } = await this.items(view, 'resourceTemplates', signal);
    const fitting = templates
      .map(found => ({ found, fixed: fixedPart(found.item) }))
      .filter(({ fixed }) => fixed !== '' && uri.startsWith(fixed))
      .sort((a, b) => b.fixed.length - a.fixed.length)[0];
    return fitting?.found.seen;
  }

  /**
   * Looks among the servers that run, and once more when those have come up that are on and do not: as for a call. `why`: what those said
   * that did not come up, one sentence after another; each may be the one.
   */
  async #found<Found>(
    view: View,
    signal: AbortSignal,
    look: () => Promise<Found | undefined>,
  ): Promise<{ readonly found: Found | undefined; readonly why: string }> {
    const found = await look();
    if (found !== undefined) return { found, why: '' };
    const { upstreams } = this.#parts;
    // Servers that a chat has on may be starting still, or have ended.
    const down = this.#seen(view).filter(
      ({ entry, session }) => session.activations.has(entry.id) && !upstreams.live(entry, session),
    );
    const starts = await Promise.allSettled(
      down.map(({ entry, session }) => upstreams.connect(entry, session, signal)),
    );
    signal.throwIfAborted();
    const why = starts.flatMap(start =>
      start.status === 'rejected' && Refusal.is(start.reason) ? [` ${start.reason.message}`] : [],
    );
    return { found: down.length > why.length ? await look() : undefined, why: why.join('') };
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
}
