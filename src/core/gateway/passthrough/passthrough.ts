import type { Catalog } from '../../catalog/catalog';
import type { Clock } from '../../support/clock';
import type { Disposable } from '../../support/disposable';
import type { Sha256 } from '../../support/hash';
import { isRecord } from '../../support/json';
import type { Log } from '../../support/log';
import { AddressBook, type View } from '../addresses/addressBook';
import { ClientNotices } from './clientNotices';
import type { CoreServers } from '../sessions/coreServers';
import { fits, MAX_ANSWER_BYTES } from '../calls/cutResult';
import type { SeenServer } from '../addresses/joinedLists';
import { type KeptResults, MAX_PART_CHARACTERS } from '../calls/keptResults';
import { textOf } from '../addresses/passedLists';
import { appContents, appPlaceOf } from '../tools/appTools';
import {
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  ProtocolError,
  RESOURCE_NOT_FOUND,
} from '../upstream/protocolError';
import type { Session, Sessions } from '../sessions/sessions';
import type { CallOptions, PassedList, PassedMethod, ProtocolObject } from '../upstream/upstream';
import type { Upstreams } from '../servers/upstreams';

interface PassthroughParts {
  readonly catalog: Catalog;
  readonly sessions: Sessions;
  readonly core: CoreServers;
  readonly upstreams: Upstreams;
  readonly clock: Clock;
  readonly log: Log;
  readonly sha256: Sha256;
  readonly results: KeptResults;
}

/**
 * All of the protocol but tools, between clients and the servers that their chats switched on: resources, prompts,
 * completion, logging. VS Code does not say whose chat such a request is for, so the gate is what the connection's chats
 * have switched on together.
 */
export class Passthrough implements Disposable {
  /** Whose an address is. */
  readonly addresses: AddressBook;
  /** Who is told what. */
  readonly notices: ClientNotices;
  readonly #upstreams: Upstreams;
  readonly #results: KeptResults;
  readonly #clock: Clock;

  constructor({ catalog, sessions, core, upstreams, clock, log, sha256, results }: PassthroughParts) {
    this.#upstreams = upstreams;
    this.#results = results;
    this.#clock = clock;
    this.addresses = new AddressBook({ catalog, sessions, core, upstreams, log, sha256 });
    this.notices = new ClientNotices({ addresses: this.addresses, upstreams, clock, log });
  }

  /** One of the lists of all servers that run and that the client sees. Servers whose list failed are named in `notes`. */
  async list(
    view: View,
    list: PassedList,
    signal: AbortSignal,
  ): Promise<{ readonly items: readonly ProtocolObject[]; readonly notes: readonly string[] }> {
    const { items, notes } = await this.addresses.items(view, list, signal);
    if (list !== 'prompts') return { items: items.map(({ item }) => item), notes };
    const prompts = items.map(({ server, item }) => ({
      ...item,
      name: this.addresses.promptName(server, item),
      description: `[${server}] ${textOf(item, 'description') ?? textOf(item, 'title') ?? textOf(item, 'name') ?? ''}`,
    }));
    return { items: prompts, notes };
  }

  /** Reads a resource of whichever server has it. @throws {ProtocolError} also the server's own */
  async read(view: View, uri: string, options: CallOptions): Promise<ProtocolObject> {
    const app = appPlaceOf(uri);
    if (app !== undefined) return await this.#readApp(view, uri, app, options);
    const owner = await this.addresses.ownerOf(view, uri, options.signal);
    return await this.#request(owner, 'resources/read', { uri }, options);
  }

  /** Passes a subscription on; the first of several for one address reaches its server. @throws {ProtocolError} */
  async subscribe(view: View, uri: string, options: CallOptions): Promise<void> {
    const { subscriptions } = this.notices;
    const owner = await this.addresses.ownerOf(view, uri, options.signal);
    if (subscriptions.add(uri, owner.entry.id, view.connection) === 'known') return;
    try {
      await this.#request(owner, 'resources/subscribe', { uri }, options);
    } catch (error) {
      subscriptions.remove(uri, view.connection);
      throw error;
    }
  }

  /** Ends a subscription; the last one of an address ends it at its server. Without one, nothing is done. */
  async unsubscribe(view: View, uri: string, options: CallOptions): Promise<void> {
    const server = this.notices.subscriptions.remove(uri, view.connection);
    const owner = server === undefined ? undefined : this.addresses.find(view, server);
    if (owner) await this.#request(owner, 'resources/unsubscribe', { uri }, options);
  }

  /** @throws {ProtocolError} for a prompt that no server has, or the server's own */
  async prompt(
    view: View,
    name: string,
    given: ProtocolObject,
    options: CallOptions,
  ): Promise<ProtocolObject> {
    const { server, own } = await this.addresses.promptOwner(view, name, options.signal);
    return await this.#request(server, 'prompts/get', { ...given, name: own }, options);
  }

  /** Completes an argument of a prompt or of a resource's template. @throws {ProtocolError} */
  async complete(view: View, params: ProtocolObject, options: CallOptions): Promise<ProtocolObject> {
    const ref = params['ref'] as ProtocolObject;
    if (ref['type'] === 'ref/prompt') {
      const { server, own } = await this.addresses.promptOwner(view, String(ref['name']), options.signal);
      return await this.#complete(server, { ...params, ref: { ...ref, name: own } }, options);
    }
    const owner = await this.addresses.templateOwner(view, String(ref['uri']), options.signal);
    return await this.#complete(owner, params, options);
  }

  dispose(): void {
    this.notices.dispose();
  }

  /** Reads a page of the server that the address says, with what its list says of the page. @throws {ProtocolError} */
  async #readApp(
    view: View,
    asked: string,
    { server, uri }: NonNullable<ReturnType<typeof appPlaceOf>>,
    options: CallOptions,
  ): Promise<ProtocolObject> {
    const owner = this.addresses.find(view, server);
    if (owner === undefined)
      throw new ProtocolError(
        RESOURCE_NOT_FOUND,
        `This page is of "${server}", which is not active here. Activate it with mcp_activate.`,
        { uri: asked },
      );
    const answer = await this.#request(owner, 'resources/read', { uri }, options);
    const { items } = await this.addresses.items(view, 'resources', options.signal);
    const listed = items.find(({ item, ...found }) => found.server === server && item['uri'] === uri)?.item;
    return appContents(answer, asked, listed);
  }

  async #request(
    { entry, session }: SeenServer,
    method: PassedMethod,
    params: ProtocolObject,
    options: CallOptions,
  ): Promise<ProtocolObject> {
    const connection = await this.#upstreams.connect(entry, session, options.signal);
    const activation = session.activations.get(entry.id);
    // A server whose resources and prompts are asked for is in use, as one whose tools are called.
    const use = (): void => {
      if (activation) activation.lastUsedMs = this.#clock.monotonicMs();
    };
    use();
    const answer = await connection.request(method, params, inSession(options, session)).finally(use);
    if (fits(answer)) return answer;
    const { uri } = this.#results.keep(session.id, wholeText(answer));
    throw new ProtocolError(
      INVALID_REQUEST,
      `"${entry.id}" returned more than ${MAX_ANSWER_BYTES / 1_048_576} MiB, which is more than a client accepts. The answer is kept ` +
        `for this chat as the resource ${uri}; read parts of it, beginning with ${uri}?offset=0&limit=${MAX_PART_CHARACTERS}.`,
      { uri },
    );
  }

  async #complete(server: SeenServer, params: ProtocolObject, options: CallOptions): Promise<ProtocolObject> {
    // A server that completes nothing has no proposals: the protocol's empty answer, not an error.
    const nothing = { completion: { values: [], total: 0, hasMore: false } };
    const offers = this.#upstreams.live(server.entry, server.session)?.offers;
    if (offers?.completions === false) return nothing;
    try {
      return await this.#request(server, 'completion/complete', params, options);
    } catch (error) {
      if (error instanceof ProtocolError && error.code === METHOD_NOT_FOUND) return nothing;
      throw error;
    }
  }
}

/** What the server asks meanwhile is asked for the chat that has it on: only then is it known which one that is. */
function inSession(options: CallOptions, { id: session }: Session): CallOptions {
  const { client } = options;
  return client === undefined ? options : { ...options, client: { ...client, session } };
}

/** The text of the only resource in an answer, else the answer as JSON. */
function wholeText(answer: ProtocolObject): string {
  const contents = answer['contents'];
  const [only, ...others]: readonly unknown[] = Array.isArray(contents) ? contents : [];
  const text = isRecord(only) && others.length === 0 ? textOf(only, 'text') : undefined;
  return text ?? JSON.stringify(answer);
}
