import { checkText } from '../../../core/snapshots/checkTexts';
import { lstat, realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { Refusal } from '../../../core/support/refusal';
import type { GitPlumbing } from './gitPlumbing';

/** A user's repository with a work tree, as far as snapshots need to know it. */
export interface Repository {
  /** Real path of the work tree. */
  readonly folder: string;
  /** Its git folder: for a linked worktree its own one, for a submodule the one in its parent. */
  readonly gitFolder: string;
  /** The git folder with the objects and refs: shared by linked worktrees. */
  readonly commonFolder: string;
  readonly objectFormat: string;
  readonly settings: RepositorySettings;
}

/** What the user's configuration says and our private git folder repeats. */
export interface RepositorySettings {
  /** Copied as they are: how this file system keeps names, links and rights. */
  readonly copied: ReadonlyMap<string, string>;
  /** Names of the filter drivers that the configuration defines. */
  readonly filters: readonly string[];
  readonly isSparse: boolean;
  /** Whether line ends may be converted without any attribute. */
  readonly convertsLineEnds: boolean;
  /** Whether objects may be missing here because a server has them. */
  readonly isPartialClone: boolean;
}

/** What was found at a folder: a repository, none, or one that git refuses, with its words. */
export type FoundRepository =
  | { readonly type: 'repository'; readonly repository: Repository }
  | { readonly type: 'none' }
  | { readonly type: 'refused'; readonly reason: string };

const COPIED = [
  'core.filemode',
  'core.ignorecase',
  'core.symlinks',
  'core.precomposeunicode',
  'core.protecthfs',
  'core.protectntfs',
  'core.longpaths',
  'core.sharedrepository',
  'core.trustctime',
  'core.checkstat',
  'core.sparsecheckout',
  'core.sparsecheckoutcone',
  'core.excludesfile',
];

/** The repository whose work tree holds the folder. */
export async function findRepository(
  git: GitPlumbing,
  folder: string,
  signal: AbortSignal,
): Promise<FoundRepository> {
  let lines: readonly string[];
  try {
    const args = [
      'rev-parse',
      '--show-toplevel',
      '--absolute-git-dir',
      '--git-common-dir',
      '--show-object-format',
    ];
    lines = (await git.text({ cwd: folder, args, signal })).split('\n');
  } catch (error) {
    if (!Refusal.is(error, 'git-failed')) throw error;
    const complaint = String(error.details['complaint']);
    // Not a repository, inside a git folder, or a bare one: a plain folder to us.
    if (/not a git repository|must be run in a work tree/.test(complaint)) return { type: 'none' };
    if (complaint.includes('dubious ownership'))
      return {
        type: 'refused',
        reason: checkText('notTrusted'),
      };
    return { type: 'refused', reason: checkText('gitReadsNot') };
  }
  const [top, gitFolder, common, objectFormat, ...rest] = lines;
  if (top === undefined || gitFolder === undefined || common === undefined || objectFormat === undefined)
    return { type: 'none' };
  if (rest.length > 0) return { type: 'refused', reason: checkText('lineBreak') };
  const place = await realpath(top);
  return {
    type: 'repository',
    repository: {
      folder: place,
      gitFolder,
      commonFolder: resolve(folder, common),
      objectFormat,
      settings: await readSettings(git, place, signal),
    },
  };
}

/**
 * Whether the repository above a folder leaves all of it out: its rules ignore the folder, and it knows no file in it. A home folder
 * whose settings are kept in git is such a one to most projects in it.
 */
export async function ignoresFolder(
  git: GitPlumbing,
  { folder: cwd }: Repository,
  folder: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (folder === cwd) return false;
  const name = relative(cwd, folder).split(sep).join('/');
  // It takes no path as literal, but with a dot in front none is read as anything else.
  const asked = { args: ['check-ignore', '-q', '--', `./${name}`], allowsMagic: true };
  const rules = await git.run({ cwd, ...asked, signal, answers: [1, 128] });
  if (rules.code !== 0) return false;
  const files = await git.run({ cwd, args: ['ls-files', '-z', '--', name], signal, answers: [128] });
  return files.code === 0 && files.stdout.length === 0;
}

/** Whether names that differ by case are one to this disk. A setting may be wrong: copied from another machine, or set by hand. */
async function ignoresCase(folder: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    ['.git', '.GIT'].map(name => lstat(join(folder, name)).catch(() => undefined)),
  );
  return one !== undefined && other !== undefined && one.ino === other.ino;
}

async function readSettings(
  git: GitPlumbing,
  folder: string,
  signal: AbortSignal,
): Promise<RepositorySettings> {
  const { stdout } = await git.run({ cwd: folder, args: ['config', '-z', '--list'], signal });
  const values = new Map<string, string>();
  for (const entry of stdout.toString('utf8').split('\0')) {
    const end = entry.indexOf('\n');
    // A key without a value means true.
    if (entry !== '')
      values.set(end < 0 ? entry : entry.slice(0, end), end < 0 ? 'true' : entry.slice(end + 1));
  }
  if (!(await ignoresCase(folder))) values.delete('core.ignorecase');
  const isSet = (key: string): boolean => /^(true|yes|on|1|input)$/i.test(values.get(key) ?? '');
  const filters = new Set<string>();
  for (const key of values.keys()) {
    const driver = /^filter\.(.*)\.(?:clean|smudge|process|required)$/s.exec(key)?.[1];
    if (driver !== undefined) filters.add(driver);
  }
  return {
    copied: new Map(COPIED.flatMap(key => (values.has(key) ? [[key, values.get(key) ?? '']] : []))),
    filters: [...filters],
    isSparse: isSet('core.sparsecheckout'),
    convertsLineEnds: isSet('core.autocrlf'),
    isPartialClone:
      values.has('extensions.partialclone') || [...values.keys()].some(key => key.endsWith('.promisor')),
  };
}
