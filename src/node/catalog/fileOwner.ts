import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/**
 * Whose word a file is: the workspace's, where it lies in the workspace, or in the repository that the workspace is a folder of, by
 * its name or with all links followed; else the user's. A repository can bring along whatever lies in it.
 */
export function fileOwner(path: string, workspaceFolder: string | undefined): 'user' | 'workspace' {
  if (workspaceFolder === undefined) return 'user';
  const roots = [resolve(workspaceFolder), realPath(workspaceFolder), repositoryOf(workspaceFolder)];
  const places = [resolve(path), realPath(path)];
  const isInside = places.some(place => roots.some(root => root !== undefined && isWithin(place, root)));
  return isInside ? 'workspace' : 'user';
}

/** Whether a path is the folder or lies below it, as this platform compares names. Both absolute. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(comparable(folder), comparable(path));
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way);
}

/** The path with its links followed as far as it exists. */
export function realPath(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    // It is not there yet, or a link leads nowhere: what is above it decides.
    const above = dirname(whole);
    return above === whole ? whole : join(realPath(above), basename(whole));
  }
}

/**
 * The root of the repository around a folder, and of the one that brought that along as a submodule. One that the whole home folder
 * is kept in is the user's own.
 */
function repositoryOf(folder: string): string | undefined {
  const home = realPath(homedir());
  let root: string | undefined;
  for (let at = realPath(folder); !isWithin(home, at); at = dirname(at)) {
    if (existsSync(join(at, '.git'))) root = at;
    if (at === dirname(at)) break;
  }
  return root;
}

/** The file systems of macOS and Windows take names for the same whatever their case. */
function comparable(path: string): string {
  return process.platform === 'linux' ? path : path.toLowerCase();
}
