import {
  appendFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { isRecord } from '../../core/support/json';
import { Refusal } from '../../core/support/refusal';
import { newToken } from '../machine/randomness';
import { entriesIn, STATE_FILE, stateIn, type SyncState } from './syncedServers';

/** What a sync is about: who goes on with it must want the same. */
export interface SyncScope {
  readonly registry: string;
  /** A part of the names; empty for all. */
  readonly search: string;
}

/** A page as it was read. */
export interface KeptPage {
  readonly entries: readonly CatalogEntry[];
  /** Ids of servers that the registry no longer has. */
  readonly removed: readonly string[];
  readonly skipped: readonly SkippedDocument[];
  readonly nextCursor?: string | undefined;
}

/** A document that could not be used. */
export interface SkippedDocument {
  readonly name: string;
  readonly why: string;
}

/** A sync that has begun, with what came so far. */
export interface BegunSync extends SyncScope {
  readonly startedAt: string;
  /** Only what changed since then is asked for; left out for everything. */
  readonly since?: string | undefined;
  readonly pages: readonly KeptPage[];
}

const PARTIAL = 'sync.jsonl';
const LOCK = 'sync.lock';
/** A sync that is alive says so at each page, and waits for less. */
const LOCK_FRESH_MS = 180_000;
const MODE = 0o600;

/** Where synced servers are kept: a list that counts, and pages of a sync that is not done. Nothing is ever changed in its place. */
export class SyncFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Does something that no other process does at the same time. @throws {Refusal} sync-running */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#lock();
    try {
      return await work();
    } finally {
      await rm(this.#path(LOCK), { force: true });
    }
  }

  async state(): Promise<SyncState | undefined> {
    const text = await readFile(this.#path(STATE_FILE), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : stateIn(text);
  }

  async entries({ file }: SyncState): Promise<readonly CatalogEntry[]> {
    return entriesIn(await readFile(this.#path(file), 'utf8').catch(() => ''));
  }

  /** Makes this the list that counts. Until the last step, the one before does. */
  async replace(
    state: Omit<SyncState, 'v' | 'file' | 'servers'>,
    entries: readonly CatalogEntry[],
  ): Promise<void> {
    const file = `servers-${newToken().slice(0, 16)}.jsonl`;
    await this.#writeWhole(file, entries.map(entry => `${JSON.stringify(entry)}\n`).join(''));
    const next: SyncState = { v: 1, file, ...state, servers: entries.length };
    const temporary = `${STATE_FILE}.new`;
    await this.#writeWhole(temporary, JSON.stringify(next));
    await rename(this.#path(temporary), this.#path(STATE_FILE));
    await this.drop();
    for (const name of await readdir(this.#folder))
      if (/^servers-.*\.jsonl$/.test(name) && name !== file) await rm(this.#path(name), { force: true });
  }

  /** Forgets every synced server. True where there were some. */
  async clear(): Promise<boolean> {
    const had = (await this.state()) !== undefined;
    await rm(this.#path(STATE_FILE), { force: true });
    for (const name of await readdir(this.#folder))
      if (/^servers-.*\.jsonl$/.test(name)) await rm(this.#path(name), { force: true });
    await this.drop();
    return had;
  }

  /** What was left of a sync like this one; undefined where there is nothing to go on with. */
  async begun({ registry, search }: SyncScope): Promise<BegunSync | undefined> {
    const text = await readFile(this.#path(PARTIAL), 'utf8').catch(() => '');
    // What was cut off in the middle of a line is asked for again, and what comes stands on a line of its own.
    if (text !== '' && !text.endsWith('\n')) await appendFile(this.#path(PARTIAL), '\n');
    const [head, ...pages] = text.split('\n').map(valueIn);
    if (!isRecord(head) || head['registry'] !== registry || head['search'] !== search) return undefined;
    const { startedAt, since } = head;
    if (typeof startedAt !== 'string') return undefined;
    const whole = pages.filter(page => isRecord(page)) as unknown as readonly KeptPage[]; // As `keep` wrote them.
    return {
      registry,
      search,
      startedAt,
      ...(typeof since === 'string' ? { since } : {}),
      pages: whole,
    };
  }

  /** Begins one anew. */
  async begin({ pages: _none, ...head }: BegunSync): Promise<void> {
    await writeFile(this.#path(PARTIAL), `${JSON.stringify(head)}\n`, { mode: MODE });
  }

  /** Keeps a page of the sync that has begun. Resolves with the bytes of it. */
  async keep(page: KeptPage): Promise<number> {
    const line = `${JSON.stringify(page)}\n`;
    await appendFile(this.#path(PARTIAL), line, { mode: MODE });
    await utimes(this.#path(LOCK), new Date(), new Date()).catch(() => undefined); // Taken over: the other one will see.
    return Buffer.byteLength(line);
  }

  /** Lets go of a sync that has begun. */
  async drop(): Promise<void> {
    await rm(this.#path(PARTIAL), { force: true });
  }

  async #lock(): Promise<void> {
    for (let tried = 1; tried <= 2; tried += 1) {
      try {
        await writeFile(this.#path(LOCK), String(process.pid), { flag: 'wx', mode: MODE });
        return;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
        if (tried === 2 || (await this.#isHeld())) break;
        await rm(this.#path(LOCK), { force: true });
      }
    }
    throw new Refusal(
      'sync-running',
      'The MCP registry is being synced already, in another window or program. Wait until that is done.',
    );
  }

  /** Whether whoever made the lock still runs and goes on. */
  async #isHeld(): Promise<boolean> {
    const [text, found] = await Promise.all([
      readFile(this.#path(LOCK), 'utf8').catch(() => ''),
      stat(this.#path(LOCK)).catch(() => undefined),
    ]);
    if (found === undefined || Date.now() - found.mtimeMs > LOCK_FRESH_MS) return false;
    const pid = Number(text);
    if (!Number.isInteger(pid) || pid <= 0) return false;
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // Somebody else's process is alive too.
      return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
  }

  async #writeWhole(name: string, text: string): Promise<void> {
    const file = await open(this.#path(name), 'w', MODE);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

function valueIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
