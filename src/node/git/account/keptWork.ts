import { checkText } from '../../../core/snapshots/checkTexts';
import { ABSENT, type RawChange } from '../../../core/snapshots/rawChange';
import { isFile } from '../../../core/snapshots/restoreDecision';
import { SAMPLED } from '../plumbing/changedFiles';
import { type ListedCommit, listCommits } from '../plumbing/commitListing';
import type { PrivateRepository } from '../plumbing/privateRepository';
import type { Repository } from '../plumbing/repository';
import { entryOfSide, treesBeside } from '../plumbing/treeEntries';
import { readableName } from '../plumbing/worktreeListing';
import type { GitRoot } from '../record/gitRoot';
import type { RootDiff, RootMoment } from '../record/rootMoment';
import { amongIgnored } from './amongIgnored';
import { blobLines } from './blobLines';
import type { Compared } from './gitsOwnWrites';
import type { HeadFacts } from './headFacts';
import { keptOnDisk } from './keptOnDisk';
import { keptCommits } from './thrownAway';

/** Stashes that are looked into, the newest first (chosen here). */
const STASHES_LIMIT = 20;
/** Commits of the task that are looked into, the oldest first (chosen here). */
const COMMITS_LIMIT = 200;

/** Where work lies that is not in its file any more: in words, or in a file of the root; with the git that brings it back. */
export interface KeptPlace {
  readonly words: string | { readonly file: string };
  readonly bringBack?: 'stash apply' | 'apply';
}

/** Another worktree of the repository that is recorded as well, at the end. */
export interface OtherWorktree {
  /** Its way from the workspace's folder, '' for that. */
  readonly name: string;
  readonly tree: string;
}

/** Whose work it is, and where its objects are. */
interface Place {
  readonly live: GitRoot | undefined;
  readonly repository: PrivateRepository;
  readonly head: HeadFacts | undefined;
  readonly start: RootMoment | undefined;
  readonly end: RootMoment | undefined;
  readonly diff: RootDiff;
  readonly worktrees: readonly OtherWorktree[];
  /** Of a worktree that is gone: another one of its repository, at the end. */
  readonly beside?: RootMoment | undefined;
}

/** A tree that may hold the work. `stash`: its place in the list of stashes; `commit`: of the task; `worktree`: the folder of another one. */
type Holder = { readonly tree: string } & (
  | { readonly stash: number }
  | { readonly commit: ListedCommit }
  | { readonly worktree: string }
);

/**
 * Where work is kept that was not committed before the task and that the task took off the disk: in a commit that a branch has,
 * in the stash, in another worktree, or in another file. `changes`: as they were at the start, the committed content of the start as the old side.
 */
export async function keptWork(
  place: Place,
  changes: readonly RawChange[],
  isAlike: (compared: readonly Compared[]) => Promise<ReadonlySet<string>>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KeptPlace>> {
  const { live, repository, head, start, worktrees } = place;
  const end = place.end ?? place.beside;
  const base = start?.snapshot.tree ?? null;
  if (changes.length === 0 || base === null || live?.repository === undefined) return new Map();
  const holders = [
    ...(await commitHolders(live, head, signal)),
    ...(await branchHolders(live, live.repository, [start, end], signal)),
    ...(await stashHolders(live, live.repository, signal)),
    ...worktrees.map(({ name, tree }) => ({ tree, worktree: name })),
  ];
  const trees = await treesBeside(
    repository,
    base,
    holders.map(({ tree }) => tree),
    signal,
  );
  const withheld = new Set(start?.record?.withheld.map(({ name }) => readableName(name)));
  const found = new Map<string, Holder>();
  for (const holder of holders) {
    const beside = trees.get(holder.tree);
    const left = changes.filter(({ path }) => !found.has(path));
    const compared = left.flatMap(({ path, newMode, newId }): readonly Compared[] => {
      const other = beside?.get(path);
      const raw = entryOfSide(newMode, newId);
      if (other !== undefined) return [{ path, committed: entryOfSide(other.newMode, other.newId), raw }];
      // As the start's tree has it, where that has it at all.
      return withheld.has(path) ? [] : [{ path, committed: raw, raw }];
    });
    for (const path of await isAlike(compared)) found.set(path, holder);
    // Of the largest there are samples only, which no commit has: one that was put aside has the name.
    for (const { path, oldMode, newId } of left)
      if (oldMode === ABSENT && newId.startsWith(SAMPLED) && beside?.has(path) === true)
        found.set(path, holder);
  }
  const rest = changes.filter(({ path }) => !found.has(path));
  for (const holder of holders) {
    if ('commit' in holder) continue;
    const beside = trees.get(holder.tree) ?? new Map<string, RawChange>();
    for (const path of await withTheirLines(repository, rest, beside, signal))
      if (!found.has(path)) found.set(path, holder);
  }
  const places = new Map<Holder, KeptPlace>();
  for (const holder of new Set(found.values())) places.set(holder, await placeOf(live, holder, signal));
  const files = await keptOnDisk(
    place,
    changes.filter(({ path }) => !found.has(path)),
    signal,
  );
  const open = changes.filter(({ path }) => !found.has(path) && !files.has(path));
  const ignored = await amongIgnored(live, repository, open, signal);
  return new Map([
    ...[...ignored].map(([path, file]): readonly [string, KeptPlace] => [path, { words: { file } }]),
    ...[...found].flatMap(([path, holder]) => {
      const at = places.get(holder);
      return at === undefined ? [] : [[path, at] as const];
    }),
    ...[...files].map(([path, { file, isPatch }]): readonly [string, KeptPlace] => [
      path,
      { words: { file }, ...(isPatch && { bringBack: 'apply' }) },
    ]),
  ]);
}

/** One sentence for each place. `place` turns a path of the root into one of the workspace. */
export function keptWords(
  kept: ReadonlyMap<string, KeptPlace>,
  place: (path: string) => string,
  named: (paths: readonly string[]) => string,
): readonly string[] {
  const byPlace = new Map<string, { readonly bringBack: string | undefined; readonly paths: string[] }>();
  for (const [path, { words, bringBack }] of kept) {
    const at = typeof words === 'string' ? words : place(words.file);
    const told = byPlace.get(at) ?? { bringBack, paths: [] };
    told.paths.push(place(path));
    byPlace.set(at, told);
  }
  return [...byPlace].map(([at, { bringBack, paths }]) => {
    // A name with other letters is none for a command line.
    const isPlain = /^[\w./@{}-]+$/.test(at);
    const names = named(paths.toSorted());
    return bringBack === undefined || !isPlain
      ? checkText('kept', isPlain || bringBack === undefined ? at : JSON.stringify(at), names)
      : checkText('keptForGit', at, `git ${bringBack} ${at}`, names);
  });
}

async function commitHolders(
  live: GitRoot,
  head: HeadFacts | undefined,
  signal: AbortSignal,
): Promise<readonly Holder[]> {
  if (head === undefined) return [];
  const kept = await keptCommits(live, head, signal);
  const commits = [...head.listed.values()].filter(({ id }) => kept.has(id)).toReversed();
  return commits.slice(0, COMMITS_LIMIT).map(commit => ({ tree: commit.tree, commit }));
}

/** What branches got meanwhile, also in other worktrees. */
async function branchHolders(
  { git }: GitRoot,
  repository: Repository,
  [start, end]: readonly [RootMoment | undefined, RootMoment | undefined],
  signal: AbortSignal,
): Promise<readonly Holder[]> {
  const before = new Set(Object.values(start?.record?.branches ?? {}));
  const tips = Object.values(end?.record?.branches ?? {}).filter(id => !before.has(id));
  const head = start?.snapshot.head ?? null;
  const without = [...before, ...(head === null ? [] : [head])].map(id => `^${id}`);
  const options = [`--max-count=${COMMITS_LIMIT}`];
  const commits = await listCommits(
    git,
    repository,
    tips.length === 0 ? [] : [...tips, ...without],
    options,
    signal,
  );
  return (commits ?? []).toReversed().map(commit => ({ tree: commit.tree, commit }));
}

/** The files of each stash, and those that git did not know, which are in a commit of their own. */
async function stashHolders(
  { git }: GitRoot,
  repository: Repository,
  signal: AbortSignal,
): Promise<readonly Holder[]> {
  const args = ['rev-list', '-g', `--max-count=${STASHES_LIMIT}`, 'refs/stash', '--'];
  const { code, stdout } = await git.run({ cwd: repository.folder, args, signal, answers: [128] });
  const ids = code === 0 ? stdout.toString('latin1').split('\n') : [];
  const list = async (some: readonly string[]): Promise<ReadonlyMap<string, ListedCommit>> => {
    const commits = await listCommits(git, repository, some, ['--no-walk=unsorted'], signal);
    return new Map((commits ?? []).map(commit => [commit.id, commit]));
  };
  const stashes = await list(ids);
  const untracked = await list([...stashes.values()].flatMap(({ parents }) => parents.slice(2)));
  return ids.flatMap((id, stash) => {
    const commit = stashes.get(id);
    const others = commit?.parents.slice(2).map(parent => untracked.get(parent)) ?? [];
    return [commit, ...others].flatMap(each => (each === undefined ? [] : [{ tree: each.tree, stash }]));
  });
}

/** The paths of which the other tree holds every line that was new at the start: the task went on in the file before it put it aside. */
async function withTheirLines(
  repository: PrivateRepository,
  changes: readonly RawChange[],
  beside: ReadonlyMap<string, RawChange>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const asked = changes.flatMap(({ path, oldId, newMode, newId }) => {
    const other = beside.get(path);
    const isText = [entryOfSide(newMode, newId), other && entryOfSide(other.newMode, other.newId)].every(
      entry => entry !== undefined && isFile(entry),
    );
    return isText && other !== undefined ? [{ path, ids: [oldId, newId, other.newId] as const }] : [];
  });
  const linesOf = await blobLines(
    repository,
    asked.flatMap(({ ids }) => ids),
    signal,
  );
  return asked.flatMap(({ path, ids: [before, theirs, stashed] }) => {
    const [known, held] = [linesOf(before), linesOf(stashed)];
    const added = [...linesOf(theirs)].filter(line => !known.has(line));
    return added.length > 0 && added.every(line => held.has(line)) ? [path] : [];
  });
}

async function placeOf({ git, folder }: GitRoot, holder: Holder, signal: AbortSignal): Promise<KeptPlace> {
  if ('stash' in holder) return { words: `stash@{${holder.stash}}`, bringBack: 'stash apply' };
  if ('worktree' in holder)
    return {
      words:
        holder.worktree === ''
          ? "the workspace's own folder"
          : `the worktree ${JSON.stringify(holder.worktree)}`,
    };
  const { id, subject } = holder.commit;
  const args = ['for-each-ref', '--count=1', '--format=%(refname:short)', `--contains=${id}`];
  const names = [...args, 'refs/heads', 'refs/tags', 'refs/remotes'];
  const { stdout } = await git.run({ cwd: folder, args: names, signal, answers: [128, 129] });
  const branch = stdout.toString('utf8').trim();
  const on = branch === '' ? '' : ` on ${branch}`;
  return { words: `commit ${id.slice(0, 7)} ${JSON.stringify(subject.slice(0, 80))}${on}` };
}
