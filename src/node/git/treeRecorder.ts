import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../core/support/refusal';
import { feedFrom, type IndexFeed, pathIn, withholdFile } from './changedFiles';
import type { GitPlumbing } from './gitPlumbing';
import { ignoredUnder } from './ignoredPaths';
import { type IndexState, IndexStates } from './indexState';
import type { PrivateRepository } from './privateRepository';
import type { Repository } from './repository';
import { copyIndex, seedIndex } from './seedIndex';
import type { WithheldFile } from './snapshotRecords';
import { entriesOf, listWorktree, namesFor, rawName, type WorktreeListing } from './worktreeListing';

/** Files that git does not know and that one snapshot takes up (snapshots.md section 3). */
export const UNTRACKED_LIMIT = 50_000;
/** Paths given to one git, so that what is done is not lost when time runs out (chosen here). */
const PORTION = 4_000;
/** Times that a tree is begun, where an index fails (chosen here). */
const ATTEMPTS = 3;
/** Files that may fail one after the other before the root is given up (chosen here). */
const FAILURES_LIMIT = 50;

/** What a snapshot of one work tree found. */
export interface RecordedTree {
  readonly tree: string;
  readonly exclude: string;
  readonly withheld: readonly WithheldFile[];
  readonly skippedUntracked: boolean;
  /** Repositories inside, raw names. */
  readonly nested: readonly string[];
}

/** Where a recorder works. `repository` is undefined for a folder without one. */
export interface RecorderPlace {
  readonly git: GitPlumbing;
  readonly folder: string;
  readonly target: PrivateRepository;
  readonly repository: Repository | undefined;
  readonly objectFormat: string;
  readonly untrackedLimit: number;
}

/** Makes trees of a work tree, each from the index that the last one left. */
export class TreeRecorder {
  readonly #place: RecorderPlace;
  readonly #states: IndexStates;
  #isSwept = false;

  constructor(place: RecorderPlace) {
    this.#place = place;
    this.#states = new IndexStates(place.target.folder);
  }

  /** The work tree as it is now, with `written` also where they are ignored. Several may run at once; each works on a copy. */
  async record(exclude: string, written: readonly string[], signal: AbortSignal): Promise<RecordedTree> {
    if (!this.#isSwept) await this.#states.sweep(Date.now());
    this.#isSwept = true;
    for (let tries = 1; ; tries++) {
      try {
        return await this.#recordFrom(await this.#startingState(exclude, signal), exclude, written, signal);
      } catch (error) {
        // Our index may be damaged, or be gone since we began: again, from the newest or a new one.
        if (tries === ATTEMPTS || !(Refusal.is(error, 'git-failed') || isMissing(error))) throw error;
        signal.throwIfAborted();
        if (!isMissing(error)) await this.#states.forget();
      }
    }
  }

  async #startingState(exclude: string, signal: AbortSignal): Promise<IndexState> {
    const state = await this.#states.load();
    if (state !== undefined) return state;
    const index = this.#states.freshName();
    const { git, repository, target } = this.#place;
    const seed =
      repository === undefined
        ? { submodules: [] }
        : await seedIndex(git, repository, target, this.#states.pathOf(index), signal);
    return { index, tree: null, exclude, withheld: [], userIndex: '', submodules: seed.submodules };
  }

  async #recordFrom(
    state: IndexState,
    exclude: string,
    written: readonly string[],
    signal: AbortSignal,
  ): Promise<RecordedTree> {
    const { folder, target, objectFormat, untrackedLimit } = this.#place;
    const index = this.#states.pathOf(state.index);
    const found = await listWorktree(target, index, signal);
    const userIndex = await this.#userIndexStamp();
    const forced = userIndex === state.userIndex ? [] : await this.#namesOnlyTheUserHas(index, found, signal);
    const skippedUntracked = found.untracked.length > untrackedLimit;
    const untracked = [...(skippedUntracked ? [] : found.untracked), ...forced, ...written];
    const listing = await this.#withoutSparse({ ...found, untracked }, signal);
    const feed = await this.#withholdSecrets(
      state,
      await feedFrom(folder, listing, state.withheld, objectFormat, signal),
      signal,
    );
    const next = await this.#apply(state, feed, { exclude, userIndex }, signal);
    return {
      tree: next.tree,
      exclude,
      withheld: next.withheld,
      skippedUntracked,
      nested: [...found.nested, ...state.submodules],
    };
  }

  /** Tells a copy of the index, makes the tree and puts both into force. */
  async #apply(
    state: IndexState,
    feed: IndexFeed,
    known: Pick<IndexState, 'exclude' | 'userIndex'>,
    signal: AbortSignal,
  ): Promise<{ readonly tree: string; readonly withheld: readonly WithheldFile[] }> {
    const { target, repository } = this.#place;
    const isChanged = feed.additions.length > 0 || feed.removals.length > 0;
    const index = isChanged ? this.#states.freshName() : state.index;
    const path = this.#states.pathOf(index);
    const lost: string[] = [];
    if (isChanged) {
      if (!(await copyIndex(this.#states.pathOf(state.index), path)) && !isNew(state)) throw missingIndex();
      try {
        if (feed.removals.length > 0) {
          const args = ['update-index', '--force-remove', '-z', '--stdin'];
          await target.run({ args, input: namesFor(feed.removals), index: path }, signal);
        }
        for (let at = 0; at < feed.additions.length; at += PORTION) {
          lost.push(...(await this.#add(feed.additions.slice(at, at + PORTION), path, signal)));
        }
      } catch (error) {
        // Out of time: what was read so far need not be read again next time.
        if (signal.aborted && (await copyIndex(path, path + '.done')))
          await this.#states.save({ ...state, ...known, index: `${index}.done`, tree: null });
        throw error;
      }
    }
    const withheld = [...feed.withheld, ...(await this.#unreadable(lost))];
    let tree = isChanged ? null : state.tree;
    if (tree === null) {
      const args = ['write-tree', ...(repository?.settings.isPartialClone === true ? ['--missing-ok'] : [])];
      tree = await target.line({ args, index: path }, signal);
    }
    const next = { ...state, ...known, index, tree, withheld };
    if (JSON.stringify(next) !== JSON.stringify(state)) await this.#states.save(next);
    return { tree, withheld };
  }

  /** Adds the paths as they are on disk. Answers those that could not be read. */
  async #add(names: readonly string[], index: string, signal: AbortSignal): Promise<readonly string[]> {
    const args = [
      'update-index',
      '--add',
      '--remove',
      '--replace',
      '--ignore-skip-worktree-entries',
      '-z',
      '--stdin',
    ];
    const lost: string[] = [];
    for (let left = names; left.length > 0;) {
      try {
        await this.#place.target.run({ args, input: namesFor(left), index }, signal);
        break;
      } catch (error) {
        if (!Refusal.is(error, 'git-failed') || lost.length >= FAILURES_LIMIT) throw error;
        const culprit = /Unable to process path (.*)/.exec(String(error.details['complaint']))?.[1];
        const rest = left.filter(name => name !== rawName(culprit ?? ''));
        if (rest.length === left.length) throw error;
        lost.push(rawName(culprit ?? ''));
        left = rest;
      }
    }
    return lost;
  }

  async #unreadable(names: readonly string[]): Promise<readonly WithheldFile[]> {
    const { folder, objectFormat } = this.#place;
    const files: WithheldFile[] = [];
    for (const name of names) {
      const found = await lstat(pathIn(folder, name), { bigint: true }).catch(() => undefined);
      if (found !== undefined)
        files.push(await withholdFile(folder, name, found, 'unreadable', undefined, objectFormat));
    }
    return files;
  }

  /** Keeps the content of keys out of the store whose ignore rule has just gone. */
  async #withholdSecrets(state: IndexState, feed: IndexFeed, signal: AbortSignal): Promise<IndexFeed> {
    const { folder, target, objectFormat } = this.#place;
    if (feed.secretLike.length === 0 || state.tree === null) return feed;
    const secret = await ignoredUnder(target, state.tree, state.exclude, feed.secretLike, signal);
    const withheld = [...feed.withheld];
    for (const name of secret) {
      const found = await lstat(pathIn(folder, name), { bigint: true });
      withheld.push(await withholdFile(folder, name, found, 'secret', undefined, objectFormat));
    }
    return { ...feed, withheld, additions: feed.additions.filter(name => !secret.has(name)) };
  }

  /** Files that the user's sparse checkout took off the disk are not gone. */
  async #withoutSparse(listing: WorktreeListing, signal: AbortSignal): Promise<WorktreeListing> {
    const { git, repository } = this.#place;
    if (repository?.settings.isSparse !== true || listing.gone.length === 0) return listing;
    const args = ['ls-files', '-v', '-z'];
    const { stdout } = await git.run({ cwd: repository.folder, args, signal });
    const sparse = new Set(
      entriesOf(stdout)
        .filter(entry => /^S/i.test(entry))
        .map(entry => entry.slice(2)),
    );
    return { ...listing, gone: listing.gone.filter(name => !sparse.has(name)) };
  }

  async #userIndexStamp(): Promise<string> {
    const { repository } = this.#place;
    if (repository === undefined) return '';
    const found = await stat(join(repository.gitFolder, 'index'), { bigint: true }).catch(() => undefined);
    return found === undefined ? 'none' : `${found.size}:${found.mtimeNs}:${found.ino}`;
  }

  /** Ignored files that the user added by force: no list of ours has them. */
  async #namesOnlyTheUserHas(
    index: string,
    listing: WorktreeListing,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const { git, repository, target } = this.#place;
    if (repository === undefined) return [];
    const [theirs, ours] = await Promise.all([
      git.run({ cwd: repository.folder, args: ['ls-files', '-z'], signal }),
      target.run({ args: ['ls-files', '-z'], index }, signal),
    ]);
    const known = new Set([...entriesOf(ours.stdout), ...listing.untracked, ...listing.nested]);
    return [...new Set(entriesOf(theirs.stdout))].filter(name => !known.has(name));
  }
}

/** Whether nothing was recorded yet: a repository without an index of its own begins with none. */
function isNew(state: IndexState): boolean {
  return state.tree === null && state.userIndex === '';
}

/** Without its beginning, a copy would hold the changes only: a tree with almost nothing in it. */
function missingIndex(): Error {
  return Object.assign(new Error('The index was replaced meanwhile.'), { code: 'ENOENT' });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
