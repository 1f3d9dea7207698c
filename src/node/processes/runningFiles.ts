import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { type Disposable, disposable } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import type { ProcessAccount } from './processAccount';
import { signalGroup } from './processGroup';
import { endMarked } from './processMark';
import { processStart } from './processStart';

/** A server's process and who started it. Times of start tell processes apart that had the same pid. */
const record = z.strictObject({
  host: z.string(),
  pid: z.int().positive(),
  start: z.string().min(1),
  owner: z.int().positive(),
  ownerStart: z.string().min(1),
  /** What its processes carry in their environment; left out where the system shows that to nobody. */
  mark: z.uuid().optional(),
});

type Running = z.output<typeof record>;

/**
 * Notes in a folder which processes of servers run, one small file each, so that a next start can end what this one left
 * behind. Several windows may share the folder: nobody touches another's file while its owner lives.
 */
export class RunningFiles implements ProcessAccount {
  readonly #folder: string;
  readonly #log: Log;
  readonly #ownStart: Promise<string | undefined>;

  constructor(stateFolder: string, log: Log) {
    this.#folder = join(stateFolder, 'running');
    this.#log = log;
    this.#ownStart = processStart(process.pid);
  }

  started(pid: number, mark: string | undefined): Disposable {
    const file = this.#fileOf(pid);
    const written = this.#note(pid, mark, file).catch((error: unknown) =>
      this.#log.warn('A running server could not be noted', { error: codeOf(error) }),
    );
    const forget = (): void => {
      try {
        rmSync(file, { force: true });
      } catch {
        // What can't be reached stays: the next start sees that nothing runs by this note.
      }
    };
    return disposable(() => {
      // At once, since the program may be about to end; and again in case it was not yet written.
      forget();
      void written.then(forget); // `written` never rejects.
    });
  }

  /**
   * Ends what earlier runs left behind, also what left the group of its server. What only has the pid of a server of theirs is
   * never touched.
   */
  async sweep(): Promise<void> {
    const left: { readonly file: string; readonly mark: string | undefined }[] = [];
    const names = await readdir(this.#folder).catch(() => []); // Nothing was ever started.
    for (const name of names) {
      const file = join(this.#folder, name);
      const running = await readRecord(file);
      // On a shared disk another machine's, or another container's: its pids say nothing here.
      if (running !== undefined && (running.host !== hostname() || (await isOwned(running)))) continue;
      if (running !== undefined) await this.#end(running);
      left.push({ file, mark: running?.mark });
    }
    const marks = left.map(({ mark }) => mark).filter(mark => mark !== undefined);
    const processes = await endMarked(marks, 'SIGKILL');
    // Only now: killed before, the next start does it.
    for (const { file } of left) await rm(file, { force: true, recursive: true });
    if (processes > 0) this.#log.info('What servers of an earlier run left behind was ended', { processes });
  }

  async #note(pid: number, mark: string | undefined, file: string): Promise<void> {
    const [start, ownerStart] = await Promise.all([processStart(pid), this.#ownStart]);
    // It has already ended, or this system does not tell.
    if (start === undefined || ownerStart === undefined) return;
    const running: Running = { host: hostname(), pid, start, owner: process.pid, ownerStart, mark };
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(file, JSON.stringify(running), { mode: 0o600 });
  }

  async #end({ pid, start }: Running): Promise<void> {
    if ((await processStart(pid)) !== start) return;
    this.#log.info('A server that an earlier run left behind was ended', { pid });
    signalGroup(pid, 'SIGKILL');
  }

  #fileOf(pid: number): string {
    return join(this.#folder, `${pid}.json`);
  }
}

async function isOwned({ owner, ownerStart }: Running): Promise<boolean> {
  return (await processStart(owner)) === ownerStart;
}

async function readRecord(file: string): Promise<Running | undefined> {
  try {
    return record.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined; // Cut short by a crash, or not ours: nothing can be done by it.
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
