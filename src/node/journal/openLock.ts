import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../core/support/clock';
import { connect } from './connection';
import { withPatience } from './patience';
import { isDamage, isSqliteError } from './sqliteErrors';

/**
 * Runs `work` while no other process opens, repairs or migrates the journal of this folder. The operating system lets go
 * of the lock when the process dies. `hadJournal` says whether any process ever got through here.
 */
export async function withOpenLock<R>(
  path: string,
  clock: Clock,
  work: (hadJournal: boolean) => Promise<R>,
): Promise<R> {
  const lock = await take(path, clock).catch(async (error: unknown) => {
    if (!isDamage(error)) throw error;
    rmSync(path);
    return take(path, clock);
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

async function take(path: string, clock: Clock): Promise<DatabaseSync> {
  const lock = await connect(path, 'write');
  try {
    await withPatience(clock, () => lock.exec('BEGIN EXCLUSIVE'));
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
