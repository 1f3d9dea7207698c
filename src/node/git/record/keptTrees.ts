import { Refusal } from '../../../core/support/refusal';
import type { GitPlumbing } from '../plumbing/gitPlumbing';

/** How often a change is tried again that another window came before. */
const TRIES = 3;

/** Fewer refs are not worth the work (chosen here). */
const FEW = 64;

/** Trees, by the ref or the last part of the ref that each has or had. */
type Names = ReadonlyMap<string, string>;

/** The ref of the collection in a place of refs: a tree whose entries are the trees that are kept. */
export function collectionRef(place: string): string {
  return `${place}/kept`;
}

/** A tree that is kept in a place, wherever it is: as git names it. */
export function keptName(ref: string): string {
  const slash = ref.lastIndexOf('/');
  return `${collectionRef(ref.slice(0, slash))}:${ref.slice(slash + 1)}`;
}

/**
 * Trees that one ref keeps: it names a tree of which they are the entries, so that 10,000 snapshots cost a repository one ref
 * and gc reaches them all.
 */
export class KeptTrees {
  readonly #git: GitPlumbing;

  constructor(git: GitPlumbing) {
    this.#git = git;
  }

  /** Takes in what refs of a place name, and lets go of these refs in the same transaction; all but `spared`. */
  async gather(
    gitFolder: string,
    place: string,
    spared: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#withNewest(async () => {
      const refs = await this.#refs(gitFolder, place, signal);
      const old = refs.get(collectionRef(place));
      const gathered = [...refs].filter(([ref]) => ref !== collectionRef(place) && !spared.has(ref));
      if (gathered.length < FEW) return;
      const entries = new Map(old === undefined ? [] : await this.#entries(gitFolder, old, signal));
      for (const [ref, tree] of gathered) entries.set(ref.slice(place.length + 1), tree);
      const drops = gathered.map(([ref, tree]) => `delete ${ref}\0${tree}\0`);
      await this.#replace(gitFolder, { place, old, entries, also: drops }, signal);
    });
  }

  /** Lets go of what the collection of a place keeps by these names. */
  async letGo(
    gitFolder: string,
    place: string,
    names: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    await this.#withNewest(async () => {
      const old = (await this.#refs(gitFolder, collectionRef(place), signal)).get(collectionRef(place));
      if (old === undefined) return;
      const entries = new Map(await this.#entries(gitFolder, old, signal));
      const before = entries.size;
      for (const name of names) entries.delete(name);
      if (entries.size < before) await this.#replace(gitFolder, { place, old, entries, also: [] }, signal);
    });
  }

  /** Does it again where another window changed the refs meanwhile: nothing was changed then. */
  async #withNewest(work: () => Promise<void>): Promise<void> {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await work();
      } catch (error) {
        if (left === 1 || !Refusal.is(error, 'git-failed')) throw error;
      }
    }
  }

  /** The refs below a place, or the one of that name, that name trees. */
  async #refs(gitFolder: string, place: string, signal: AbortSignal): Promise<Names> {
    const args = ['for-each-ref', '--format=%(objecttype) %(objectname) %(refname)', place];
    const lines = await this.#lines(gitFolder, args, '\n', signal);
    return new Map(
      lines.flatMap(line => {
        const [type, tree = '', ref = ''] = line.split(' ');
        return type === 'tree' ? [[ref, tree] as const] : [];
      }),
    );
  }

  async #entries(gitFolder: string, tree: string, signal: AbortSignal): Promise<Names> {
    const lines = await this.#lines(gitFolder, ['ls-tree', '-z', tree], '\0', signal);
    return new Map(
      lines.map(line => {
        const tab = line.indexOf('\t');
        return [line.slice(tab + 1), line.slice(0, tab).split(' ')[2] ?? ''] as const;
      }),
    );
  }

  async #lines(
    gitFolder: string,
    args: readonly string[],
    end: string,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const { stdout } = await this.#git.run({
      cwd: gitFolder,
      args: [`--git-dir=${gitFolder}`, ...args],
      signal,
    });
    return stdout
      .toString('utf8')
      .split(end)
      .filter(line => line !== '');
  }

  /** Puts other entries in the place of those that a collection had, unless another window was faster. */
  async #replace(
    gitFolder: string,
    change: {
      readonly place: string;
      readonly old: string | undefined;
      readonly entries: Names;
      readonly also: readonly string[];
    },
    signal: AbortSignal,
  ): Promise<void> {
    const { place, old, entries, also } = change;
    const ref = collectionRef(place);
    const git = async (input: string, ...args: readonly string[]): Promise<string> =>
      (
        await this.#git.run({ cwd: gitFolder, args: [`--git-dir=${gitFolder}`, ...args], input, signal })
      ).stdout
        .toString('latin1')
        .trim();
    const rows = [...entries].map(([name, tree]) => `040000 tree ${tree}\t${name}\0`);
    const next = rows.length === 0 ? undefined : await git(rows.join(''), 'mktree', '-z');
    const own =
      next === undefined
        ? `delete ${ref}\0${old ?? ''}\0`
        : old === undefined
          ? `create ${ref}\0${next}\0`
          : `update ${ref}\0${next}\0${old}\0`;
    await git([own, ...also].join(''), 'update-ref', '--stdin', '-z', '--no-deref');
  }
}
