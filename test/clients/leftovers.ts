import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** How long processes may take to end after their client. */
const PATIENCE_MS = 10_000;

/** Processes that have this folder in their command or their variables. */
export function processesOf(folder: string): readonly { readonly pid: number; readonly command: string }[] {
  const all = execFileSync('ps', ['axeww', '-o', 'pid=,stat=,command='], {
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  return all
    .split('\n')
    .filter(line => line.includes(folder))
    .flatMap(line => {
      const [, pid, stat, command] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      if (pid === undefined || stat?.startsWith('Z') === true) return [];
      return [{ pid: Number(pid), command: command ?? '' }];
    });
}

/** Waits until what was started with this folder has ended, and ends what has not. @returns the commands of those */
export async function leftoversOf(folder: string, patienceMs = PATIENCE_MS): Promise<readonly string[]> {
  const end = Date.now() + patienceMs;
  let left = processesOf(folder);
  while (left.length > 0 && Date.now() < end) {
    await delay(100);
    left = processesOf(folder);
  }
  kill(left);
  return left.map(({ command }) => command.slice(0, 200));
}

/** Kills what was started with this folder. */
export function killIn(folder: string): void {
  kill(processesOf(folder));
}

function kill(processes: ReturnType<typeof processesOf>): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself since.
    }
  }
}
