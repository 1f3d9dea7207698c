import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A git of ours is ended after a minute. A lock that is older was left by a power cut, or by whoever killed git. */
const STALE_AFTER_MS = 3 * 60 * 1_000;
/** Git takes the lock of the packed refs while it holds those of single refs; no git of ours holds them for longer. */
const HELD_MS = 60 * 1_000;

interface Lock {
  readonly path: string;
  readonly madeMs: number;
}

/**
 * Removes what a killed git of ours left in a place of refs, and the lock of the packed refs that it took with them: the user's own
 * `git gc` and `git fetch --prune` fail beside it, and nobody but git writes there.
 */
export async function dropStaleLocks(gitFolder: string, place: string): Promise<void> {
  const folder = join(gitFolder, place);
  const names = await readdir(folder).catch(() => []);
  const ours = await staleOf(names.filter(name => name.endsWith('.lock')).map(name => join(folder, name)));
  if (ours.length === 0) return;
  const times = ours.map(lock => lock.madeMs);
  const packed = await staleOf([join(gitFolder, 'packed-refs.lock')]);
  const takenWithThem = packed.filter(
    ({ madeMs }) => madeMs >= Math.min(...times) && madeMs <= Math.max(...times) + HELD_MS,
  );
  // Who holds the lock writes this one, and none is begun where it lies.
  const unfinished = takenWithThem.map(() => join(gitFolder, 'packed-refs.new'));
  // Ours last: they tell whose the others are.
  const paths = [...takenWithThem, ...ours].map(lock => lock.path);
  // What can't be removed, as where it is root's, is as it would be without us.
  for (const path of [...unfinished, ...paths]) await rm(path, { force: true }).catch(() => undefined);
}

async function staleOf(paths: readonly string[]): Promise<readonly Lock[]> {
  const locks = await Promise.all(
    paths.map(async path => {
      const found = await lstat(path).catch(() => undefined);
      // Git's locks are files: a folder or a link of that name is somebody else's.
      return found?.isFile() === true ? [{ path, madeMs: found.mtimeMs }] : [];
    }),
  );
  return locks.flat().filter(({ madeMs }) => Date.now() - madeMs > STALE_AFTER_MS);
}
