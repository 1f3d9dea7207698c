import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Core } from '../core/core';
import type { View } from '../core/gateway/addresses/addressBook';
import { INVALID_PARAMS, ProtocolError, RESOURCE_NOT_FOUND } from '../core/gateway/upstream/protocolError';
import type { ResourceReader } from '../core/resources/resourceKind';
import type { Resources } from '../core/resources/resources';
import type { Disposable } from '../core/support/disposable';
import type { Log } from '../core/support/log';
import { Refusal } from '../core/support/refusal';

/** How long changes are gathered before a client is told, in milliseconds. */
const GATHER_MS = 300;

/** Resources of each kind that clients are shown before those of servers: the newest (chosen here). */
const MAX_FIRST = 100;

function asListed({ uri, title, description, kind: { template } }: ReturnType<Resources['list']>[number]) {
  return { uri, name: uri.slice('sc://'.length), title, description, mimeType: template.mimeType };
}

/** Our own resources as one connection has them: everything under `sc://`. */
export class OwnResources implements Disposable {
  readonly #core: Core;
  readonly #server: Server;
  readonly #log: Log;
  readonly #subscribed = new Map<string, Disposable>();
  readonly #changed = new Set<string>();
  readonly #changes: Disposable;
  #isListChanged = false;
  #telling: Disposable | undefined;

  /** Tells the client of what changes, from `initialize` on. */
  constructor(core: Core, server: Server, log: Log) {
    this.#core = core;
    this.#server = server;
    this.#log = log;
    this.#changes = core.resources.onDidChange(({ isList, touches }) => {
      if (!server.getClientVersion()) return;
      this.#isListChanged ||= isList;
      for (const uri of this.#subscribed.keys()) if (touches(uri)) this.#changed.add(uri);
      if (this.#isListChanged || this.#changed.size > 0) this.#gather();
    });
  }

  has(uri: string): boolean {
    return uri.startsWith('sc://');
  }

  /** All there are: the newest of each kind, which belong on the first page, and the others. */
  async list(view: View) {
    await this.#core.journal.freshen();
    const rows = this.#core.resources.list(this.#reader(view), Infinity);
    const newest = new Set(this.#core.resources.list(this.#reader(view), MAX_FIRST).map(({ uri }) => uri));
    const first = rows.filter(({ uri }) => newest.has(uri)).map(asListed);
    return { first, others: rows.filter(({ uri }) => !newest.has(uri)).map(asListed) };
  }

  templates() {
    return this.#core.resources.templates().map(template => ({ ...template }));
  }

  /** @throws {ProtocolError} where nothing stands under the address, or not for this client, or its query is wrong */
  async read(uri: string, view: View) {
    await this.#core.journal.freshen();
    try {
      return { uri, ...(await this.#core.resources.text(uri, this.#reader(view))) };
    } catch (error) {
      if (Refusal.is(error) && error.code !== 'too-large') {
        const code = error.code === 'invalid-arguments' ? INVALID_PARAMS : RESOURCE_NOT_FOUND;
        throw new ProtocolError(code, error.message, { uri }, { cause: error });
      }
      throw error;
    }
  }

  /** @throws {ProtocolError} as `read` */
  async subscribe(uri: string, view: View): Promise<void> {
    // Entered before it is confirmed: meanwhile the client may end it, or go away.
    const held = this.#subscribed.get(uri) ?? this.#core.heartbeat.hold(uri);
    this.#subscribed.set(uri, held);
    try {
      await this.read(uri, view);
    } catch (error) {
      if (this.#subscribed.get(uri) === held) this.unsubscribe(uri);
      throw error;
    }
  }

  unsubscribe(uri: string): void {
    this.#subscribed.get(uri)?.dispose();
    this.#subscribed.delete(uri);
  }

  dispose(): void {
    this.#changes.dispose();
    for (const uri of [...this.#subscribed.keys()]) this.unsubscribe(uri);
    this.#changed.clear();
    this.#isListChanged = false;
    this.#telling?.dispose();
  }

  #reader(view: View): ResourceReader {
    return { sessions: this.#core.gateway.seenOn(view) };
  }

  #gather(): void {
    this.#telling ??= this.#core.clock.after(GATHER_MS, () => {
      void this.#tell();
    });
  }

  /** A client that reads slowly is told again only after it took what it was told before: nothing piles up. */
  async #tell(): Promise<void> {
    const uris = [...this.#changed];
    const isListChanged = this.#isListChanged;
    this.#changed.clear();
    this.#isListChanged = false;
    try {
      if (isListChanged) await this.#server.sendResourceListChanged();
      for (const uri of uris) await this.#server.sendResourceUpdated({ uri });
    } catch {
      // It went away, as clients do.
      this.#log.debug('A client could not be told of resources');
    }
    this.#telling = undefined;
    if (this.#changed.size > 0 || this.#isListChanged) this.#gather();
  }
}
