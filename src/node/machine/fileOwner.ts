import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isWithin, realPath } from './insideFolder';

/** Whose word something is. */
export type FileOwner = 'user' | 'workspace';

/**
 * Whose word a file is: the workspace's, where it lies in the workspace, or in the repository that the workspace is a folder of, by
 * its name or with all links followed; else the user's. A repository can bring along whatever lies in it.
 */
export function fileOwner(path: string, workspaceFolder: string | undefined): FileOwner {
  return fileOwners(workspaceFolder)(path);
}

/** `fileOwner` of many files: what the disk says of the workspace itself is read once, so keep it no longer than one look takes. */
export function fileOwners(workspaceFolder: string | undefined): (path: string) => FileOwner {
  if (workspaceFolder === undefined) return () => 'user';
  const named = [workspaceFolder, ...repositoryOf(workspaceFolder)].map(root => resolve(root));
  const real = named.map(realPath);
  const holds = (roots: readonly string[], path: string): boolean => roots.some(root => isWithin(path, root));
  return path => (holds(named, resolve(path)) || holds(real, realPath(path)) ? 'workspace' : 'user');
}

/**
 * The root of the repository around a folder, and of the one that brought that along as a submodule. One that the whole home folder
 * is kept in is the user's own.
 */
function repositoryOf(folder: string): readonly string[] {
  const home = realPath(homedir());
  let root: string | undefined;
  for (let at = realPath(folder); !isWithin(home, at); at = dirname(at)) {
    if (existsSync(join(at, '.git'))) root = at;
    if (at === dirname(at)) break;
  }
  return root === undefined ? [] : [root];
}
