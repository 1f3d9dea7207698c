import type { ChildProcess } from 'node:child_process';
import { delimiter } from 'node:path';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import spawn from 'cross-spawn';
import type { ResolvedLaunch } from '../../core/catalog/entry/entry';
import { type Disposable, disposable } from '../../core/support/disposable';
import { networkVariables } from '../net/networkVariables';
import { mergedVariables } from './mergedVariables';
import { PathPrograms } from './pathPrograms';
import { readSearchPath, repositoryPaths, type RepositoryPaths, safeSearchPath } from './searchPath';
import type { ProcessAccount } from './processAccount';
import { MARK_VARIABLE, newMark } from './processMark';

/** Windows looks for programs in the working folder before it looks in PATH, unless this is set. */
const NOT_FROM_THE_FOLDER: Readonly<Record<string, string>> =
  process.platform === 'win32' ? { NoDefaultCurrentDirectoryInExePath: '1' } : {};

export type StdioLaunch = Extract<ResolvedLaunch, { type: 'stdio' }>;

/** Starts the processes of servers. */
export class ServerProcesses {
  readonly #accounts: readonly ProcessAccount[];
  readonly #searchPath: string | undefined;
  readonly #workspaceFolder: string | undefined;

  /** `searchPath`: PATH for servers, where it is not our own. What of it leads into the workspace, no server gets. */
  constructor(accounts: readonly ProcessAccount[] = [], searchPath?: string, workspaceFolder?: string) {
    this.#accounts = accounts;
    this.#searchPath = searchPath;
    this.#workspaceFolder = workspaceFolder;
  }

  /** Does what takes time at the first start. */
  prepare(): void {
    for (const account of this.#accounts) account.prepare?.();
    const isRepositorys = repositoryPaths(this.#workspaceFolder);
    this.#programsOf(this.environment(isRepositorys), isRepositorys).find('node');
  }

  /**
   * Starts a server's process as the leader of a group of its own. `account` is disposed when the whole group is gone, and all
   * that carries the mark. What can't be started says so by the child's `error` event. @throws as the system does where PATH has
   * no such program
   */
  spawn({ command, args, env, cwd }: StdioLaunch): {
    readonly child: ChildProcess;
    readonly account: Disposable;
    readonly mark: string | undefined;
  } {
    // One look at the disk for all of it.
    const isRepositorys = repositoryPaths(this.#workspaceFolder);
    const own = this.#withSafePath(mergedVariables(this.environment(isRepositorys), env), isRepositorys);
    const program = this.#programOf(command, own, isRepositorys);
    const mark = newMark();
    for (const account of this.#accounts) account.expecting?.(mark);
    // Not Node's: that can start no `npx.cmd`, which is what npx is on Windows.
    const child = spawn(program, [...args], {
      env: { ...own, ...(mark === undefined ? {} : { [MARK_VARIABLE]: mark }) },
      cwd,
      // As a shell would call it; Windows has another way of its own.
      ...(process.platform === 'win32' ? {} : { argv0: command }),
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, to be ended as one; on Windows that would open a console window.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const { pid } = child;
    const entries = pid === undefined ? [] : this.#accounts.map(account => account.started(pid, mark));
    return { child, mark, account: disposable(() => entries.forEach(entry => entry.dispose())) };
  }

  /** What every program needs, and how the network is reached; nothing else of ours: no NODE_OPTIONS, VSCODE_*, GIT_*. */
  environment(isRepositorys?: RepositoryPaths): Readonly<Record<string, string>> {
    const { PATH, ...own } = getDefaultEnvironment();
    const path = safeSearchPath(this.#searchPath ?? PATH, this.#workspaceFolder, isRepositorys);
    return {
      ...own,
      ...networkVariables(process.env),
      ...(path === undefined ? {} : { PATH: path }),
      ...NOT_FROM_THE_FOLDER,
    };
  }

  /** An entry that adds to PATH says `${env:PATH}` and gets all of ours: what no server gets of that is left out here too. */
  #withSafePath(
    { PATH: path, ...others }: Readonly<Record<string, string>>,
    isRepositorys: RepositoryPaths,
  ): Readonly<Record<string, string>> {
    if (path === undefined) return others;
    const ours = [this.#searchPath, process.env['PATH']].filter(value => value !== undefined).join(delimiter);
    const { skipped: theirs } = readSearchPath(ours, this.#workspaceFolder, process.platform, isRepositorys);
    const skipped = new Set(theirs);
    const kept = path.split(delimiter).filter(folder => !skipped.has(folder));
    return { ...others, ...(kept.length === 0 ? {} : { PATH: kept.join(delimiter) }) };
  }

  /** Where a bare name leads: what was found is what is started, wherever the system itself would look as well. */
  #programOf(
    command: string,
    environment: Readonly<Record<string, string>>,
    isRepositorys: RepositoryPaths,
  ): string {
    if (/[\\/]/.test(command) || environment['PATH'] === undefined) return command;
    const found = this.#programsOf(environment, isRepositorys).find(command);
    if ('path' in found) return found.path;
    throw Object.assign(new Error(`spawn ${command} ENOENT`), {
      code: 'ENOENT',
      syscall: `spawn ${command}`,
    });
  }

  #programsOf(environment: Readonly<Record<string, string>>, isRepositorys: RepositoryPaths): PathPrograms {
    return new PathPrograms({
      isRepositorys,
      platform: process.platform,
      variable: name => environment[name],
      workspaceFolder: this.#workspaceFolder,
    });
  }
}
