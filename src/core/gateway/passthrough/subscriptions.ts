import type { ServerId } from '../../../shared/ids';

interface Subscription {
  readonly server: ServerId;
  readonly connections: Set<string>;
}

/** Which connections want to hear of which resources. */
export class Subscriptions {
  readonly #byUri = new Map<string, Subscription>();

  /** `first`: the server has to be told; `known`: it knows already. */
  add(uri: string, server: ServerId, connection: string): 'first' | 'known' {
    const known = this.#byUri.get(uri);
    if (known?.server === server) {
      known.connections.add(connection);
      return 'known';
    }
    this.#byUri.set(uri, { server, connections: new Set([...(known?.connections ?? []), connection]) });
    return 'first';
  }

  /** The server to tell when it was the last one; undefined when others are left, or there was none. */
  remove(uri: string, connection: string): ServerId | undefined {
    const known = this.#byUri.get(uri);
    if (!known?.connections.delete(connection) || known.connections.size > 0) return undefined;
    this.#byUri.delete(uri);
    return known.server;
  }

  /** Everything of a connection; what is returned has nobody left. */
  removeAll(connection: string): readonly { readonly uri: string; readonly server: ServerId }[] {
    return [...this.#byUri.keys()].flatMap(uri => {
      const server = this.remove(uri, connection);
      return server === undefined ? [] : [{ uri, server }];
    });
  }

  /** Whether the connection wants to hear of it, from this server. */
  has(uri: string, connection: string, server: ServerId): boolean {
    const known = this.#byUri.get(uri);
    return known?.server === server && known.connections.has(connection);
  }

  /** What is subscribed at a server, to be asked for again when it starts anew. */
  of(server: ServerId): readonly string[] {
    return [...this.#byUri].filter(([, known]) => known.server === server).map(([uri]) => uri);
  }
}
