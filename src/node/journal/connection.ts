import { closeSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** What the WAL may keep on disk after a checkpoint (chosen here): saving large states makes it grow for a moment. */
const WAL_LIMIT_BYTES = 8 * 1024 * 1024;

/** A connection to a file. `node:sqlite` is loaded on first use: activation must not pay for it. */
export async function connect(path: string, access: 'write' | 'read'): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  if (access === 'write') makePrivate(path);
  // No busy timeout: it would block the event loop, see `withPatience`.
  const database = new DatabaseSync(path, { readOnly: access === 'read', timeout: 0 });
  try {
    // A page whose cells overlap is then reported when it is read, not when it is changed.
    // What is deleted is overwritten with zeros, so that nobody finds it in a page that is free.
    database.exec('PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON');
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** SQLite would give a new file the rights that the mask leaves; what it keeps beside a file has the rights of that file. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // It is there, or can't be made: SQLite says which.
  }
}

/** Lets a new file give its room back. An older one learns it when it is first compacted, see `giveBack`. */
export function useFreedPages(database: DatabaseSync): void {
  const isNew = database.prepare('PRAGMA page_count').get()?.['page_count'] === 0;
  if (isNew) database.exec('PRAGMA auto_vacuum = INCREMENTAL');
}

/** Readers never wait for the one writer, and a killed process leaves a file that the next one recovers (ARCHITECTURE.md D1). */
export function useWriteAheadLog(database: DatabaseSync): void {
  useFreedPages(database);
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${WAL_LIMIT_BYTES}`,
  );
}
