import { link, lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refusal } from '../../../core/support/refusal';
import type { GitPlumbing } from '../plumbing/gitPlumbing';
import { KeptTrees } from './keptTrees';
import { dropStaleLocks } from './staleLocks';

/** Sizes of the file of a ref to an object, a line with its hash: SHA-1 and SHA-256. */
const REF_BYTES = new Set([41, 65]);

/** Refs that are added before they are gathered into one (chosen here: a snapshot adds two). */
const GATHER_EVERY = 256;

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
  readonly #kept: KeptTrees;
  /** Refs that were added since they were gathered, by the same folder. */
  readonly #added = new Map<string, number>();

  constructor(git: GitPlumbing) {
    this.#git = git;
    this.#kept = new KeptTrees(git);
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
    const added = (this.#added.get(place) ?? 0) + anchors.length;
    this.#added.set(place, added);
    if (added >= GATHER_EVERY) await this.gather(gitFolder, dirname(first.ref), signal);
  }

  /**
   * Puts what the refs of a place keep into one of them; those of the newest snapshot stay, since the next one copies them. Where git
   * refuses, e.g. because an object is damaged, all refs stay as they are.
   */
  async gather(gitFolder: string, place: string, signal: AbortSignal): Promise<void> {
    this.#added.set(join(gitFolder, place), 0);
    await dropStaleLocks(gitFolder, place);
    const spared = new Set(this.#newest.get(join(gitFolder, place))?.values());
    try {
      await this.#kept.gather(gitFolder, place, spared, signal);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Lets go of refs, in one batch. Those that are gone already do not matter. */
  async letGo(gitFolder: string, refs: readonly string[], signal: AbortSignal): Promise<void> {
    for (const place of new Set(refs.map(ref => dirname(ref)))) await dropStaleLocks(gitFolder, place);
    const elsewhere = await gathered(gitFolder, refs);
    await this.#update(
      gitFolder,
      refs.map(ref => `delete ${ref}\0\0`),
      signal,
    );
    for (const [place, own] of Map.groupBy(elsewhere, dirname))
      await this.#kept.letGo(
        gitFolder,
        place,
        own.map(ref => basename(ref)),
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
  return `${ref}${HEAD}`;
}

const HEAD = '-head';

/** Those of some refs that may have been gathered: a snapshot whose own ref is a file was not, and needs no git to know it. */
async function gathered(gitFolder: string, refs: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    refs.map(async ref => {
      const own = ref.endsWith(HEAD) ? ref.slice(0, -HEAD.length) : ref;
      const isThere = await lstat(join(gitFolder, own)).then(
        () => true,
        () => false,
      );
      return isThere ? [] : [ref];
    }),
  );
  return found.flat();
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
