import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Repository } from '../plumbing/repository';

/** Notes of worktrees that are read (chosen here): far more than are recorded. */
const NOTES_LIMIT = 1_000;

/**
 * Worktrees of the repository that lie inside its own folder. Most who put them there ignore the folder that they are in, so that
 * no list of files has them.
 */
export async function worktreesInside(repository: Repository): Promise<readonly string[]> {
  const notes = join(repository.commonFolder, 'worktrees');
  const names = await readdir(notes).catch(() => []);
  const places = await Promise.all(
    names.slice(0, NOTES_LIMIT).map(async name => {
      // It names the file `.git` of the worktree.
      const file = await readFile(join(notes, name, 'gitdir'), 'utf8').catch(() => '');
      return dirname(file.trim());
    }),
  );
  return places.filter(place => place.startsWith(`${repository.folder}${sep}`));
}
