import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Snapshot, UnfinishedRestore } from '../../../core/snapshots/snapshot';
import { eachOf } from '../../../core/support/eachOf';
import type { Log } from '../../../core/support/log';
import { readRecord } from '../plumbing/jsonRecord';
import { onOwnDisk } from '../plumbing/ownDisk';
import { processStart } from '../../processes/processStart';
import { writeWhole } from '../plumbing/privateRepository';
import type { FileState, RestoreTarget } from './restoreFiles';

/** Contents whose record was never written are removed after this long (chosen here). */
const STALE_AFTER_MS = 60 * 60 * 1_000;

/** What a user's file holds is for its owner alone, whatever rights the file itself has. */
const PRIVATE = { mode: 0o600, flush: true };

/** Contents that are written at the same time: each waits for the disk for most of its time. */
const WRITES_AT_ONCE = 8;

/** One path of a restore, from what it holds to what it is to hold. */
export interface RestoreMove extends RestoreTarget {
  /** Path for people, relative to the workspace folder. */
  readonly name: string;
  readonly old: FileState;
  readonly new: FileState;
}

interface Side {
  readonly mode: string;
}

interface StoredMove extends RestoreTarget {
  readonly name: string;
  readonly old: Side | null;
  readonly new: Side | null;
}

interface StoredRestore {
  readonly id: string;
  readonly pid: number;
  /** When its process began, as pids are given anew; left out where the system does not tell, and in older records. */
  readonly start?: string | undefined;
  readonly before: Snapshot;
  readonly moves: readonly StoredMove[];
}

/** Writes down what a restore is about to do, with all contents, so that a crash in its middle can be mended. */
export class RestoreRecords {
  readonly #folder: string;
  readonly #log: Log;
  readonly #running = new Set<string>();

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Keeps the moves. From here on the restore can be finished or undone. */
  async begin(id: string, before: Snapshot, moves: readonly RestoreMove[]): Promise<void> {
    await onOwnDisk(() => this.#keepContents(this.#place(id), moves));
    const stored: StoredRestore = {
      id,
      pid: process.pid,
      start: await processStart(process.pid),
      before,
      moves: moves.map(move => ({ ...move, old: sideOf(move.old), new: sideOf(move.new) })),
    };
    this.#running.add(id);
    await writeWhole(this.#recordOf(id), JSON.stringify(stored));
  }

  /** On the disk before the record that names them: of a power cut, an undo would else bring back empty files. */
  async #keepContents(folder: string, moves: readonly RestoreMove[]): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await eachOf([...moves.entries()], WRITES_AT_ONCE, async ([i, move]) => {
      if (move.old !== null) await writeFile(join(folder, `${i}.old`), move.old.content, PRIVATE);
      if (move.new !== null) await writeFile(join(folder, `${i}.new`), move.new.content, PRIVATE);
    });
  }

  /** Forgets a restore that is done or was taken back. */
  async end(id: string): Promise<void> {
    this.#running.delete(id);
    await rm(this.#place(id), { recursive: true, force: true });
  }

  /** Says that a restore of this process failed half-way and is left for later. */
  abandon(id: string): void {
    this.#running.delete(id);
  }

  /** Restores whose process ended before they did. */
  async list(): Promise<readonly UnfinishedRestore[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const unfinished: UnfinishedRestore[] = [];
    for (const name of names) {
      const stored = await this.#read(name);
      if (stored === undefined) await this.#sweep(name);
      else if (!this.#running.has(name) && (stored.pid === process.pid || !(await isAlive(stored))))
        unfinished.push({ id: stored.id, before: stored.before, paths: stored.moves.map(move => move.name) });
    }
    return unfinished;
  }

  /** The moves of a restore with their contents; undefined when there is no such restore. */
  async moves(id: string): Promise<readonly RestoreMove[] | undefined> {
    const stored = await this.#read(id);
    if (stored === undefined) return undefined;
    const content = async (i: number, which: 'old' | 'new', side: Side | null): Promise<FileState> =>
      side === null
        ? null
        : { mode: side.mode, content: await readFile(join(this.#place(id), `${i}.${which}`)) };
    return await Promise.all(
      stored.moves.map(async (move, i) => ({
        ...move,
        old: await content(i, 'old', move.old),
        new: await content(i, 'new', move.new),
      })),
    );
  }

  async #read(id: string): Promise<StoredRestore | undefined> {
    if (!/^[\w-]+$/.test(id)) return undefined;
    const stored = await readRecord(this.#recordOf(id));
    if (!Array.isArray(stored?.['moves'])) return undefined;
    // Only `begin` writes these files, whole.
    return stored as unknown as StoredRestore;
  }

  /** Beside a damaged record is what the user's files held: that stays. */
  async #sweep(name: string): Promise<void> {
    if (existsSync(this.#recordOf(name))) {
      const folder = this.#place(name);
      this.#log.warn('The record of an interrupted restore is damaged; what its files held is kept', {
        folder,
      });
      return;
    }
    const found = await stat(this.#place(name)).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > STALE_AFTER_MS)
      await rm(this.#place(name), { recursive: true, force: true });
  }

  #place(id: string): string {
    return join(this.#folder, id);
  }

  #recordOf(id: string): string {
    return join(this.#place(id), 'record.json');
  }
}

function sideOf(state: FileState): Side | null {
  return state === null ? null : { mode: state.mode };
}

async function isAlive({ pid, start }: StoredRestore): Promise<boolean> {
  try {
    process.kill(pid, 0);
    return start === undefined || (await processStart(pid)) === start;
  } catch (error) {
    // Someone else's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
