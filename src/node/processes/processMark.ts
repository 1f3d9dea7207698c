import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Variable of a server's processes that says by which start they came; its value is no secret and means nothing to anybody else. */
export const MARK_VARIABLE = 'SWITCHYARD_START';

/** A process that ends when it is told to does so within this (chosen here: an orderly end of all has 5 s). */
const TERM_GRACE_MS = 500;
const LOOK_EVERY_MS = 25;

/** How often is looked for what was started while others were ended: who makes more than that means to stay. */
const ROUNDS = 20;

/** A mark that nobody else has. Undefined where the system shows nobody the environment of a process: only Linux does. */
export function newMark(): string | undefined {
  return process.platform === 'linux' ? randomUUID() : undefined;
}

/**
 * Ends every process that carries one of the marks, wherever it went: out of its group, out of its session, to another parent.
 * What took the variable out of its environment is not found. Gives how many there were; never rejects.
 */
export async function endMarked(marks: readonly string[], first: 'SIGTERM' | 'SIGKILL'): Promise<number> {
  if (process.platform !== 'linux' || marks.length === 0) return 0;
  const found = await markedBy(marks);
  if (first === 'SIGTERM' && found.length > 0) {
    for (const pid of found) signalMarked(pid, marks, 'SIGTERM');
    for (let waitedMs = 0; waitedMs < TERM_GRACE_MS; waitedMs += LOOK_EVERY_MS) {
      await delay(LOOK_EVERY_MS);
      if (!found.some(pid => isMarked(pid, marks))) break;
    }
  }
  // Once more in any case: something may have been started meanwhile.
  const ended = new Set(found);
  let left = first === 'SIGTERM' && found.length > 0 ? await markedBy(marks) : found;
  for (let round = 0; left.length > 0 && round < ROUNDS; round++) {
    for (const pid of left) {
      ended.add(pid);
      signalMarked(pid, marks, 'SIGKILL');
    }
    left = await markedBy(marks);
  }
  await untilEnded([...ended]);
  return found.length;
}

/** A process loses its environment first, and its files and sockets a moment later: they are not free before it has ended. */
async function untilEnded(pids: readonly number[]): Promise<void> {
  for (let waitedMs = 0; waitedMs < TERM_GRACE_MS && !pids.every(hasEnded); waitedMs += LOOK_EVERY_MS)
    await delay(LOOK_EVERY_MS);
}

/** Whether it is gone, or only waits for its parent to notice. */
function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The state follows the name, which may have any letters in it: see proc_pid_stat(5).
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return true;
  }
}

async function markedBy(marks: readonly string[]): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => []); // Not there in some sandboxes: nothing can be found.
  const pids = names.filter(name => /^\d+$/.test(name)).map(Number);
  const isOurs = await Promise.all(
    pids.map(pid =>
      readFile(environmentOf(pid)).then(
        environment => carries(environment, marks),
        () => false, // Gone meanwhile, or another user's.
      ),
    ),
  );
  return pids.filter((_, n) => isOurs[n]);
}

/** Looks again in the same moment: a pid may have been given anew. */
function signalMarked(pid: number, marks: readonly string[], signal: NodeJS.Signals): void {
  if (!isMarked(pid, marks)) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself.
  }
}

function isMarked(pid: number, marks: readonly string[]): boolean {
  try {
    return carries(readFileSync(environmentOf(pid)), marks);
  } catch {
    return false; // It has ended.
  }
}

function environmentOf(pid: number): string {
  return `/proc/${pid}/environ`;
}

function carries(environment: Buffer, marks: readonly string[]): boolean {
  return marks.some(mark => environment.includes(`${MARK_VARIABLE}=${mark}\0`));
}
