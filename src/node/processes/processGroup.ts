import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** By its path: Windows would look for a bare name in the working folder first, where a repository may put any program. */
const TASKKILL = join(process.env['SYSTEMROOT'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');

/**
 * Signals a server's process and all that it started: they are one group. On Windows, which knows no signals, they are ended
 * at once.
 */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    spawn(TASKKILL, ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => undefined, // Without taskkill there is no way to reach the children; the server itself ended with its input.
    );
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: nobody of the group is left, which is what we want. EPERM: it is another user's now, and none of ours.
  }
}
