import { lstat, readFile } from 'node:fs/promises';
import { ABSENT, type RawChange } from '../../../core/snapshots/rawChange';
import { blobContents } from '../plumbing/blobContents';
import { pathIn } from '../plumbing/changedFiles';
import type { PrivateRepository } from '../plumbing/privateRepository';
import { readableName } from '../plumbing/worktreeListing';
import type { GitRoot } from '../record/gitRoot';
import { filesIn } from '../record/hiddenFiles';
import { ignoredEntries } from './ignoredRepositories';

/** Files that are looked for (chosen here). */
const WANTED_LIMIT = 50;
/** Ignored files of one folder, and of a root, that are looked at (chosen here). */
const FILES_LIMIT = 2_000;
/** Largest file that is compared, in bytes (chosen here). */
const LARGEST_BYTES = 10_000_000;

/**
 * Work that lies in a file that the ignore rules cover, by its path: no snapshot has those, so that a move there looks like a deletion.
 * `changes`: as they were at the start, the work as the new side. Folders into which tools install are left out.
 */
export async function amongIgnored(
  live: Pick<GitRoot, 'git' | 'folder'>,
  repository: PrivateRepository,
  changes: readonly RawChange[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const wanted = changes.filter(({ newMode }) => newMode !== ABSENT && newMode.startsWith('100'));
  const found = new Map<string, string>();
  if (wanted.length === 0 || wanted.length > WANTED_LIMIT) return found;
  const ids = wanted.map(({ newId }) => newId).filter(id => /^[0-9a-f]{40,64}$/.test(id));
  const contents = await blobContents(repository, ids, signal);
  for (const name of await ignoredFiles(live, signal)) {
    signal.throwIfAborted();
    const path = pathIn(live.folder, name);
    const there = await lstat(path).catch(() => undefined);
    if (there?.isFile() !== true || there.size === 0 || there.size > LARGEST_BYTES) continue;
    const alike = wanted.filter(({ newId }) => contents.get(newId)?.length === there.size);
    if (alike.length === 0) continue;
    const content = await readFile(path).catch(() => undefined);
    for (const { path: lost, newId } of alike)
      if (content !== undefined && contents.get(newId)?.equals(content) === true)
        found.set(lost, readableName(name));
  }
  return found;
}

async function ignoredFiles(
  live: Pick<GitRoot, 'git' | 'folder'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const files: string[] = [];
  for (const entry of await ignoredEntries(live, signal)) {
    if (files.length >= FILES_LIMIT) break;
    // Of a folder with more files nothing is looked at: it is one that a tool fills.
    files.push(...(entry.endsWith('/') ? ((await filesIn(live.folder, entry, FILES_LIMIT)) ?? []) : [entry]));
  }
  return files.slice(0, FILES_LIMIT);
}
