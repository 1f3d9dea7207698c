import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Programs, ProgramSearch } from '../../core/catalog/ports';

/** What a search for programs depends on. */
export interface ProgramSurroundings {
  readonly platform: NodeJS.Platform;
  /** A variable of the environment that programs are started with. */
  readonly variable: (name: string) => string | undefined;
}

type Found = 'program' | 'directory' | 'not-executable' | 'nothing';

/** Looks for programs as the system does at a start: a path as it is, a bare name in the folders of PATH. */
export class PathPrograms implements Programs {
  readonly #surroundings: ProgramSurroundings;

  constructor(
    surroundings: ProgramSurroundings = { platform: process.platform, variable: name => process.env[name] },
  ) {
    this.#surroundings = surroundings;
  }

  find(command: string, cwd?: string): ProgramSearch {
    const isWindows = this.#surroundings.platform === 'win32';
    const path = isWindows ? win32 : posix;
    const isPath = isWindows ? /[\\/]|^[A-Za-z]:/.test(command) : command.includes('/');
    const folders = isPath ? [path.dirname(path.resolve(cwd ?? process.cwd(), command))] : this.#folders();
    const name = isPath ? path.basename(command) : command;
    let unusable: { readonly path: string; readonly why: 'directory' | 'not-executable' } | undefined;
    for (const folder of name === '' || name === '.' || name === '..' ? [] : folders) {
      for (const ending of this.#endings(name)) {
        const candidate = path.join(folder, name + ending);
        const found = kindOf(candidate, isWindows);
        if (found === 'program') return { path: candidate };
        if (found !== 'nothing') unusable ??= { path: candidate, why: found };
      }
    }
    return { searched: folders, ...(unusable === undefined ? {} : { unusable }) };
  }

  /** Folders of PATH without the empty ones: the system would look in the working folder, where anybody may put a program. */
  #folders(): readonly string[] {
    const isWindows = this.#surroundings.platform === 'win32';
    const value =
      this.#surroundings.variable('PATH') ?? (isWindows ? this.#surroundings.variable('Path') : undefined);
    const folders = (value ?? '')
      .split(isWindows ? ';' : ':')
      .map(folder => (isWindows ? folder.replaceAll('"', '') : folder));
    return [...new Set(folders.filter(folder => folder.trim() !== ''))];
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
