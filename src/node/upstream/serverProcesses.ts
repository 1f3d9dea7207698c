import type { ChildProcess } from 'node:child_process';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import spawn from 'cross-spawn';
import type { ResolvedLaunch } from '../../core/catalog/entry';
import { type Disposable, disposable } from '../../core/support/disposable';
import type { ProcessAccount } from './processAccount';
import { MARK_VARIABLE, newMark } from './processMark';

export type StdioLaunch = Extract<ResolvedLaunch, { type: 'stdio' }>;

/** Starts the processes of servers. */
export class ServerProcesses {
  readonly #accounts: readonly ProcessAccount[];
  readonly #searchPath: string | undefined;

  /** `searchPath`: PATH for servers, where it is not our own. */
  constructor(accounts: readonly ProcessAccount[] = [], searchPath?: string) {
    this.#accounts = accounts;
    this.#searchPath = searchPath;
  }

  /**
   * Starts a server's process as the leader of a group of its own. `account` is disposed when the whole group is gone, and all
   * that carries the mark.
   * What can't be started says so by the child's `error` event.
   */
  spawn({ command, args, env, cwd }: StdioLaunch): {
    readonly child: ChildProcess;
    readonly account: Disposable;
    readonly mark: string | undefined;
  } {
    const mark = newMark();
    for (const account of this.#accounts) account.expecting?.(mark);
    // Not Node's: that can start no `npx.cmd`, which is what npx is on Windows (gateway.md, What users ask for).
    const child = spawn(command, [...args], {
      env: { ...this.environment(), ...env, ...(mark === undefined ? {} : { [MARK_VARIABLE]: mark }) },
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, to be ended as one; on Windows that would open a console window.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const { pid } = child;
    const entries = pid === undefined ? [] : this.#accounts.map(account => account.started(pid, mark));
    return { child, mark, account: disposable(() => entries.forEach(entry => entry.dispose())) };
  }

  /** What every program needs and nothing else of ours: no NODE_OPTIONS, ELECTRON_RUN_AS_NODE, VSCODE_*, GIT_* (security.md 1.2). */
  environment(): Readonly<Record<string, string>> {
    const own = getDefaultEnvironment();
    return this.#searchPath === undefined ? own : { ...own, PATH: this.#searchPath };
  }
}
