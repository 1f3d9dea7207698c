import { link, lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { GitPlumbing } from '../plumbing/gitPlumbing';

/** Sizes of the file of a ref to an object, a line with its hash: SHA-1 and SHA-256. */
const REF_BYTES = new Set([41, 65]);

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
 * Makes a ref that says what another says: a second name of its file. Git never writes into a ref's file but puts a new one in
 * its place, so that the two do not move together, and the first one's bytes are on the disk already. False, with nothing
 * done, where the other is not there as a file of its own (packed, let go by another window, damaged, or kept in a reftable),
 * so that it is no proof that the tree is still there, and where the file system knows no second names.
 */
async function copyRef(gitFolder: string, from: string, to: string): Promise<boolean> {
  try {
    const { size } = await lstat(join(gitFolder, from));
    if (!REF_BYTES.has(size)) return false;
    await link(join(gitFolder, from), join(gitFolder, to));
    return true;
  } catch {
    return false;
  }
}
