import { type ServerId, serverId, type SessionId } from '../../shared/ids';
import type { Catalog } from '../catalog/catalog';
import type { CatalogEntry, CatalogSourceReading } from '../catalog/entry/entry';
import { ORIGINS } from '../catalog/entry/origins';
import type { CatalogSource } from '../catalog/entry/ports';
import { untilAborted } from '../support/abort';
import type { Disposable } from '../support/disposable';
import { Emitter } from '../support/emitter';
import { canonicalJson } from '../support/json';
import type { Log } from '../support/log';
import type { RemoteServer } from './serverWish';

/** Servers that are remembered for the next round that names them: connecting again costs a start (chosen here). */
const MAX_KEPT = 64;

interface Kept {
  readonly entry: CatalogEntry;
  /** Rounds that use it now: nobody else sees it. */
  readonly sessions: Set<SessionId>;
}

/**
 * Servers that rounds name by address. They are entries of the catalog, so that consent, credentials, sign-in, and scans of tools are
 * those of every other server, but only the rounds that named them can use them.
 */
export class RoundServers implements CatalogSource {
  /** By what was asked for; the one used last comes last. */
  readonly #kept = new Map<string, Kept>();
  readonly #changed: Emitter<void>;

  constructor(log: Log) {
    this.#changed = new Emitter(error =>
      log.error('A listener of round servers failed', { error: String(error) }),
    );
  }

  /** Those that rounds use now or used, which no list of the catalog has. */
  entries(): readonly CatalogEntry[] {
    return [...this.#kept.values()].map(({ entry }) => entry);
  }

  has(server: ServerId): boolean {
    return this.entries().some(({ id }) => id === server);
  }

  read(): Promise<CatalogSourceReading> {
    return Promise.resolve({ source: 'settings', entries: this.entries(), problems: [] });
  }

  onDidChange(listener: () => void): Disposable {
    return this.#changed.event(listener);
  }

  /** The name of the server for one round. Resolves when the catalog has it. @throws the signal's reason */
  async open(
    catalog: Catalog,
    session: SessionId,
    label: string,
    remote: RemoteServer,
    signal: AbortSignal,
  ): Promise<ServerId> {
    const key = canonicalJson([label, remote.url, remote.headers]);
    const known = this.#kept.get(key);
    if (known !== undefined) this.#kept.delete(key);
    const sessions = known?.sessions ?? new Set();
    const kept = known ?? { sessions, entry: this.#entryOf(catalog, label, remote, sessions) };
    sessions.add(session);
    this.#kept.set(key, kept);
    this.#makeRoom();
    const { id } = kept.entry;
    if (catalog.find(id) === undefined) await this.#published(catalog, id, signal);
    return id;
  }

  /** A round is over. */
  close(session: SessionId): void {
    for (const { sessions } of this.#kept.values()) sessions.delete(session);
  }

  async #published(catalog: Catalog, id: ServerId, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const hearing = catalog.onDidChange(() => {
      if (catalog.find(id) !== undefined) resolve();
    });
    try {
      this.#changed.fire();
      await untilAborted(promise, signal);
    } finally {
      hearing.dispose();
    }
  }

  #entryOf(
    catalog: Catalog,
    label: string,
    { url, headers }: RemoteServer,
    onlyFor: ReadonlySet<SessionId>,
  ): CatalogEntry {
    return {
      id: this.#freeName(catalog, label),
      displayName: label,
      description: 'A server of an LLM round',
      category: 'rounds',
      tags: [],
      source: 'settings',
      owner: 'user',
      origin: ORIGINS.round,
      launch: { type: 'http', url, headers },
      needs: [],
      requires: [],
      isolation: 'shared',
      disabledBy: null,
      isVerified: false,
      allowedTools: [],
      // The round says what is asked about.
      requireApproval: 'never',
      onlyFor,
    };
  }

  /** The label where nobody has it, so that the server can be approved by it. */
  #freeName(catalog: Catalog, label: string): ServerId {
    const plain = label
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 28);
    const names = new Set([...this.#kept.values()].map(({ entry }) => entry.id));
    const isFree = (id: ServerId): boolean => !names.has(id) && catalog.find(id) === undefined;
    const own = serverId(label) ?? serverId(plain) ?? ('server' as ServerId);
    if (isFree(own)) return own;
    const base = serverId(plain) ?? 'server';
    for (let i = 2; ; i += 1) {
      const id = `${base}-${i}` as ServerId;
      if (isFree(id)) return id;
    }
  }

  #makeRoom(): void {
    const unused = [...this.#kept].filter(([, { sessions }]) => sessions.size === 0);
    for (const [key] of unused.slice(0, Math.max(0, this.#kept.size - MAX_KEPT))) this.#kept.delete(key);
  }
}
