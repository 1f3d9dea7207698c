import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { SYSTEM_PATH } from './systemPath';

/** Where the field `starttime` stands in `/proc/<pid>/stat`, counted behind the program's name (man proc_pid_stat). */
const START_TIME_FIELD = 19;

/**
 * When a process was started, as text that no other process on this machine has together with the same pid: pids are given
 * anew, moments are not. Undefined where there is no such process, or no way to ask.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') return startOnLinux(pid);
    if (process.platform === 'win32') return undefined;
    // Wherever it is called, the same moment has to give the same text.
    const env = { PATH: SYSTEM_PATH, TZ: 'UTC', LC_ALL: 'C' };
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { env });
    return stdout.trim() || undefined;
  } catch {
    return undefined; // Nobody has this pid.
  }
}

function startOnLinux(pid: number): string | undefined {
  // No disk is read for these: to hand them to another thread would take longer, while the server that is asked about comes up.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
  // A name may hold spaces and brackets: what counts comes behind the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const start = fields[START_TIME_FIELD];
  return start === undefined ? undefined : `${boot.trim()} ${start}`;
}
