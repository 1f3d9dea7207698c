import { ABSENT, type RawChange } from '../../../core/snapshots/rawChange';
import { entryOfSide } from '../plumbing/treeEntries';
import type { PrivateRepository } from '../plumbing/privateRepository';
import { rawName } from '../plumbing/worktreeListing';
import type { GitRoot } from '../record/gitRoot';
import { blobLines } from './blobLines';
import type { RootMoment } from '../record/rootMoment';
import type { Compared } from './gitsOwnWrites';

/** Branches and tags, the newest first, and the newest commits of HEAD that a file's content is looked for in (chosen here). */
const TIPS_LIMIT = 50;
const COMMITS_LIMIT = 50;
/** Files that are looked for (chosen here). */
const PATHS_LIMIT = 100;

/** Where the commits are, and the contents of the disk. */
interface Place {
  readonly live: GitRoot | undefined;
  readonly repository: PrivateRepository;
  readonly end: RootMoment | undefined;
}

/** How a file with work that was not committed became what it is now. */
export interface DirtyChange {
  /** From the commit of the start to the disk of the start. */
  readonly before: RawChange;
  /** From the disk of the start to that of the end. */
  readonly change: RawChange;
}

/**
 * The files that are now as another commit has them, without what was not committed: they were fetched from there, as by
 * `git checkout topic -- file`, which no reflog tells.
 */
export async function fetchedOver(
  { live, repository, end }: Place,
  dirty: readonly DirtyChange[],
  isAlike: (compared: readonly Compared[]) => Promise<ReadonlySet<string>>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const asked = dirty.filter(({ change }) => change.newMode !== ABSENT && isOneLine(change.path));
  if (asked.length === 0 || live?.repository === undefined) return new Set();
  const some = asked.slice(0, PATHS_LIMIT);
  const linesOf = await blobLines(
    repository,
    some.flatMap(({ before, change }) => [before.oldId, before.newId, change.newId]),
    signal,
  );
  const undone = some.filter(({ before, change }) => {
    const [known, theirs, now] = [before.oldId, before.newId, change.newId].map(linesOf);
    return isWithout({ known, theirs, now });
  });
  if (undone.length === 0) return new Set();
  const commits = await commitsOf(live, end, signal);
  const versions = await versionsOf(live, commits, undone, signal);
  const found = new Set<string>();
  const open = undone.map(({ change }) => ({ change, ids: [...(versions.get(change.path) ?? [])] }));
  // Each time another version of each: the first is what most were fetched from.
  for (let i = 0; open.some(({ ids }) => i < ids.length); i += 1) {
    const compared = open.flatMap(({ change: { path, newMode, newId }, ids }): readonly Compared[] => {
      const id = found.has(path) ? undefined : ids[i];
      return id === undefined
        ? []
        : [{ path, committed: { mode: newMode, id }, raw: entryOfSide(newMode, newId) }];
    });
    for (const path of await isAlike(compared)) found.add(path);
  }
  return found;
}

/** Whether something that was added is gone, or something that was taken out is there again. */
function isWithout({
  known = new Set(),
  theirs = new Set(),
  now = new Set(),
}: Readonly<Record<'known' | 'theirs' | 'now', ReadonlySet<string> | undefined>>): boolean {
  return (
    [...theirs].some(line => !known.has(line) && !now.has(line)) ||
    [...known].some(line => !theirs.has(line) && now.has(line))
  );
}

/** A line of the question for git. */
function isOneLine(path: string): boolean {
  return !/[\r\n]/.test(path);
}

/** As they were at the end: what somebody committed since, as a commit beside the call that ends the task, is what the task wrote. */
async function commitsOf(
  { git, folder }: GitRoot,
  end: RootMoment | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const order = [
    '--sort=-creatordate',
    `--count=${TIPS_LIMIT}`,
    '--format=%(objectname) %(refname:lstrip=1)',
  ];
  const tips = ['for-each-ref', ...order, 'refs/heads', 'refs/remotes', 'refs/tags'];
  const past = ['rev-list', `--max-count=${COMMITS_LIMIT}`, end?.snapshot.head ?? 'HEAD', '--'];
  const known = end?.record?.branches;
  const branches = new Map(Object.entries(known ?? {}));
  const found: string[] = [];
  for (const args of [tips, past]) {
    const { code, stdout } = await git.run({ cwd: folder, args, signal, answers: [128, 129] });
    for (const line of code === 0 ? stdout.toString('utf8').split('\n') : []) {
      const [id = '', name = ''] = line.split(' ');
      const [, branch] = /^heads\/(.*)/.exec(name) ?? [];
      found.push(branch === undefined || known === undefined ? id : (branches.get(branch) ?? ''));
    }
  }
  return [...new Set(found)].filter(Boolean);
}

/** The blobs that the commits have for each path. */
async function versionsOf(
  { git, folder }: GitRoot,
  commits: readonly string[],
  dirty: readonly DirtyChange[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const asked = dirty.flatMap(({ change: { path } }) => commits.map(commit => ({ commit, path })));
  const { stdout } = await git.run({
    cwd: folder,
    args: ['cat-file', '--batch-check=%(objectname) %(objecttype)'],
    input: Buffer.from(asked.map(({ commit, path }) => `${commit}:${rawName(path)}\n`).join(''), 'latin1'),
    signal,
  });
  const versions = new Map<string, Set<string>>();
  for (const [i, line] of stdout.toString('latin1').split('\n').entries()) {
    const path = asked[i]?.path;
    const [, id] = /^([0-9a-f]{40,64}) blob$/.exec(line) ?? [];
    if (path === undefined || id === undefined) continue;
    const ids = versions.get(path) ?? new Set();
    versions.set(path, ids.add(id));
  }
  return versions;
}
