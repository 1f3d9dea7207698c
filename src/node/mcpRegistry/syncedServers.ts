import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogEntry, CatalogSourceReading } from '../../core/catalog/entry/entry';
import type { CatalogSource } from '../../core/catalog/entry/ports';
import type { Disposable } from '../../core/support/disposable';
import { isRecord } from '../../core/support/json';
import { serverId } from '../../shared/ids';
import { WatchedFile } from '../catalog/watchedFile';

/** Where synced servers are kept in a folder of ours. */
export const REGISTRY_FOLDER = 'mcp-registry';

/** The file that says which list of servers counts: small, and replaced in one step. */
export const STATE_FILE = 'state.json';

/** Which list of servers counts, and where it is from. */
export interface SyncState {
  readonly v: 1;
  /** The file of the list, a name in the same folder. */
  readonly file: string;
  readonly registry: string;
  /** When the newest sync of everything began, RFC 3339; left out where there was none. */
  readonly syncedAt?: string;
  readonly servers: number;
}

/** The servers that were synced from an MCP registry: nothing until somebody did so. A new sync is seen at once. */
export class SyncedServers implements CatalogSource {
  readonly #folder: string;
  readonly #state: WatchedFile;
  #known: { readonly file: string; readonly reading: CatalogSourceReading } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#state = new WatchedFile(join(folder, STATE_FILE));
  }

  async read(): Promise<CatalogSourceReading> {
    const state = await this.#state.read();
    const found = state.type === 'text' ? stateIn(state.text) : undefined;
    if (found === undefined) return reading(state.type === 'absent' ? [] : [UNREADABLE]);
    // Entries that did not change stay the very same ones, which spares whoever compares them.
    if (this.#known?.file === found.file) return this.#known.reading;
    const text = await readFile(join(this.#folder, found.file), 'utf8').catch(() => undefined);
    if (text === undefined) return reading([UNREADABLE]);
    const known = { ...reading([]), entries: entriesIn(text) };
    this.#known = { file: found.file, reading: known };
    return known;
  }

  onDidChange(listener: () => void): Disposable {
    return this.#state.onDidChange(listener);
  }
}

/** The state in its file's text; undefined where it is none, or of another version of ours. */
export function stateIn(text: string): SyncState | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || value['v'] !== 1) return undefined;
    const { file, registry, syncedAt, servers } = value;
    if (typeof file !== 'string' || !/^servers-[\w-]+\.jsonl$/.test(file)) return undefined;
    if (typeof registry !== 'string' || typeof servers !== 'number') return undefined;
    return { v: 1, file, registry, servers, ...(typeof syncedAt === 'string' ? { syncedAt } : {}) };
  } catch {
    return undefined; // Whoever reads it says what to do.
  }
}

/** The entries of a list, a line each. A line that is none is left out: it can be synced again. */
export function entriesIn(text: string): readonly CatalogEntry[] {
  return text.split('\n').flatMap(line => {
    const entry = line === '' ? undefined : entryIn(line);
    return entry === undefined ? [] : [entry];
  });
}

function entryIn(line: string): CatalogEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isRecord(value) || typeof value['id'] !== 'string' || serverId(value['id']) === undefined)
      return undefined;
    if (!isRecord(value['launch']) || !Array.isArray(value['needs'])) return undefined;
    const entry = value as unknown as CatalogEntry; // As `documentEntry` made it: the folder is its owner's.
    // Whatever stands there, it is a publisher's.
    return { ...entry, source: 'mcp-registry', owner: 'publisher', isVerified: false, onlyFound: true };
  } catch {
    return undefined;
  }
}

function reading(messages: readonly string[]): CatalogSourceReading {
  const problems = messages.map(message => ({ origin: 'MCP registry', message }));
  return { source: 'mcp-registry', entries: [], problems };
}

const UNREADABLE = "The servers that were synced from the MCP registry can't be read. Sync it again.";
