import type { DatabaseSync } from 'node:sqlite';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { LogFigures } from '../../core/journal/eventStore';
import type { Instant } from '../../core/support/clock';
import { sizeOf } from './journalFiles';

/** How large a log is, with what SQLite keeps beside it. */
export function figuresOf(path: string, database: DatabaseSync, compactedAt: number): LogFigures {
  const counts = database.prepare('SELECT count(*) AS events FROM events').get();
  const oldest = database.prepare('SELECT ts FROM events ORDER BY seq LIMIT 1').get()?.['ts'];
  const folder = dirname(path);
  const copies = readdirSync(folder).filter(
    name => name.startsWith('journal.damaged-') && name !== basename(path),
  );
  return {
    bytes: ['', '-wal', '-shm'].reduce((sum, companion) => sum + sizeOf(path + companion), 0),
    events: Number(counts?.['events']),
    oldestAt: oldest === undefined ? null : (Number(oldest) as Instant),
    compactedAt: compactedAt === 0 ? null : (compactedAt as Instant),
    damagedCopies: copies.filter(name => name.endsWith('.db')).length,
    damagedBytes: copies.reduce((sum, name) => sum + sizeOf(join(folder, name)), 0),
  };
}
