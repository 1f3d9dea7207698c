import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../../core/support/refusal';
import { feedFrom, type IndexFeed, pathIn, withholdFile } from '../plumbing/changedFiles';
import type { GitPlumbing } from '../plumbing/gitPlumbing';
import { withoutBare } from './bareRepositories';
import { ignoredUnder } from './ignoredPaths';
import type { IgnoreSources } from './ignoreSources';
import { outermost } from './hiddenFiles';
import { type IndexState, IndexStates } from './indexState';
import { KeptIndexes } from './keptIndexes';
import { foldersLeft, newlyHidden } from './newRules';
import type { PrivateRepository } from '../plumbing/privateRepository';
import type { Repository } from '../plumbing/repository';
import { copyIndex, seedIndex } from '../plumbing/seedIndex';
import { withStored } from './storedContents';
import { namesOfUser, NO_NAMES, type UserNames, withoutSparse } from './userNames';
import { rightsNow } from './rightsNow';
import type { Rights, WithheldFile } from '../plumbing/snapshotRecords';
import { entriesOf, listWorktree, namesFor, rawName } from '../plumbing/worktreeListing';

/** Files that git does not know and that one snapshot takes up. */
export const UNTRACKED_LIMIT = 50_000;
/** Paths given to one git, so that what is done is not lost when time runs out (chosen here). */
const PORTION = 4_000;
/** Contents in one git that are on the disk before it ends: of more, each would wait for the disk, and time would run out (chosen here). */
const FLUSHED_LIMIT = 1_000;
/** Times that a tree is begun, where an index fails (chosen here). */
const ATTEMPTS = 3;
/** Files of a repository that is gone which are read once more, so that their contents are kept (chosen here: some seconds). */
const REREAD_LIMIT = 5_000;
/** Files that may fail one after the other before the root is given up (chosen here). */
const FAILURES_LIMIT = 50;

/** The name of a submodule and the commit that the user's index has for it. */
type Submodule = readonly [string, string];

/** What a snapshot of one work tree found. */
export interface RecordedTree {
  readonly tree: string;
  readonly exclude: string;
  readonly withheld: readonly WithheldFile[];
  readonly skippedUntracked: boolean;
  /** Repositories inside, raw names. */
  readonly nested: readonly string[];
  /** Some contents that the tree names are kept nowhere. */
  readonly isHollow: boolean;
  /** What could not be looked at, in words for every account from or to this moment. */
  readonly gaps: readonly string[];
  /** Folders that can't be read, raw names with a slash at the end. */
  readonly closed: readonly string[];
  /** Folders that new ignore rules hide, raw names. */
  readonly hidden: readonly string[];
  /** Of files that not everybody may read. */
  readonly rights: Rights;
}

/** The ignore rules and settings of now, beside those in the work tree. */
export interface RulesNow {
  /** Of `info/exclude`. */
  readonly exclude: string;
  readonly settings: ReadonlyMap<string, string>;
}

/** Where a recorder works. `repository` is undefined for a folder without one. */
export interface RecorderPlace {
  readonly git: GitPlumbing;
  readonly folder: string;
  readonly target: PrivateRepository;
  readonly repository: Repository | undefined;
  readonly objectFormat: string;
  readonly untrackedLimit: number;
  /** Stands for the object store: another one has none of the objects. */
  readonly store: string;
  /** The user's repository can't be read any more: its index of ours goes on, with objects of our own. */
  readonly isHeir: boolean;
}

/** Makes trees of a work tree, each from the index that the last one left. */
export class TreeRecorder {
  readonly #place: RecorderPlace;
  readonly #states: IndexStates;
  readonly #kept: KeptIndexes;
  #isSwept = false;

  constructor(place: RecorderPlace) {
    this.#place = place;
    this.#states = new IndexStates(place.target.folder);
    this.#kept = new KeptIndexes(place.target.folder);
  }

  /** Lets go of what is known of the tree, after its objects proved to be gone. */
  async distrust(): Promise<void> {
    const state = await this.#states.load();
    if (state !== undefined) await this.#states.save({ ...state, tree: null, store: '' });
  }

  /** The work tree as it is now, with `written` also where they are ignored. Several may run at once; each works on a copy. */
  async record(rules: RulesNow, written: readonly string[], signal: AbortSignal): Promise<RecordedTree> {
    if (!this.#isSwept) await this.#states.sweep(Date.now());
    this.#isSwept = true;
    let known: readonly string[] = [];
    // No list has these where they are ignored by now: a new index must know of them from the one before.
    let withheld: readonly WithheldFile[] = [];
    let rights: Rights = [];
    for (let tries = 1; ; tries++) {
      try {
        const state = await this.#states.load();
        const isOurs = state !== undefined && this.#goesOn(state);
        if (state !== undefined) withheld = state.withheld.map(file => ({ ...file, stamp: '' }));
        rights = state?.rights ?? rights;
        // In another store nothing of it is there: begun anew, but with the files that it knew.
        if (state !== undefined && !isOurs) known = await this.#namesIn(state, signal);
        const isSeeded = tries < ATTEMPTS;
        const from = isOurs
          ? state
          : await this.#newState({ exclude: rules.exclude, withheld, rights }, isSeeded, signal);
        return await this.#recordFrom(from, rules, { known, restored: written }, signal);
      } catch (error) {
        // Our index may be damaged, or be gone since we began, or objects are: again, from the newest or a new one.
        if (tries === ATTEMPTS || !(Refusal.is(error, 'git-failed') || isMissing(error))) throw error;
        signal.throwIfAborted();
        const state = await this.#states.load();
        if (state !== undefined && !isMissing(error)) known = await this.#namesIn(state, signal);
        if (!isMissing(error)) await this.#states.forget();
      }
    }
  }

  /** Whether work can go on from the state: its objects are where ours go, or need not be. */
  #goesOn(state: IndexState): boolean {
    return this.#place.isHeir || state.store === undefined || state.store === this.#place.store;
  }

  /** All names of an index of ours; none where it is damaged. */
  async #namesIn(state: IndexState, signal: AbortSignal): Promise<readonly string[]> {
    try {
      const call = { args: ['ls-files', '-z'], index: this.#states.pathOf(state.index) };
      return entriesOf((await this.#place.target.run(call, signal)).stdout);
    } catch (error) {
      if (!Refusal.is(error, 'git-failed')) throw error;
      return [];
    }
  }

  /** `withheld`: without stamps, since another store may name contents in another way. */
  async #newState(
    known: Pick<IndexState, 'exclude' | 'withheld' | 'rights'>,
    isSeeded: boolean,
    signal: AbortSignal,
  ): Promise<IndexState> {
    const index = this.#states.freshName();
    const empty = { index, tree: null, ...known, userIndex: '', submodules: [] };
    const { git, repository, target, store } = this.#place;
    if (repository === undefined || !isSeeded) return { ...empty, store };
    try {
      const seed = await seedIndex(git, repository, target, this.#states.pathOf(index), signal);
      return { ...empty, submodules: seed.submodules, store };
    } catch (error) {
      // The user's index is damaged or not theirs to read, or objects are gone that it names: without it, every file is read.
      if (!Refusal.is(error, 'git-failed') && !isClosed(error)) throw error;
      return { ...empty, index: this.#states.freshName(), store };
    }
  }

  async #recordFrom(
    state: IndexState,
    rules: RulesNow,
    { known, restored }: { readonly known: readonly string[]; readonly restored: readonly string[] },
    signal: AbortSignal,
  ): Promise<RecordedTree> {
    const { folder, target, objectFormat, untrackedLimit } = this.#place;
    const index = this.#states.pathOf(state.index);
    const listed = await listWorktree(target, index, signal);
    const found = { ...listed, untracked: await withoutBare(folder, listed.untracked) };
    const userIndex = await this.#userIndexStamp();
    const isLookedUp = userIndex !== state.userIndex || state.isShort === true;
    const theirs = isLookedUp ? await namesOfUser(this.#place, index, found, signal) : NO_NAMES;
    const skippedUntracked = found.untracked.length - known.length > untrackedLimit;
    const past = { sources: state.sources, isCut: state.isCut === true };
    const hidden = await newlyHidden({ repository: target, folder, index }, found, rules, past, signal);
    const seen = new Set(skippedUntracked ? [] : found.untracked);
    for (const name of hidden.selfHidden) seen.delete(name);
    const untracked = [...new Set([...seen, ...theirs.names, ...hidden.files, ...known, ...restored])];
    // One that is checked out is told by the commit that it is at, another by the one that it is to get.
    const isHere = (name: string): boolean => found.nested.includes(name);
    const links = [...theirs.submodules].filter(([name]) => !isHere(name));
    const checkedOut = [...theirs.submodules.keys()].filter(isHere);
    const changed = [...new Set([...found.changed, ...theirs.unhidden, ...checkedOut])];
    const listing = await withoutSparse(this.#place, index, { ...found, changed, untracked }, signal);
    const all = await feedFrom(folder, listing, state.withheld, objectFormat, signal);
    const kept = { withheld: state.withheld, isIndexSame: userIndex === state.userIndex };
    const feed = await this.#withholdSecrets(
      state,
      await withStored(target, all, kept, signal),
      { hidden: new Set(hidden.files), restored: new Set(restored) },
      signal,
    );
    const { exclude } = rules;
    const folders = await foldersLeft(folder, [...(state.hidden ?? []), ...hidden.folders]);
    const isShort = this.#place.repository !== undefined && lacksNames(feed, theirs);
    const submodules = [...new Set([...state.submodules, ...theirs.submodules.keys()])];
    const about = { exclude, userIndex, isShort, hidden: folders, isCut: skippedUntracked, submodules };
    const next = await this.#apply(
      state,
      { ...feed, unhidden: theirs.unhidden, links: await linksIn(folder, links) },
      about,
      hidden.sources,
      signal,
    );
    return {
      tree: next.tree,
      exclude,
      hidden: folders,
      withheld: next.withheld,
      skippedUntracked,
      nested: [...found.nested, ...submodules],
      isHollow: next.isHollow,
      closed: outermost(feed.closed),
      gaps: theirs.gaps,
      rights: next.rights,
    };
  }

  /** Tells a copy of the index, makes the tree and puts both into force. */
  async #apply(
    state: IndexState,
    feed: IndexFeed & Pick<UserNames, 'unhidden'> & { readonly links: readonly Submodule[] },
    known: Pick<IndexState, 'exclude' | 'userIndex' | 'isShort' | 'hidden' | 'isCut' | 'submodules'>,
    sources: Omit<IgnoreSources, 'tree'>,
    signal: AbortSignal,
  ): Promise<Pick<RecordedTree, 'tree' | 'withheld' | 'isHollow' | 'rights'>> {
    const { target, store } = this.#place;
    const isChanged = [feed.additions, feed.removals, feed.links].some(list => list.length > 0);
    const index = isChanged ? this.#states.freshName() : state.index;
    const path = this.#states.pathOf(index);
    const lost: string[] = [];
    if (isChanged) {
      if (!(await copyIndex(this.#states.pathOf(state.index), path)) && !isNew(state)) throw missingIndex();
      try {
        if (feed.unhidden.length > 0) {
          // Git passes over an entry with the flag, whatever it is told of the file.
          const args = ['update-index', '--no-skip-worktree', '-z', '--stdin'];
          await target.run({ args, input: namesFor(feed.unhidden), index: path }, signal);
        }
        if (feed.removals.length > 0) {
          const args = ['update-index', '--force-remove', '-z', '--stdin'];
          await target.run({ args, input: namesFor(feed.removals), index: path }, signal);
        }
        if (feed.links.length > 0) {
          const input = namesFor(feed.links.map(([name, id]) => `160000 ${id}\t${name}`));
          await target.run({ args: ['update-index', '-z', '--index-info'], input, index: path }, signal);
        }
        for (let at = 0; at < feed.additions.length; at += PORTION) {
          lost.push(...(await this.#add(feed.additions.slice(at, at + PORTION), path, signal)));
        }
      } catch (error) {
        // Out of time: what was read so far need not be read again next time.
        if (signal.aborted && (await copyIndex(path, path + '.done')))
          await this.#states.save({ ...state, index: `${index}.done`, tree: null, isShort: true });
        throw error;
      }
    }
    const withheld = [...feed.withheld, ...(await this.#unreadable(lost))];
    const isMade = isChanged || state.tree === null || (state.store ?? store) !== store;
    const { tree, isHollow } = isMade
      ? await this.#writeTree(path, signal)
      : { tree: state.tree ?? '', isHollow: state.isHollow === true };
    const { isHollow: _before, ...rest } = state;
    const rights = rightsNow(state.rights ?? [], feed);
    const made = { index, tree, withheld, rights, store, sources: { ...sources, tree } };
    const next = { ...rest, ...known, ...made, ...(isHollow ? { isHollow } : {}) };
    if (isMade || state.store === undefined) await this.#kept.keep(tree, path);
    if (JSON.stringify(next) !== JSON.stringify(state)) await this.#states.save(next);
    return { tree, withheld, isHollow, rights };
  }

  /** Writes the tree of an index. Of a repository that is gone, contents may be gone with it. */
  async #writeTree(index: string, signal: AbortSignal): Promise<Pick<RecordedTree, 'tree' | 'isHollow'>> {
    const { target, repository, isHeir } = this.#place;
    const write = async (...options: readonly string[]): Promise<string> =>
      await target.line({ args: ['write-tree', ...options], index }, signal);
    // A server has what is missing.
    if (repository?.settings.isPartialClone === true)
      return { tree: await write('--missing-ok'), isHollow: false };
    try {
      return { tree: await write(), isHollow: false };
    } catch (error) {
      if (!isHeir || !Refusal.is(error, 'git-failed')) throw error;
      const { stdout } = await target.run({ args: ['ls-files', '-z'], index }, signal);
      // Few enough to be read once more, so that they are kept.
      if (entriesOf(stdout).length <= REREAD_LIMIT) throw error;
      return { tree: await write('--missing-ok'), isHollow: true };
    }
  }

  /** Adds the paths as they are on disk. Answers those that could not be read. */
  async #add(names: readonly string[], index: string, signal: AbortSignal): Promise<readonly string[]> {
    const args = [
      ...(names.length > FLUSHED_LIMIT ? ['-c', 'core.fsync=none'] : []),
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

  /** Keeps the content of keys out of the store whose ignore rule has just gone, or has just come. */
  async #withholdSecrets(
    state: IndexState,
    feed: IndexFeed,
    { hidden, restored }: { readonly hidden: ReadonlySet<string>; readonly restored: ReadonlySet<string> },
    signal: AbortSignal,
  ): Promise<IndexFeed> {
    const { folder, target, objectFormat } = this.#place;
    // What a restore wrote was kept before, as of an ignored file that is committed: without it, nobody could take that back.
    const secretLike = feed.secretLike.filter(name => !restored.has(name));
    if (secretLike.length === 0 || state.tree === null) return feed;
    const revealed = await ignoredUnder(target, state.tree, state.exclude, secretLike, signal);
    const secret = new Set(secretLike.filter(name => revealed.has(name) || hidden.has(name)));
    const withheld = [...feed.withheld];
    for (const name of secret) {
      const found = await lstat(pathIn(folder, name), { bigint: true });
      withheld.push(await withholdFile(folder, name, found, 'secret', undefined, objectFormat));
    }
    return { ...feed, withheld, additions: feed.additions.filter(name => !secret.has(name)) };
  }

  async #userIndexStamp(): Promise<string> {
    const { repository } = this.#place;
    if (repository === undefined) return '';
    const found = await stat(join(repository.gitFolder, 'index'), { bigint: true }).catch(() => undefined);
    return found === undefined ? 'none' : `${found.size}:${found.mtimeNs}:${found.ino}`;
  }
}

/** Of submodules that are not checked out those whose folders are there. */
async function linksIn(folder: string, links: readonly Submodule[]): Promise<readonly Submodule[]> {
  const there = new Set(
    await foldersLeft(
      folder,
      links.map(([name]) => name),
    ),
  );
  return links.filter(([name]) => there.has(name));
}

/** Whether our index is now without a file that the user's has, because it is not on the disk. */
function lacksNames({ removals, withheld }: IndexFeed, { all }: UserNames): boolean {
  const here = new Set(withheld.map(({ name }) => name));
  return removals.some(name => !here.has(name) && all?.has(name) !== false);
}

/** Whether nothing was recorded yet: a repository without an index of its own begins with none. */
function isNew(state: IndexState): boolean {
  return state.tree === null && state.userIndex === '';
}

/** Without its beginning, a copy would hold the changes only: a tree with almost nothing in it. */
function missingIndex(): Error {
  return Object.assign(new Error('The index was replaced meanwhile.'), { code: 'ENOENT' });
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EACCES';
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
