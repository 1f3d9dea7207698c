/**
 * Where heavy downloads live, outside the checkout so that a fresh clone finds what an earlier one fetched.
 *
 * An install is built in a folder of its own and renamed into place when it is whole, so an interrupted one is never
 * taken for a good one, and two processes that install at once cannot mix: the second to finish uses the first's.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const MARKER = '.complete';

/** The cache folder: $SWITCHYARD_CACHE, else the user's cache folder. */
export function cacheFolder() {
  if (process.env.SWITCHYARD_CACHE) return process.env.SWITCHYARD_CACHE;
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'switchyard');
}

/**
 * The folder of one install, made first where it is missing.
 * @param {string} name folder name; says the version.
 * @param {string} recipe how it was made; another recipe means installing again.
 * @param {(folder: string, logFile: string) => Promise<void>} install fills an empty folder, or throws.
 */
export async function cached(name, recipe, install) {
  const root = cacheFolder();
  const folder = join(root, name);
  if (isComplete(folder, recipe)) return folder;

  const partial = join(root, `${name}.partial-${randomUUID()}`);
  mkdirSync(partial, { recursive: true });
  try {
    await install(partial, join(root, `${name}.log`));
    writeFileSync(join(partial, MARKER), recipe);
    putInPlace(partial, folder, recipe);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return folder;
}

function isComplete(folder, recipe) {
  const marker = join(folder, MARKER);
  return existsSync(marker) && readFileSync(marker, 'utf8') === recipe;
}

function putInPlace(partial, folder, recipe) {
  // Another process may have finished first; its install is as good as ours and may already be in use.
  if (isComplete(folder, recipe)) return;
  rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(partial, folder);
  } catch (error) {
    if (!isComplete(folder, recipe)) throw error;
  }
}
