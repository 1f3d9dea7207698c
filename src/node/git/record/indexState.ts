import { randomUUID } from 'node:crypto';
import { chmod, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../../core/support/json';
import type { IgnoreSources } from './ignoreSources';
import type { Rights, WithheldFile } from '../plumbing/snapshotRecords';

/**
 * Indexes that are not in force are removed after this long: those that were replaced, which another snapshot may still be
 * reading, and those of a git that was killed. Chosen here: six times what a snapshot may take.
 */
const STALE_AFTER_MS = 60 * 1_000;

/** Our index of a root as the last snapshot left it. */
export interface IndexState {
  /** File name of the index in the private folder. */
  readonly index: string;
  /** The tree that the index makes; null where it was not made yet. */
  readonly tree: string | null;
  readonly exclude: string;
  readonly withheld: readonly WithheldFile[];
  /** Of files that not everybody may read; not there in states of older versions. */
  readonly rights?: Rights;
  /** Paths of submodules, raw names. */
  readonly submodules: readonly string[];
  /** What the user's index was like when its names were last looked at. */
  readonly userIndex: string;
  /** Files of the user's index may be gone from ours since they were gone from the disk: ignored ones come back in no list. */
  readonly isShort?: boolean;
  /** Where ignore rules came from; not there in states of older versions. */
  readonly sources?: IgnoreSources;
  /** Folders that new ignore rules hide, raw names with a slash at the end. */
  readonly hidden?: readonly string[];
  /** New files were left out. */
  readonly isCut?: boolean;
  /** Which object store has the tree; not there in states of older versions. */
  readonly store?: string;
  /** The tree names contents that no store has any more. */
  readonly isHollow?: boolean;
}

/** Keeps the state in one file, so that a new index and what is known of it come into force in the same moment. */
export class IndexStates {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The state, undefined where there is none or it cannot be used. */
  async load(): Promise<IndexState | undefined> {
    try {
      const state: unknown = JSON.parse(await readFile(join(this.#folder, 'state.json'), 'utf8'));
      if (!isRecord(state) || typeof state['index'] !== 'string') return undefined;
      await stat(this.pathOf(state['index']));
      // Only `save` writes this file, whole.
      return state as unknown as IndexState;
    } catch {
      // Never made, or damaged: the index is made anew.
      return undefined;
    }
  }

  /** Puts the state into force. The index it replaces stays for a while: others may have begun with it. */
  async save(state: IndexState): Promise<void> {
    const unfinished = join(this.#folder, this.freshName());
    // Git writes an index anew with the rights that the user's mask leaves.
    await chmod(this.pathOf(state.index), 0o600).catch(() => undefined);
    await writeFile(unfinished, JSON.stringify(state), { mode: 0o600 });
    await rename(unfinished, join(this.#folder, 'state.json'));
    await this.sweep(Date.now());
  }

  /** A name that no other index has, in this process or another. */
  freshName(): string {
    return `index.${Date.now()}.${randomUUID()}`;
  }

  /** Where the index of that name is. */
  pathOf(index: string): string {
    return join(this.#folder, index);
  }

  /** Removes the state, after it proved useless. */
  async forget(): Promise<void> {
    await rm(join(this.#folder, 'state.json'), { force: true });
  }

  /** Removes what a killed git or a killed window left. */
  async sweep(now: number): Promise<void> {
    const kept = (await this.load())?.index;
    for (const name of await readdir(this.#folder)) {
      if (!name.startsWith('index.') || name === kept) continue;
      // By its name: an index is given the time of the one it was copied from.
      const madeAt = Number(name.split('.')[1]);
      if (!(now - madeAt <= STALE_AFTER_MS)) await rm(join(this.#folder, name), { force: true });
    }
  }
}
