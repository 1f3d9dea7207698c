import { copyFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Instant } from '../../core/support/clock';
import { connect, useFreedPages } from './connection';
import { insertEvent, runInsert } from './eventRows';
import { type JournalFiles, sizeOf } from './journalFiles';
import { mendHeader } from './mendHeader';
import type { Patience } from './patience';
import { isJson, readableEvents } from './salvage';
import { STATE_TABLES } from './savedStates';
import { type Migration, migrate } from './schema';
import { isUnreadable } from './sqliteErrors';
import { withoutWriters } from './withoutWriters';

/** What became of a damaged journal. */
export interface Repaired {
  /** Where the damaged file is kept. */
  readonly keptAt: string;
  readonly savedEvents: number;
  /** Numbers missing among the saved ones; what was lost at the end can't be counted. */
  readonly missingEvents: number;
}

/**
 * Saves what is readable of a damaged journal into a fresh file in its place, and keeps the damaged one. Killed at any
 * moment, it starts again or goes on. The caller holds the open lock.
 */
export async function repair(
  files: JournalFiles,
  patience: Patience,
  migrations: readonly Migration[],
): Promise<Repaired> {
  const at = patience.clock.now();
  const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  files.removeLeftovers();
  try {
    return await withoutWriters(files.journal, patience, async () => {
      const saved = await salvageInto(files, at, migrations);
      renameSync(files.unfinished, files.salvaged(stamp));
      files.finishRepair(stamp);
      return { keptAt: files.damaged(stamp), ...saved };
    });
  } finally {
    files.removeLeftovers();
  }
}

async function salvageInto(
  files: JournalFiles,
  at: Instant,
  migrations: readonly Migration[],
): Promise<Omit<Repaired, 'keptAt'>> {
  const fresh = await connect(files.unfinished, 'write');
  try {
    useFreedPages(fresh);
    migrate(fresh, migrations);
    fresh.exec('BEGIN');
    const source = await openCopy(files);
    const savedEvents = source === undefined ? 0 : copyReadable(source, fresh);
    source?.close();
    const last = Number(
      fresh
        .prepare(
          'SELECT max(coalesce(max(seq), 0), (SELECT coalesce(max(seq), 0) FROM states)) AS last FROM events',
        )
        .get()?.['last'],
    );
    const compacted = Number(
      fresh.prepare("SELECT sum(value) AS compacted FROM compaction WHERE name = 'removed'").get()?.[
        'compacted'
      ] ?? 0,
    );
    // What was compacted is not lost: the states have it in them.
    const missingEvents = Math.max(0, last - savedEvents - compacted);
    runInsert(insertEvent(fresh), {
      seq: last + 1,
      ts: at,
      stream: 'journal',
      kind: 'repaired',
      cat: 'journal',
      level: 'warn',
      payload: JSON.stringify({ type: 'repaired', savedEvents, missingEvents }),
      v: 1,
    });
    fresh.exec('COMMIT');
    return { savedEvents, missingEvents };
  } finally {
    fresh.close();
  }
}

/** A connection to a copy of the damaged file with its write-ahead log; undefined where there is no file to speak of. */
async function openCopy(files: JournalFiles): Promise<DatabaseSync | undefined> {
  const log = `${files.journal}-wal`;
  const isEmpty = sizeOf(files.journal) === 0;
  if (isEmpty && sizeOf(log) === 0) return undefined;
  // With a header and nothing else, SQLite takes what the log of an emptied journal holds.
  if (isEmpty) writeFileSync(files.source, '', { mode: 0o600 });
  else copyFileSync(files.journal, files.source);
  if (existsSync(log)) copyFileSync(log, `${files.source}-wal`);
  mendHeader(files.source);
  return connect(files.source, 'write');
}

/** The number of events copied. */
function copyReadable(source: DatabaseSync, fresh: DatabaseSync): number {
  let copied = 0;
  try {
    const insert = insertEvent(fresh);
    for (const event of readableEvents(source)) {
      runInsert(insert, event);
      copied += 1;
    }
  } catch (error) {
    // Not even the table can be found.
    if (!isUnreadable(error)) throw error;
  }
  copyStates(source, fresh);
  copyNumbers(source, fresh);
  return copied;
}

/** Saved states bridge lost events; one that can't be read whole is of no use, and its copy takes its place. */
function copyStates(source: DatabaseSync, fresh: DatabaseSync): void {
  for (const from of STATE_TABLES) {
    for (const { stream, seq, version, state } of readable(
      source,
      `SELECT stream, seq, version, state FROM ${from}`,
    )) {
      const isWhole =
        typeof stream === 'string' &&
        typeof seq === 'number' &&
        typeof version === 'number' &&
        typeof state === 'string';
      if (!isWhole || !isJson(state)) continue;
      for (const to of STATE_TABLES) {
        fresh
          .prepare(`INSERT OR IGNORE INTO ${to} (stream, seq, version, state) VALUES (?, ?, ?, ?)`)
          .run(stream, seq, version, state);
      }
    }
  }
}

/** How many events were compacted; and the new file is to be compacted, whatever the old one was in the middle of. */
function copyNumbers(source: DatabaseSync, fresh: DatabaseSync): void {
  const insert = fresh.prepare('INSERT OR REPLACE INTO compaction (name, value) VALUES (?, ?)');
  for (const { name, value } of readable(source, 'SELECT name, value FROM compaction')) {
    if (typeof name === 'string' && typeof value === 'number') insert.run(name, value);
  }
  insert.run('unfinished', 1);
}

/** The rows up to where the table can't be read any more. */
function* readable(source: DatabaseSync, query: string) {
  try {
    yield* source.prepare(query).iterate();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
}
