import { chmod, copyFile, readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutFilters } from './gitEnvironment';
import type { GitPlumbing } from './gitPlumbing';
import type { PrivateRepository } from './privateRepository';
import type { Repository } from './repository';
import { entriesOf, namesFor } from './worktreeListing';

/** `flags` of `ls-files --debug`: bits of git's index format (Documentation/gitformat-index.txt, cache.h). */
const ASSUME_VALID = 0x8000;
const STAGE = 0x3000;
const INTENT_TO_ADD = 0x2000_0000;
const SKIP_WORKTREE = 0x4000_0000;

interface SeedEntry {
  readonly name: string;
  readonly mode: string;
  readonly id: string;
  readonly sizeBytes: number;
  readonly flags: number;
}

/** What a seeded index is like. */
export interface Seed {
  /** Paths of submodules. */
  readonly submodules: readonly string[];
}

/**
 * Makes an index of ours from the user's, with its knowledge of unchanged files, and takes out of it what it cannot say
 * truly of the bytes on disk: converted files, conflicts, intentions, flags that hide changes.
 */
export async function seedIndex(
  git: GitPlumbing,
  repository: Repository,
  target: PrivateRepository,
  index: string,
  signal: AbortSignal,
): Promise<Seed> {
  const source = join(repository.gitFolder, 'index');
  if (!(await copyIndex(source, index))) return { submodules: [] };
  if ((await readdir(repository.gitFolder)).some(name => name.startsWith('sharedindex.'))) {
    // In the user's git folder, because a split index names its other half there. Writing it may compare contents.
    const env = {
      ...withoutFilters(repository.settings.filters),
      GIT_DIR: repository.gitFolder,
      GIT_WORK_TREE: repository.folder,
      GIT_INDEX_FILE: index,
    };
    const args = ['update-index', '-q', '--no-split-index'];
    await git.run({ cwd: repository.folder, args, env, signal });
  }
  const entries = await readEntries(target, index, signal);
  const hidden = entries.filter(
    entry =>
      (entry.flags & ASSUME_VALID) !== 0 ||
      ((entry.flags & SKIP_WORKTREE) !== 0 && !repository.settings.isSparse),
  );
  const names = hidden.map(entry => entry.name);
  if (names.length > 0) {
    for (const flag of ['--no-assume-unchanged', '--no-skip-worktree']) {
      await target.run(
        { args: ['update-index', flag, '-z', '--stdin'], input: namesFor(names), index },
        signal,
      );
    }
  }
  const untrue = await untrueEntries(git, repository, target, entries, signal);
  if (untrue.length > 0) {
    const args = ['update-index', '--force-remove', '-z', '--stdin'];
    await target.run({ args, input: namesFor(untrue), index }, signal);
  }
  // Files touched since the user's last git command, or in the same second, are then not read at every snapshot.
  await target.run({ args: ['update-index', '-q', '--refresh'], index, answers: [1] }, signal);
  return { submodules: entries.filter(entry => entry.mode === '160000').map(entry => entry.name) };
}

/** Copies an index so that entries as young as the file stay suspicious to git. False where there is none. */
export async function copyIndex(source: string, target: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(source);
    await copyFile(source, target);
    await chmod(target, 0o600);
    const time = Math.floor(mtimeMs - 1) / 1000;
    await utimes(target, time, time);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

async function readEntries(
  target: PrivateRepository,
  index: string,
  signal: AbortSignal,
): Promise<readonly SeedEntry[]> {
  const { stdout } = await target.run({ args: ['ls-files', '-z', '--stage', '--debug'], index }, signal);
  const text = stdout.toString('latin1');
  const entries: SeedEntry[] = [];
  // `mode id stage TAB name NUL`, then five lines of what the index knows of the file.
  for (let at = 0; at < text.length;) {
    const nul = text.indexOf('\0', at);
    const tab = text.indexOf('\t', at);
    const [mode = '', id = ''] = text.slice(at, tab).split(' ');
    const details = text.indexOf('  size: ', nul);
    const end = text.indexOf('\n', details);
    const [size = '0', flags = '0'] = text.slice(details + '  size: '.length, end).split('\tflags: ');
    entries.push({
      name: text.slice(tab + 1, nul),
      mode,
      id,
      sizeBytes: Number(size),
      flags: Number.parseInt(flags, 16),
    });
    at = end + 1;
  }
  return entries;
}

/** Entries whose blob is or may be something else than the file's bytes. */
async function untrueEntries(
  git: GitPlumbing,
  repository: Repository,
  target: PrivateRepository,
  entries: readonly SeedEntry[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const files = entries.filter(entry => entry.mode.startsWith('100') && (entry.flags & SKIP_WORKTREE) === 0);
  const untrue = new Set(
    entries.filter(entry => (entry.flags & (STAGE | INTENT_TO_ADD)) !== 0).map(entry => entry.name),
  );
  // Line ends and idents grow or shrink a file; the other conversions may keep its size.
  const sizes = await blobSizes(target, files, signal);
  for (const [i, entry] of files.entries()) {
    if (entry.sizeBytes !== 0 && sizes[i] !== entry.sizeBytes) untrue.add(entry.name);
  }
  for (const name of await convertedPaths(git, repository, files, signal)) untrue.add(name);
  return [...untrue];
}

async function blobSizes(
  target: PrivateRepository,
  entries: readonly SeedEntry[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const args = ['cat-file', '--batch-check=%(objectsize)', '--buffer'];
  const input = entries.map(entry => `${entry.id}\n`).join('');
  const { stdout } = await target.run({ args, input }, signal);
  // A blob that only a server has answers `id missing`: nothing can be said of its size.
  return stdout
    .toString('latin1')
    .split('\n')
    .map((line, i) => (line.endsWith('missing') ? (entries[i]?.sizeBytes ?? 0) : Number(line)));
}

async function convertedPaths(
  git: GitPlumbing,
  repository: Repository,
  entries: readonly SeedEntry[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (entries.length === 0) return [];
  const { stdout } = await git.run({
    cwd: repository.folder,
    args: ['check-attr', '-z', '--stdin', 'filter', 'working-tree-encoding'],
    input: namesFor(entries.map(entry => entry.name)),
    signal,
  });
  const fields = entriesOf(stdout);
  const converted: string[] = [];
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const value = fields[i + 2];
    if (value !== 'unspecified' && value !== 'unset') converted.push(fields[i] ?? '');
  }
  return converted;
}
