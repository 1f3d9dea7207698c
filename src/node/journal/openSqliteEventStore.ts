import { mkdir } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { EventStore } from '../../core/journal/eventStore';
import type { Clock } from '../../core/support/clock';
import type { Log } from '../../core/support/log';
import { noteLoss } from './compacting';
import { connect, useWriteAheadLog } from './connection';
import { healthOf } from './health';
import { JournalFiles } from './journalFiles';
import { LogMark } from './logMark';
import { withOpenLock } from './openLock';
import { Patience } from './patience';
import { openReadOnly } from './readOnlyStore';
import { type Repaired, repair } from './repair';
import { journalMigrations, type Migration, migrate, schemaVersion } from './schema';
import { SqliteEventStore } from './sqliteEventStore';
import { isBusy, isReadOnly, isSqliteError } from './sqliteErrors';
import { unavailableStore } from './unavailableStore';

/** How to open the log. */
export interface OpenOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Repairs the file even if it looks healthy: reading it has shown that it is not. */
  readonly isKnownDamaged?: boolean;
  /** Steps of the file's form, for tests of changing it. */
  readonly migrations?: readonly Migration[];
}

/** An open log, and what the user must be told about it. */
export interface OpenedStore {
  readonly store: EventStore;
  readonly problem?: string;
}

/** Some are built without it, and `NODE_OPTIONS` can switch it off. */
const NO_SQLITE =
  'Nothing can be recorded: this Node.js is without SQLite (node:sqlite). Remove --no-experimental-sqlite from NODE_OPTIONS, or use another Node.js 22.16 or newer.';

/** The durable log of this folder: created, recovered, repaired or opened for reading only, whatever is possible. */
export async function openSqliteEventStore(folder: string, options: OpenOptions): Promise<OpenedStore> {
  if (process.getBuiltinModule('node:sqlite') === undefined)
    return { store: unavailableStore(NO_SQLITE), problem: NO_SQLITE };
  const files = new JournalFiles(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) =>
    options.log.warn('The journal has no folder', { error: String(error) }),
  );
  const patience = new Patience(options.clock, () =>
    options.log.warn('Another process keeps the journal of this workspace; waiting for it, 30 s at most'),
  );
  try {
    return await withOpenLock(files.lock, patience, hadJournal =>
      openLocked(files, hadJournal, options, patience),
    );
  } catch (error) {
    if (!isOfTheMachine(error)) throw error;
    options.log.warn('The journal cannot be opened for writing', { error: String(error) });
    return readOnly(files, whyNotWritable(error, folder), options.log, patience);
  }
}

async function openLocked(
  files: JournalFiles,
  hadJournal: boolean,
  options: OpenOptions,
  patience: Patience,
): Promise<OpenedStore> {
  const { clock, log, isKnownDamaged = false, migrations = journalMigrations } = options;
  const { folder } = files;
  const unfinished = files.repairToFinish();
  if (unfinished !== undefined) files.finishRepair(unfinished);
  const mark = new LogMark(files.journal);
  const lacksLog = await mark.lacksLog(patience);
  const health = await healthOf(files, patience);
  let problem: string | undefined;
  if (health === 'none' && hadJournal) {
    problem = `The journal of this workspace was empty or gone, so a new one has been started.${putBack(folder)}`;
  } else if (health === 'damaged' || (isKnownDamaged && health === 'healthy')) {
    try {
      problem = toldOf(await repair(files, patience, migrations));
    } catch (error) {
      if (!isOfTheMachine(error)) throw error;
      log.warn('The journal could not be repaired', { error: String(error) });
      const reason = `Nothing can be recorded: the journal of this workspace is damaged and could not be repaired (${files.journal}). Close the other windows of this workspace and free some disk space, then reload the window.`;
      return { store: unavailableStore(reason), problem: reason };
    }
  } else if (lacksLog) {
    problem = `What was recorded last in the journal of this workspace may be missing: its file journal.db-wal is gone.${putBack(folder)}`;
  }
  if (problem !== undefined) log.warn('The journal had a problem', { problem });

  const database = await connect(files.journal, 'write');
  try {
    if ((await patience.run(() => schemaVersion(database))) > migrations.length) {
      database.close();
      return await readOnly(
        files,
        "Nothing can be recorded: a newer version of the extension has written this workspace's journal. Update the extension, then reload the window.",
        log,
        patience,
      );
    }
    await patience.run(() => prepare(database, migrations));
    if (problem !== undefined) await patience.run(() => noteLoss(database, clock.now()));
    mark.set();
    const store = new SqliteEventStore(files.journal, database, clock, undefined, () => mark.clear());
    return problem === undefined ? { store } : { store, problem };
  } catch (error) {
    if (database.isOpen) database.close();
    throw error;
  }
}

function prepare(database: DatabaseSync, migrations: readonly Migration[]): void {
  useWriteAheadLog(database);
  migrate(database, migrations);
  // SQLite opens a file that it may only read without a word, and refuses the first write: so this one is tried.
  database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${migrations.length}`);
  database.exec('ROLLBACK');
}

/** What a person can do who has a copy, and until when it is worth it. */
function putBack(folder: string): string {
  return ` If you have a copy of it, close all windows of this workspace and put it back into ${folder} in the next 30 days: the files of its tasks are kept until then.`;
}

async function readOnly(
  files: JournalFiles,
  why: string,
  log: Log,
  patience: Patience,
): Promise<OpenedStore> {
  return { store: await openReadOnly(files, why, patience, log), problem: why };
}

/** Whether the machine stood in the way (no space, a file held open by another window), rather than our code. */
function isOfTheMachine(error: unknown): boolean {
  return isSqliteError(error) || (error instanceof Error && 'syscall' in error);
}

function whyNotWritable(error: unknown, folder: string): string {
  if (isReadOnly(error)) {
    return `Nothing can be recorded: the folder of this workspace's journal or a file in it is read-only (${folder}). Make it writable, then reload the window.`;
  }
  return isBusy(error)
    ? 'Nothing can be recorded: another window or process has kept the journal of this workspace for 30 seconds. Close it, then reload the window.'
    : `Nothing can be recorded: the disk is full or fails where the journal of this workspace is (${folder}). Free some space or check the disk, then reload the window.`;
}

function toldOf({ keptAt, savedEvents, missingEvents }: Repaired): string {
  const lost = missingEvents === 0 ? '' : ` ${missingEvents} could not be read.`;
  return `The journal of this workspace was damaged. ${savedEvents} events were saved into a new file and work goes on.${lost} The damaged file is kept at ${keptAt}.`;
}
