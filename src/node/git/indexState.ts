import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../core/support/json';
import type { WithheldFile } from './snapshotRecords';

/** Unfinished indexes of a git that was killed are removed after this long (chosen here: no snapshot takes it). */
const STALE_AFTER_MS = 60 * 60 * 1_000;

/** Our index of a root as the last snapshot left it. */
export interface IndexState {
  /** File name of the index in the private folder. */
  readonly index: string;
  /** The tree that the index makes; null where it was not made yet. */
  readonly tree: string | null;
  readonly exclude: string;
  readonly withheld: readonly WithheldFile[];
  /** Paths of submodules, raw names. */
  readonly submodules: readonly string[];
  /** What the user's index was like when its names were last looked at. */
  readonly userIndex: string;
}

/** Keeps the state in one file, so that a new index and what is known of it come into force in the same moment. */
export class IndexStates {
  readonly #folder: string;
  #made = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The state, undefined where there is none or it can not be used. */
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

  /** Puts the state into force and removes the index that it replaces. */
  async save(state: IndexState, replaced: string | undefined): Promise<void> {
    const unfinished = join(this.#folder, this.freshName());
    await writeFile(unfinished, JSON.stringify(state));
    await rename(unfinished, join(this.#folder, 'state.json'));
    if (replaced !== undefined && replaced !== state.index) await rm(this.pathOf(replaced), { force: true });
  }

  /** A name that no other index has, in this process or another. */
  freshName(): string {
    this.#made += 1;
    return `index.${process.pid}.${Date.now()}.${this.#made}`;
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
      const found = await stat(join(this.#folder, name)).catch(() => undefined);
      if (found !== undefined && now - found.mtimeMs > STALE_AFTER_MS)
        await rm(join(this.#folder, name), { force: true });
    }
  }
}
