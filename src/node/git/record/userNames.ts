import { checkText } from '../../../core/snapshots/checkTexts';
import { liesUnder } from '../plumbing/changedFiles';
import type { GitPlumbing } from '../plumbing/gitPlumbing';
import type { PrivateRepository } from '../plumbing/privateRepository';
import type { Repository } from '../plumbing/repository';
import { entriesOf, type WorktreeListing } from '../plumbing/worktreeListing';

/** Where the user's index is, and ours. */
interface Place {
  readonly git: GitPlumbing;
  readonly target: PrivateRepository;
  /** Undefined for a folder without one. */
  readonly repository: Repository | undefined;
}

/** What the user's index says that no list of ours has. */
export interface UserNames {
  /** Ignored files that were added by force. */
  readonly names: readonly string[];
  /** Files that a sparse checkout put back on the disk: ours has them as taken off it, and git then lists no change of them. */
  readonly unhidden: readonly string[];
  /** Submodules that ours does not have, with the commits that it names. */
  readonly submodules: ReadonlyMap<string, string>;
  /** All names that it says are on the disk; undefined where it was not looked into. */
  readonly all?: ReadonlySet<string>;
  readonly gaps: readonly string[];
}

export const NO_NAMES: UserNames = { names: [], unhidden: [], submodules: new Map(), gaps: [] };

const BROKEN_INDEX = checkText('brokenIndex');

/** Compares the names of the user's index with those of ours. */
export async function namesOfUser(
  { git, target, repository }: Place,
  index: string,
  listing: WorktreeListing,
  signal: AbortSignal,
): Promise<UserNames> {
  if (repository === undefined) return NO_NAMES;
  const cwd = repository.folder;
  const answers = [128];
  const [theirs, ours] = await Promise.all([
    git.run({ cwd, args: ['ls-files', '-v', '-s', '-z'], signal, answers }),
    target.run({ args: ['ls-files', '-v', '-z'], index }, signal),
  ]);
  const mine = flagsIn(ours.stdout);
  const known = new Set([...mine.keys(), ...listing.untracked, ...listing.nested]);
  // Where a link to a folder or a file is now, what lies behind it is not what the user's index had there.
  const gone = new Set(listing.gone);
  const files = new Set([...mine.keys(), ...listing.untracked].filter(name => !gone.has(name)));
  const unknown = (names: Iterable<string>): string[] =>
    [...names].filter(name => !known.has(name) && !liesUnder(name, files));
  if (theirs.code !== 0) {
    const ofHead = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', 'HEAD'];
    const { stdout } = await git.run({ cwd, args: ofHead, signal, answers });
    const all = new Set(entriesOf(stdout));
    return { ...NO_NAMES, names: unknown(all), all, gaps: [BROKEN_INDEX] };
  }
  const entries = entriesOf(theirs.stdout).map(entry => {
    const [name, mode, id] = partsOf(entry);
    return { name, mode, id, isOff: /^S/i.test(entry) };
  });
  const users = new Map(entries.map(({ name, isOff }) => [name, isOff]));
  const added = entries.filter(({ name, mode }) => mode === '160000' && !mine.has(name));
  const submodules = new Map(added.map(({ name, id }) => [name, id]));
  // Of a branch that does not have the file, a sparse checkout says nothing: only without one it is gone for certain.
  const isOffDisk = (name: string): boolean => users.get(name) ?? repository.settings.isSparse;
  const unhidden = [...mine.keys()].filter(name => mine.get(name) === true && !isOffDisk(name));
  const all = new Set([...users.keys()].filter(name => users.get(name) === false));
  const names = unknown(users.keys()).filter(name => !submodules.has(name));
  return { names, unhidden, submodules, all, gaps: [] };
}

/**
 * Files that the user's sparse checkout took off the disk are not gone: those that were as the user's index has them, since git takes
 * away no others. Where line ends are converted nobody can tell by the ids.
 */
export async function withoutSparse(
  { git, target, repository }: Place,
  index: string,
  listing: WorktreeListing,
  signal: AbortSignal,
): Promise<WorktreeListing> {
  if (repository?.settings.isSparse !== true || listing.gone.length === 0) return listing;
  const args = ['ls-files', '-v', '-s', '-z'];
  const [theirs, ours] = await Promise.all([
    git.run({ cwd: repository.folder, args, signal }),
    target.run({ args, index }, signal),
  ]);
  const users = idsIn(theirs.stdout, /^S/i);
  const mine = idsIn(ours.stdout, /^/);
  const isTakenOff = (name: string): boolean =>
    users.has(name) && (repository.settings.convertsLineEnds || users.get(name) === mine.get(name));
  return { ...listing, gone: listing.gone.filter(name => !isTakenOff(name)) };
}

/** The names of an answer of `ls-files -v -s` whose flag fits, with their ids. */
function idsIn(answer: Buffer, flag: RegExp): ReadonlyMap<string, string> {
  const entries = entriesOf(answer).filter(entry => flag.test(entry));
  return new Map(
    entries.map(entry => {
      const [name, , id] = partsOf(entry);
      return [name, id];
    }),
  );
}

/** Name, mode and id of an entry of `ls-files -v -s`. */
function partsOf(entry: string): readonly [string, string, string] {
  const tab = entry.indexOf('\t');
  const [, mode = '', id = ''] = entry.slice(0, tab).split(' ');
  return [entry.slice(tab + 1), mode, id];
}

/** The names of an answer of `ls-files -v`, each with whether a sparse checkout took it off the disk. */
function flagsIn(answer: Buffer): ReadonlyMap<string, boolean> {
  return new Map(entriesOf(answer).map(entry => [entry.slice(2), /^S/i.test(entry)]));
}
