import { readdir, readFile } from 'node:fs/promises';
import type { GroupUse } from '../../core/agents/agentLink';

/** Bytes of a page of memory on Linux as Node's platforms have it. */
const PAGE_BYTES = 4_096;

/** Ticks of a second of CPU time as Linux tells of it: the same on all of Node's platforms, whatever the kernel counts in. */
const TICKS_PER_SECOND = 100;

/**
 * Fields of `/proc/<pid>/stat` after the name in brackets (proc(5)): the process group, CPU time of the process and of
 * the children that it waited for (each for programs and for the system), and resident pages.
 */
const GROUP_FIELD = 2;
const CPU_FIELDS = [11, 12, 13, 14] as const;
const PAGES_FIELD = 21;

/**
 * What process groups use, by their leaders' ids; undefined where the system does not say: only Linux has `/proc`. CPU time
 * of a process that has ended counts while its parent is in the group and has waited for it.
 */
export async function groupUse(
  leaders: readonly number[],
): Promise<ReadonlyMap<number, GroupUse> | undefined> {
  if (process.platform !== 'linux') return undefined;
  const groups = new Map(leaders.map(leader => [leader, { memoryBytes: 0, cpuSeconds: 0 }]));
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''); // It has gone meanwhile.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const use = groups.get(Number(fields[GROUP_FIELD]));
    if (use === undefined) continue;
    use.memoryBytes += Number(fields[PAGES_FIELD]) * PAGE_BYTES;
    for (const field of CPU_FIELDS) use.cpuSeconds += Number(fields[field]) / TICKS_PER_SECOND;
  }
  return groups;
}
