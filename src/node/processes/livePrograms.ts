import { readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as z from 'zod';
import type { LivePrograms } from '../../core/workflow/model/livePrograms';
import { processStart } from './processStart';

/** What tells a program from all others. */
const identity = z.strictObject({
  /** The machine, or the part of one that counts its processes by itself. */
  place: z.string(),
  pid: z.int().positive(),
  /** When it began: pids are given anew. Null where the system does not tell. */
  start: z.string().nullable(),
});

/** The programs of this machine, by place, pid and time of start. `disk`: those of other disks are of another place. */
export async function livePrograms(disk = ''): Promise<LivePrograms> {
  const place = `${await placeOfPids()} ${disk}`.trim();
  const own = identityText({ place, pid: process.pid, start: (await processStart(process.pid)) ?? null });
  return {
    own,
    async hasEnded(program) {
      const found = readIdentity(program);
      // Of another machine, or another container: its pids say nothing here.
      if (found === undefined || found.place !== place || program === own) return false;
      if (found.start === null) return isUnused(found.pid);
      const start = await processStart(found.pid);
      return start === undefined ? isUnused(found.pid) : start !== found.start;
    },
  };
}

function identityText({ place, pid, start }: z.output<typeof identity>): string {
  return JSON.stringify({ place, pid, start });
}

function readIdentity(text: string): z.output<typeof identity> | undefined {
  try {
    return identity.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // Not of ours: nothing can be known of it.
  }
}

/** Containers of one machine may have one name, but each counts its processes by itself. */
async function placeOfPids(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${hostname()} ${namespace}`.trim();
}

/** Whether nobody has this pid. That somebody has it proves nothing. */
function isUnused(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
