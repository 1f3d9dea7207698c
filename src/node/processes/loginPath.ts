import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { text } from 'node:stream/consumers';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Log } from '../../core/support/log';
import { signalGroup } from './processGroup';

/** What a desktop gives every program. A PATH of nothing else has never seen the user's shell, where nvm, Homebrew and uv add theirs. */
const DESKTOP_FOLDERS: ReadonlySet<string> = new Set([
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
  '/usr/games',
  '/usr/local/games',
  '/snap/bin',
]);

/** A login shell that takes longer than this, in milliseconds, waits for something that never comes. */
const WITHIN_MS = 3_000;

/** Stands around the answer: a login shell may greet. */
const MARK = 'switchyard-path-mark';

/** What the search depends on. */
export interface LoginSurroundings {
  readonly platform: NodeJS.Platform;
  readonly path: string | undefined;
  /** The user's login shell. */
  readonly shell: string | undefined;
}

/**
 * The PATH that programs get in a terminal, where ours is a desktop's; undefined where ours
 * is good already, or the shell does not tell in time.
 */
export async function loginPath(
  log: Log,
  { platform, path, shell }: LoginSurroundings = {
    platform: process.platform,
    path: process.env['PATH'],
    shell: process.env['SHELL'],
  },
): Promise<string | undefined> {
  if (platform === 'win32' || !shell?.startsWith('/') || !isDesktops(path ?? '')) return undefined;
  const startedMs = performance.now();
  const found = await askShell(shell);
  const ms = Math.round(performance.now() - startedMs);
  log.info('The login shell was asked for PATH', { shell, answered: found !== undefined, ms });
  if (found === undefined) return undefined;
  const folders = [...found.split(':'), ...(path ?? '').split(':')].filter(folder => folder !== '');
  return [...new Set(folders)].join(':');
}

function isDesktops(path: string): boolean {
  return path.split(':').every(folder => folder === '' || DESKTOP_FOLDERS.has(folder));
}

async function askShell(shell: string): Promise<string | undefined> {
  // `printenv` and not `$PATH`, which is a list in some shells. A group of its own: whatever the shell starts ends with it.
  const child = spawn(shell, ['-i', '-l', '-c', `echo ${MARK}; printenv PATH; echo ${MARK}`], {
    // As at a login: not in a workspace, whose files a prompt may run, and without what the editor set for itself.
    cwd: homedir(),
    env: getDefaultEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const end = (): void => {
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
  };
  const timer = setTimeout(end, WITHIN_MS);
  try {
    const failed = new Promise<string>(resolve => child.once('error', () => resolve('')));
    // Ends with the shell's last output, or with the shell.
    const output = await Promise.race([text(child.stdout), failed]);
    const [, found] = output.split(`${MARK}\n`);
    return found?.trim() || undefined;
  } finally {
    clearTimeout(timer);
    end();
  }
}
