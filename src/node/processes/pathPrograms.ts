import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Programs, ProgramSearch } from '../../core/catalog/entry/ports';
import { readSearchPath, repositoryPaths, type RepositoryPaths, type SearchPath } from './searchPath';

/** What a search for programs depends on. */
export interface ProgramSurroundings {
  readonly platform: NodeJS.Platform;
  /** A variable of the environment that programs are started with. */
  readonly variable: (name: string) => string | undefined;
  /** What is at a path; left out: what the disk says. */
  readonly look?: (path: string) => Found;
  /** No program is taken from here, unless by its path; undefined where no folder is open. */
  readonly workspaceFolder?: string | undefined;
  /** What the look that this search is part of knows of that folder; left out: what the disk says at each search. */
  readonly isRepositorys?: RepositoryPaths;
}

/** What a search finds at a path. */
export type Found = 'program' | 'directory' | 'not-executable' | 'nothing';

/** Looks for programs as the system does at a start: a path as it is, a bare name in the folders of PATH that no repository fills. */
export class PathPrograms implements Programs {
  readonly #surroundings: ProgramSurroundings;
  #known: { readonly value: string | undefined; readonly path: SearchPath } | undefined;

  constructor(
    surroundings: ProgramSurroundings = { platform: process.platform, variable: name => process.env[name] },
  ) {
    this.#surroundings = surroundings;
  }

  find(command: string, cwd = process.cwd()): ProgramSearch {
    const isWindows = this.#surroundings.platform === 'win32';
    const path = isWindows ? win32 : posix;
    if (isWindows ? /[\\/]|^[A-Za-z]:/.test(command) : command.includes('/'))
      return this.#findIn([path.dirname(path.resolve(cwd, command))], path.basename(command));
    const { folders, skipped } = this.#searchPath();
    const { workspaceFolder, isRepositorys } = this.#surroundings;
    let isTheirs = isRepositorys;
    const found = this.#findIn(folders, command, candidate =>
      (isTheirs ??= repositoryPaths(workspaceFolder))(candidate),
    );
    if ('path' in found || found.unusable !== undefined || skipped.length === 0) return found;
    const left = this.#findIn(
      skipped.map(folder => path.resolve(cwd, folder)),
      command,
    );
    return 'path' in left ? { ...found, unusable: { path: left.path, why: 'in-workspace' } } : found;
  }

  #findIn(
    folders: readonly string[],
    name: string,
    isRefused: (candidate: string) => boolean = () => false,
  ): ProgramSearch {
    const isWindows = this.#surroundings.platform === 'win32';
    const path = isWindows ? win32 : posix;
    let unusable: Extract<ProgramSearch, { searched: unknown }>['unusable'];
    for (const folder of name === '' || name === '.' || name === '..' ? [] : folders) {
      for (const ending of this.#endings(name)) {
        const candidate = path.join(folder, name + ending);
        const found = this.#surroundings.look?.(candidate) ?? kindOf(candidate, isWindows);
        if (found === 'nothing') continue;
        if (found === 'program' && !isRefused(candidate)) return { path: candidate };
        unusable ??= { path: candidate, why: found === 'program' ? 'in-workspace' : found };
      }
    }
    return { searched: folders, ...(unusable === undefined ? {} : { unusable }) };
  }

  /** Read once: thousands of entries are looked through at each glance, and each folder costs a look at the disk. */
  #searchPath(): SearchPath {
    const { platform, variable, workspaceFolder, isRepositorys } = this.#surroundings;
    const value = variable('PATH') ?? (platform === 'win32' ? variable('Path') : undefined);
    if (this.#known === undefined || this.#known.value !== value)
      this.#known = { value, path: readSearchPath(value, workspaceFolder, platform, isRepositorys) };
    return this.#known.path;
  }

  #endings(name: string): readonly string[] {
    if (this.#surroundings.platform !== 'win32') return [''];
    const endings = (this.#surroundings.variable('PATHEXT') ?? '.COM;.EXE;.BAT;.CMD')
      .split(';')
      .filter(part => part !== '');
    const hasEnding = endings.some(ending => name.toLowerCase().endsWith(ending.toLowerCase()));
    return hasEnding ? ['', ...endings] : endings;
  }
}

/** The programs of this machine that PATH leads to, but to none in this folder. */
export function programsOutside(workspaceFolder: string | undefined): PathPrograms {
  return new PathPrograms({
    platform: process.platform,
    variable: name => process.env[name],
    workspaceFolder,
  });
}

function kindOf(path: string, isWindows: boolean): Found {
  const stat = statOf(path);
  if (stat === undefined) return 'nothing';
  if (stat.isDirectory()) return 'directory';
  if (!stat.isFile()) return 'nothing';
  if (isWindows) return 'program';
  try {
    accessSync(path, constants.X_OK);
    return 'program';
  } catch {
    // The only way to ask: access answers no by throwing.
    return 'not-executable';
  }
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A folder of PATH that we may not look into holds nothing that we could start; a path with a NUL neither.
    return undefined;
  }
}
