import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What SQLite keeps beside a file called `journal.db`. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'] as const;

/** The files of one workspace's journal. */
export class JournalFiles {
  readonly folder: string;
  /** The log itself. */
  readonly journal: string;
  /** Held by the process that is opening, repairing or changing the form of the log. */
  readonly lock: string;
  /** What a repair reads: a copy of the damaged file, so that the file itself stays as it was found. */
  readonly source: string;
  /** What a repair writes, until it is complete. */
  readonly unfinished: string;

  constructor(folder: string) {
    this.folder = folder;
    this.journal = join(folder, 'journal.db');
    this.lock = join(folder, 'journal.lock');
    this.source = join(folder, 'journal.source.tmp');
    this.unfinished = join(folder, 'journal.salvage.tmp');
  }

  /** Where the damaged file of the repair with this time stamp is kept. */
  damaged(stamp: string): string {
    return join(this.folder, `journal.damaged-${stamp}.db`);
  }

  /** The complete result of the repair with this time stamp: from here on the repair is only a matter of renaming. */
  salvaged(stamp: string): string {
    return join(this.folder, `journal.salvaged-${stamp}.db`);
  }

  /** The time stamp of a repair that was cut short between its result and the end, or undefined. */
  repairToFinish(): string | undefined {
    return readdirSync(this.folder)
      .map(name => /^journal\.salvaged-(.+)\.db$/.exec(name)?.[1])
      .find(stamp => stamp !== undefined);
  }

  /** Sets the damaged file aside and puts the salvaged one in its place. Done again after a kill, it goes on where it was. */
  finishRepair(stamp: string): void {
    this.setAside(stamp);
    renameSync(this.salvaged(stamp), this.journal);
  }

  /** Keeps the log and what SQLite has beside it under names of their own. */
  setAside(stamp: string): void {
    for (const companion of COMPANIONS) {
      if (existsSync(this.journal + companion)) {
        renameSync(this.journal + companion, this.damaged(stamp) + companion);
      }
    }
  }

  /** Lets go of what an earlier or this repair needed on the way. */
  removeLeftovers(): void {
    for (const path of [this.source, this.unfinished]) {
      for (const companion of COMPANIONS) rmSync(path + companion, { force: true });
    }
  }
}

/** The size of a file; 0 where there is none. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
