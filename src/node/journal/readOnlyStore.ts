import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '../../core/journal/eventStore';
import type { Log } from '../../core/support/log';
import { connect } from './connection';
import { type JournalFiles, sizeOf } from './journalFiles';
import type { Patience } from './patience';
import { schemaVersion } from './schema';
import { SqliteEventStore } from './sqliteEventStore';
import { isSqliteError } from './sqliteErrors';
import { unavailableStore } from './unavailableStore';

/** A store that shows what the log holds, wherever that is possible, and records nothing for the given reason. */
export async function openReadOnly(
  files: JournalFiles,
  why: string,
  patience: Patience,
  log: Log,
): Promise<EventStore> {
  try {
    if (sizeOf(files.journal) === 0) return unavailableStore(why);
    return await openInPlace(files.journal, why, patience);
  } catch (error) {
    if (!isSqliteError(error) && !isOfTheSystem(error)) throw error;
    log.info('The journal is read from a copy, because SQLite cannot work beside it', {
      error: String(error),
    });
  }
  try {
    return await openCopy(files.journal, why, patience);
  } catch (error) {
    log.warn('The journal cannot be read', { error: String(error) });
    return unavailableStore(`${why} What it holds can't be read either.`);
  }
}

async function openInPlace(
  path: string,
  why: string,
  patience: Patience,
  closed?: () => void,
): Promise<EventStore> {
  const database = await connect(path, 'read');
  try {
    await patience.run(() => schemaVersion(database));
    return new SqliteEventStore(path, database, patience.clock, why, closed);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** To read a log with a write-ahead log, SQLite must write beside it: so it gets a copy where it may. */
async function openCopy(path: string, why: string, patience: Patience): Promise<EventStore> {
  const folder = await mkdtemp(join(tmpdir(), 'journal-'));
  const release = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, 'journal.db');
    await copyFile(path, copy);
    if (sizeOf(`${path}-wal`) > 0) await copyFile(`${path}-wal`, `${copy}-wal`);
    // Not awaited: disposing can't wait, and the system clears its temporary folder where this fails.
    return await openInPlace(copy, why, patience, () => void release().catch(() => undefined));
  } catch (error) {
    await release();
    throw error;
  }
}

/** Such as a link that leads nowhere, or a disk that is gone: it can't even be asked how large the file is. */
function isOfTheSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
