import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Why a file can't be written where a snapshot has nothing: something lies there that no snapshot knows, such as an ignored file, or
 * a folder in which more lies than what goes. `goes`: paths of the root that are deleted first.
 */
export async function inItsPlace(
  root: string,
  path: string,
  goes: ReadonlySet<string>,
): Promise<string | null> {
  const found = await lstat(join(root, path)).catch(() => undefined);
  if (found === undefined) return null;
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    const folder = await lstat(join(root, above)).catch(() => undefined);
    // A file or link in the place of a folder goes first, or is told of by `behindWhat`.
    if (folder?.isDirectory() !== true) return null;
  }
  if (!found.isDirectory()) return 'Something that is ignored is in its place.';
  return (await goesWhole(root, path, goes)) ? null : 'A folder with other files is in its place.';
}

/** What lies above the path and is no folder, as a link in the place of a folder: nothing is written through it. */
export async function behindWhat(root: string, path: string): Promise<string | undefined> {
  let found: string | undefined;
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    const folder = await lstat(join(root, above)).catch(() => undefined);
    if (folder?.isDirectory() === false) found = above;
  }
  return found;
}

/** Whether all that lies in the folder goes. One that is empty stays, unless it is the one that is replaced. */
async function goesWhole(root: string, folder: string, goes: ReadonlySet<string>): Promise<boolean> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return false;
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) {
      if (!goes.has(path)) return false;
      continue;
    }
    const isEmpty = (await readdir(join(root, path)).catch(() => [])).length === 0;
    if (isEmpty || !(await goesWhole(root, path, goes))) return false;
  }
  return true;
}
