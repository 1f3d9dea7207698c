import { readdir, readFile } from 'node:fs/promises';

/** Bytes of a page of memory on Linux as Node's platforms have it. */
const PAGE_BYTES = 4_096;

/** Fields of `/proc/<pid>/stat` after the name in brackets (proc(5)): the process group, and resident pages. */
const GROUP_FIELD = 2;
const PAGES_FIELD = 21;

/**
 * Resident memory of process groups in bytes, by their leaders' ids; undefined where the system does not say: only Linux has
 * `/proc`.
 */
export async function groupMemory(
  leaders: readonly number[],
): Promise<ReadonlyMap<number, number> | undefined> {
  if (process.platform !== 'linux') return undefined;
  const memory = new Map(leaders.map(leader => [leader, 0]));
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''); // It has gone meanwhile.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const group = Number(fields[GROUP_FIELD]);
    const before = memory.get(group);
    if (before !== undefined) memory.set(group, before + Number(fields[PAGES_FIELD]) * PAGE_BYTES);
  }
  return memory;
}
