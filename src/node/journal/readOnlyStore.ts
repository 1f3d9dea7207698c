import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '../../core/journal/eventStore';
import type { Clock } from '../../core/support/clock';
import type { Log } from '../../core/support/log';
import { connect } from './connection';
import { type JournalFiles, sizeOf } from './journalFiles';
import { withPatience } from './patience';
import { schemaVersion } from './schema';
import { SqliteEventStore } from './sqliteEventStore';
import { isSqliteError } from './sqliteErrors';
import { unavailableStore } from './unavailableStore';

/** A store that shows what the log holds, wherever that is possible, and records nothing for the given reason. */
export async function openReadOnly(
  files: JournalFiles,
  why: string,
  clock: Clock,
  log: Log,
): Promise<EventStore> {
  if (sizeOf(files.journal) === 0) return unavailableStore(why);
  try {
    return await openInPlace(files.journal, why, clock);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    log.info('The journal is read from a copy, because SQLite can not work beside it', {
      error: String(error),
    });
  }
  try {
    return await openCopy(files.journal, why, clock);
  } catch (error) {
    log.warn('The journal can not be read', { error: String(error) });
    return unavailableStore(`${why} What it holds can't be read either.`);
  }
}

async function openInPlace(
  path: string,
  why: string,
  clock: Clock,
  closed?: () => void,
): Promise<EventStore> {
  const database = await connect(path, 'read');
  try {
    await withPatience(clock, () => schemaVersion(database));
    return new SqliteEventStore(path, database, clock, why, closed);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** To read a log with a write-ahead log, SQLite must write beside it: so it gets a copy where it may. */
async function openCopy(path: string, why: string, clock: Clock): Promise<EventStore> {
  const folder = await mkdtemp(join(tmpdir(), 'journal-'));
  const release = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, 'journal.db');
    await copyFile(path, copy);
    if (sizeOf(`${path}-wal`) > 0) await copyFile(`${path}-wal`, `${copy}-wal`);
    // Not awaited: disposing can't wait, and the system clears its temporary folder where this fails.
    return await openInPlace(copy, why, clock, () => void release().catch(() => undefined));
  } catch (error) {
    await release();
    throw error;
  }
}
