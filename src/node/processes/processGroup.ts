import { spawn } from 'node:child_process';
import { win32 } from 'node:path';

/**
 * What ends a process of Windows and all below it. By its path: Windows would look for a bare name in the working folder first, where a
 * repository may put any program.
 */
export function treeEnding(
  pid: number,
  systemRoot: string | undefined,
): { readonly program: string; readonly args: readonly string[] } {
  const isPlace = systemRoot !== undefined && win32.isAbsolute(systemRoot);
  const program = win32.join(isPlace ? systemRoot : 'C:\\Windows', 'System32', 'taskkill.exe');
  return { program, args: ['/pid', String(pid), '/T', '/F'] };
}

/**
 * Signals a server's process and all that it started: they are one group. On Windows, which knows no signals, they are ended
 * at once.
 */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    const { program, args } = treeEnding(pid, process.env['SYSTEMROOT']);
    spawn(program, args, { stdio: 'ignore', windowsHide: true }).on(
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
