import type { DatabaseSync } from 'node:sqlite';

/** Pages that one transaction gives back, so that others come in between (chosen here: 1 MiB). */
const PAGES_AT_ONCE = 256;

/** Gives some of the room of what has gone back to the disk. False when there is none left to give. */
export function giveBack(database: DatabaseSync): boolean {
  if (numberOf(database, 'auto_vacuum') === 0) {
    // A file of before: it is written anew once, so that what was deleted in it earlier is gone as well.
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM');
    return false;
  }
  database.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`);
  return numberOf(database, 'freelist_count') > 0;
}

/** Writes everything into the file itself and empties the write-ahead log. False where somebody is reading in it. */
export function emptyLog(database: DatabaseSync): boolean {
  return Number(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy']) === 0;
}

function numberOf(database: DatabaseSync, pragma: 'auto_vacuum' | 'freelist_count'): number {
  return Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
}
