import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { GitPlumbing } from './gitPlumbing';

/** Something to keep from being pruned. */
export interface Anchor {
  readonly ref: string;
  /** A tree, or a commit whose tree is meant. */
  readonly tree: string;
}

/**
 * Names trees by refs, so that gc keeps them. A ref to a tree shows in no log, and unlike `refs/worktree/` it counts for a gc
 * that runs in another worktree.
 */
export class Anchors {
  readonly #git: GitPlumbing;
  /** The newest refs, by the folder that they lie in and what they keep. */
  readonly #newest = new Map<string, ReadonlyMap<string, string>>();

  constructor(git: GitPlumbing) {
    this.#git = git;
  }

  /**
   * Anchors trees. What the snapshot before holds as well is anchored by a copy of its ref, which costs a file and not a
   * process: a snapshot of an unchanged tree is one `git ls-files`.
   */
  async add(gitFolder: string, anchors: readonly Anchor[], signal: AbortSignal): Promise<void> {
    const [first] = anchors;
    if (first === undefined) return;
    const place = join(gitFolder, dirname(first.ref));
    const before = this.#newest.get(place);
    // At once: the disk then writes both in one go.
    const copied = await Promise.all(
      anchors.map(async ({ ref, tree }) => {
        const like = before?.get(tree);
        return like !== undefined && (await copyRef(gitFolder, like, ref));
      }),
    );
    const left = anchors.filter((_, i) => copied[i] !== true);
    const commands = left.map(({ ref, tree }) => `update ${ref}\0${tree}^{tree}\0\0`);
    await this.#update(gitFolder, commands, signal);
    this.#newest.set(place, new Map(anchors.map(({ ref, tree }) => [tree, ref])));
  }

  /** Lets go of refs, in one batch. Those that are gone already do not matter. */
  async letGo(gitFolder: string, refs: readonly string[], signal: AbortSignal): Promise<void> {
    await this.#update(
      gitFolder,
      refs.map(ref => `delete ${ref}\0\0`),
      signal,
    );
  }

  async #update(gitFolder: string, commands: readonly string[], signal: AbortSignal): Promise<void> {
    if (commands.length === 0) return;
    await this.#git.run({
      cwd: gitFolder,
      args: [`--git-dir=${gitFolder}`, 'update-ref', '--stdin', '-z', '--no-deref'],
      input: commands.join(''),
      signal,
    });
  }
}

/** Where the head's tree of a snapshot is anchored, given where the snapshot's own is. */
export function headRef(ref: string): string {
  return `${ref}-head`;
}

/**
 * Makes a ref that says what another says, by git's own protocol: a lock file beside it, synced and renamed. False, with
 * nothing done, where the other is not there as a file of its own (packed, let go by another window, or kept in a
 * reftable), so that it is no proof that the tree is still there.
 */
async function copyRef(gitFolder: string, from: string, to: string): Promise<boolean> {
  const path = join(gitFolder, to);
  const lock = `${path}.lock`;
  try {
    const text = await readFile(join(gitFolder, from), 'latin1');
    if (!/^[0-9a-f]{40,64}\n$/.test(text)) return false;
    const file = await open(lock, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(lock, path);
    return true;
  } catch {
    await rm(lock, { force: true });
    return false;
  }
}
