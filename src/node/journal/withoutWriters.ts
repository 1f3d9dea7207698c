import type { DatabaseSync } from 'node:sqlite';
import { connect } from './connection';
import { LOOK_AGAIN_AFTER_MS } from './filePlace';
import { sizeOf } from './journalFiles';
import { type Patience, pause } from './patience';
import { isSqliteError } from './sqliteErrors';

/**
 * Puts another file in the journal's place while other windows that have it open can't append to it, and lets them go on
 * only when they are bound to notice. Where the damage is such that nobody can lock the file, nobody is kept waiting.
 */
export async function withoutWriters<R>(
  path: string,
  patience: Patience,
  replace: () => Promise<R>,
): Promise<R> {
  // Windows does not rename a file that anybody has open, us included: there is nobody to keep out. And of an empty file
  // SQLite would delete the write-ahead log.
  const lock = process.platform === 'win32' || sizeOf(path) === 0 ? undefined : await take(path, patience);
  if (lock === undefined) return replace();
  try {
    const result = await replace();
    await pause(patience.clock, 1.5 * LOOK_AGAIN_AFTER_MS);
    return result;
  } finally {
    lock.close();
  }
}

async function take(path: string, patience: Patience): Promise<DatabaseSync | undefined> {
  const lock = await connect(path, 'write');
  try {
    await patience.run(() => lock.exec('BEGIN IMMEDIATE'));
    return lock;
  } catch (error) {
    lock.close();
    if (!isSqliteError(error)) throw error;
    return undefined;
  }
}
