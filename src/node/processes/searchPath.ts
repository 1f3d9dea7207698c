import { homedir } from 'node:os';
import { delimiter, posix, win32 } from 'node:path';
import { fileOwners } from '../machine/fileOwner';
import { isInside } from '../machine/insideFolder';

/** The folders of a PATH: those that are searched, and those where a repository could put any program. */
export interface SearchPath {
  readonly folders: readonly string[];
  /** Relative ones, and those that lead into the workspace. */
  readonly skipped: readonly string[];
}

/** Tells whether a path is the workspace's, or that of the repository around it. */
export type RepositoryPaths = (path: string) => boolean;

/**
 * Reads a PATH. What is empty means the working folder, and is left out as well. `isRepositorys`: of the same look, where there is one:
 * each folder costs a look at the disk, and on a slow one (Windows' disks in WSL) a millisecond and more.
 */
export function readSearchPath(
  value: string | undefined,
  workspaceFolder: string | undefined,
  platform: NodeJS.Platform = process.platform,
  isRepositorys: RepositoryPaths = repositoryPaths(workspaceFolder),
): SearchPath {
  const isWindows = platform === 'win32';
  const all = (value ?? '')
    .split(isWindows ? ';' : ':')
    .map(folder => (isWindows ? folder.replaceAll('"', '') : folder))
    .filter(folder => folder.trim() !== '');
  const path = isWindows ? win32 : posix;
  const folders: string[] = [];
  const skipped: string[] = [];
  for (const folder of new Set(all))
    (path.isAbsolute(folder) && !isRepositorys(folder) ? folders : skipped).push(folder);
  return { folders, skipped };
}

/** The same PATH without what is skipped; undefined where nothing is left, since an empty one means the working folder. */
export function safeSearchPath(
  value: string | undefined,
  workspaceFolder: string | undefined,
  isRepositorys?: RepositoryPaths,
): string | undefined {
  const { folders } = readSearchPath(value, workspaceFolder, process.platform, isRepositorys);
  return folders.join(delimiter) || undefined;
}

/** The same variables with a PATH of which nothing leads into the workspace. */
export function withSafePath(
  environment: Readonly<Record<string, string | undefined>>,
  workspaceFolder: string | undefined,
): Readonly<Record<string, string | undefined>> {
  const isPath = (name: string): boolean =>
    name === 'PATH' || (process.platform === 'win32' && name.toUpperCase() === 'PATH');
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      isPath(name) ? safeSearchPath(value, workspaceFolder) : value,
    ]),
  );
}

/**
 * Tells whether a path lies in the workspace, or in the repository around that. A workspace that holds the user's home holds the
 * user's own programs too: that one counts for nothing. For one look: what the disk says of the workspace, and of a path, is read once.
 */
export function repositoryPaths(workspaceFolder: string | undefined): RepositoryPaths {
  if (workspaceFolder === undefined || isInside(homedir(), workspaceFolder)) return () => false;
  const owner = fileOwners(workspaceFolder);
  const known = new Map<string, boolean>();
  return path => {
    const isTheirs = known.get(path) ?? owner(path) === 'workspace';
    known.set(path, isTheirs);
    return isTheirs;
  };
}
