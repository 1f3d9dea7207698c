import { truncateSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { connect } from './connection';
import type { Patience } from './patience';
import { isDamage, isSqliteError } from './sqliteErrors';

/**
 * Runs `work` while no other process opens, repairs or migrates the journal of this folder. The operating system lets go
 * of the lock when the process dies. `hadJournal` says whether any process ever got through here.
 */
export async function withOpenLock<R>(
  path: string,
  patience: Patience,
  work: (hadJournal: boolean) => Promise<R>,
): Promise<R> {
  const lock = await take(path, patience).catch(async (error: unknown) => {
    if (!isDamage(error)) throw error;
    // Emptied, not removed: another process may have done the same and hold it, and a new file would be another lock.
    truncateSync(path);
    return take(path, patience);
  });
  try {
    const hadJournal = lock.prepare('PRAGMA user_version').get()?.['user_version'] === 1;
    const result = await work(hadJournal);
    if (!hadJournal) remember(lock);
    return result;
  } finally {
    lock.close();
  }
}

async function take(path: string, patience: Patience): Promise<DatabaseSync> {
  const lock = await connect(path, 'write');
  try {
    await patience.run(() => lock.exec('BEGIN EXCLUSIVE'));
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

function remember(lock: DatabaseSync): void {
  try {
    lock.exec('PRAGMA user_version = 1; COMMIT');
  } catch (error) {
    // A full disk: then an emptied journal may go unnoticed later, which is no reason to do without one now.
    if (!isSqliteError(error)) throw error;
  }
}
