import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathIn } from '../plumbing/changedFiles';
import { entriesOf, readableName } from '../plumbing/worktreeListing';
import { BUILT_IN_EXCLUDES } from '../record/builtInExcludes';
import type { GitRoot } from '../record/gitRoot';

/** Ignored folders, and folders in one of them, that are looked into for a repository (chosen here). */
const FOLDERS_LIMIT = 500;
/** Entries of one repository whose times are looked at (chosen here). */
const ENTRIES_LIMIT = 5_000;

const TOOL_FOLDERS = new Set(BUILT_IN_EXCLUDES.split('\n').filter(rule => rule.endsWith('/')));

/**
 * Repositories inside that the root's rules ignore, that are no roots of their own (`roots`: their folders), and in which something was
 * written since: no snapshot has them. Of one that is too large to tell it is taken to be so. Names are relative to the root.
 */
export async function ignoredRepositories(
  live: Pick<GitRoot, 'git' | 'folder'>,
  roots: ReadonlySet<string>,
  sinceMs: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { folder } = live;
  const ignored = (await ignoredEntries(live, signal)).filter(entry => entry.endsWith('/'));
  const found: string[] = [];
  for (const entry of ignored.slice(0, FOLDERS_LIMIT)) {
    const names = await foldersIn(folder, entry);
    const places = names.includes('.git') ? [entry] : names.map(name => `${entry}${name}/`);
    for (const place of places.slice(0, FOLDERS_LIMIT)) {
      signal.throwIfAborted();
      const name = readableName(place.slice(0, -1));
      if (roots.has(join(folder, name)) || isOfTools(place)) continue;
      const isRepository = (await lstat(pathIn(folder, `${place}.git`)).catch(() => undefined)) !== undefined;
      if (isRepository && (await isWrittenSince(folder, place, sinceMs))) found.push(name);
    }
  }
  return found;
}

/** Files and folders that the root's rules ignore, raw names, without those into which tools install. */
export async function ignoredEntries(
  { git, folder }: Pick<GitRoot, 'git' | 'folder'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const { code, stdout } = await git.run({ cwd: folder, args, signal, answers: [128] });
  return code === 0 ? entriesOf(stdout).filter(entry => !(entry.endsWith('/') && isOfTools(entry))) : [];
}

function isOfTools(entry: string): boolean {
  return TOOL_FOLDERS.has(`${basename(entry)}/`);
}

/** Names of the folders in a folder, raw, and `.git` whatever it is. */
async function foldersIn(folder: string, place: string): Promise<readonly string[]> {
  const entries = await readdir(pathIn(folder, place), { withFileTypes: true, encoding: 'buffer' }).catch(
    () => [],
  );
  return entries
    .map(entry => ({ name: entry.name.toString('latin1'), isFolder: entry.isDirectory() }))
    .filter(({ name, isFolder }) => isFolder || name === '.git')
    .map(({ name }) => name);
}

/** By the times of files and folders, those of tools and of git aside, and of where HEAD is noted. */
async function isWrittenSince(folder: string, repository: string, sinceMs: number): Promise<boolean> {
  const left = [repository, `${repository}.git/logs/HEAD`];
  let looked = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    looked += 1;
    if (looked > ENTRIES_LIMIT) return true;
    const found = await lstat(pathIn(folder, next)).catch(() => undefined);
    if (found === undefined) continue;
    if (found.mtimeMs >= sinceMs) return true;
    if (!found.isDirectory()) continue;
    const inside = await readdir(pathIn(folder, next), { encoding: 'buffer' }).catch(() => []);
    for (const name of inside.map(each => each.toString('latin1'))) {
      const place = `${next.endsWith('/') ? next : `${next}/`}${name}`;
      if (name !== '.git' && !TOOL_FOLDERS.has(`${name}/`)) left.push(place);
    }
  }
  return false;
}
