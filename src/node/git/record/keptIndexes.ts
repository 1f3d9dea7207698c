import { link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Indexes of one root that are kept (chosen here: at 100,000 files one takes some 10 MB). */
const KEPT = 8;

/**
 * The indexes that made the newest trees of a root, each under its tree's id. With one, the files of a tree are known also when
 * the user's objects are gone. An index is never written again, so a second name of its file is enough.
 */
export class KeptIndexes {
  readonly #folder: string;

  /** `folder`: the root's private folder. */
  constructor(folder: string) {
    this.#folder = join(folder, 'kept');
  }

  /** Keeps the index of a tree, and lets go of the oldest. Where it can't be kept, a later answer tells less. */
  async keep(tree: string, index: string): Promise<void> {
    const place = this.#path(tree);
    if (place === undefined) return;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      // Anew, where it is there already: it is the youngest from now on.
      await rm(place, { force: true });
      await link(index, place);
      await this.#prune();
    } catch {
      // Replaced meanwhile, or a file system that knows no second names.
    }
  }

  /** Where the index of a tree is; undefined where none is kept. */
  async find(tree: string): Promise<string | undefined> {
    const place = this.#path(tree);
    if (place === undefined) return undefined;
    return await stat(place).then(
      () => place,
      () => undefined,
    );
  }

  async #prune(): Promise<void> {
    const names = await readdir(this.#folder);
    if (names.length <= KEPT) return;
    const ages = await Promise.all(
      // Its time is that of the index it was copied from; when it got this name is another matter.
      names.map(async name => ({ name, since: (await stat(join(this.#folder, name))).ctimeMs })),
    );
    const oldest = ages.toSorted((a, b) => b.since - a.since).slice(KEPT);
    for (const { name } of oldest) await rm(join(this.#folder, name), { force: true });
  }

  #path(tree: string): string | undefined {
    return /^[0-9a-f]{40,64}$/.test(tree) ? join(this.#folder, tree) : undefined;
  }
}
