/** Ways in which a journal is damaged or held when a program starts, each done to a folder with a good one. */
import {
  copyFileSync,
  openSync,
  closeSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** How long another process keeps a lock: long enough to be in every start's way. */
const HELD_MS = 2_500;

/** Events of a domain that nobody knows: they are kept and passed over, and fill some pages. */
const EVENTS = 400;

/**
 * Each gives what ends it, or nothing. `programs`: how many start at once, one where it is not said. `keeps`: the least number of
 * events that are there afterwards.
 */
export const KINDS = {
  'lock held for a while': {
    spoil: folder => hold(join(folder, 'journal.lock'), 'EXCLUSIVE'),
    keeps: EVENTS,
  },
  'journal held for a while': {
    spoil: folder => hold(join(folder, 'journal.db'), 'IMMEDIATE'),
    keeps: EVENTS,
  },
  'journal held from readers too': {
    spoil: folder =>
      hold(join(folder, 'journal.db'), 'EXCLUSIVE', HELD_MS, 'PRAGMA locking_mode = EXCLUSIVE'),
    keeps: EVENTS,
  },
  'garbage in a page': { spoil: folder => garble(join(folder, 'journal.db'), 12 * 4_096, 4_096), keeps: 1 },
  'garbage in the header': { spoil: folder => garble(join(folder, 'journal.db'), 0, 100), keeps: 1 },
  'garbage throughout': { spoil: folder => garble(join(folder, 'journal.db'), 0, 8 * 4_096), keeps: 1 },
  'cut short': {
    spoil: folder =>
      truncateSync(join(folder, 'journal.db'), statSync(join(folder, 'journal.db')).size - 6_000),
    keeps: 1,
  },
  'empty file': { spoil: folder => truncateSync(join(folder, 'journal.db'), 0), keeps: 0 },
  'garbage as write-ahead log': {
    spoil: folder => writeFileSync(join(folder, 'journal.db-wal'), noise(40_000)),
    keeps: EVENTS,
  },
  'empty file with a write-ahead log': {
    spoil(folder) {
      truncateSync(join(folder, 'journal.db'), 0);
      writeFileSync(join(folder, 'journal.db-wal'), noise(40_000));
    },
    keeps: 1,
  },
  'garbage as shared memory': {
    spoil: folder => writeFileSync(join(folder, 'journal.db-shm'), noise(32_768)),
    keeps: EVENTS,
  },
  'garbage as lock': {
    spoil: folder => writeFileSync(join(folder, 'journal.lock'), noise(8_192)),
    keeps: EVENTS,
  },
  'a repair that was cut short': {
    spoil(folder) {
      copyFileSync(join(folder, 'journal.db'), join(folder, 'journal.salvaged-2026-01-01T00-00-00-000Z.db'));
      garble(join(folder, 'journal.db'), 4_096, 4_096);
    },
    keeps: EVENTS,
  },
  'garbage in a page, three at once': {
    spoil: folder => garble(join(folder, 'journal.db'), 12 * 4_096, 4_096),
    programs: 3,
    keeps: 1,
  },
  'garbage as lock, three at once': {
    spoil: folder => writeFileSync(join(folder, 'journal.lock'), noise(8_192)),
    programs: 3,
    keeps: EVENTS,
  },
  // Last, as it takes longest: without the journal the program still serves.
  'lock never let go': {
    spoil: folder => hold(join(folder, 'journal.lock'), 'EXCLUSIVE', 35_000),
    keeps: EVENTS,
  },
};

/** Fills the journal that a program left in this folder. */
export function fill(folder) {
  const database = new DatabaseSync(join(folder, 'journal.db'));
  const insert = database.prepare(
    "INSERT INTO events (seq, ts, stream, kind, cat, level, payload, v) VALUES (?, 1, 'other', 'x', 'other', 'info', ?, 1)",
  );
  const last = database.prepare('SELECT coalesce(max(seq), 0) AS last FROM events').get().last;
  database.exec('BEGIN');
  for (let n = 1; n <= EVENTS; n++)
    insert.run(last + n, JSON.stringify({ type: 'x', text: 'word '.repeat(60) }));
  database.exec('COMMIT');
  database.close();
}

/** What a journal is like that nobody has open: whether it is sound, and how many events it holds. */
export function look(folder) {
  const database = new DatabaseSync(join(folder, 'journal.db'));
  const isSound = database.prepare('PRAGMA quick_check').get().quick_check === 'ok';
  const { events } = database.prepare('SELECT count(*) AS events FROM events').get();
  database.close();
  return { isSound, events, names: readdirSync(folder) };
}

/** Holds a lock on the file for a while. @returns what waits until it is let go. */
function hold(path, kind, heldMs = HELD_MS, before = '') {
  const database = new DatabaseSync(path);
  database.exec(before);
  database.exec(`BEGIN ${kind}`);
  return delay(heldMs).then(() => {
    database.exec('ROLLBACK');
    database.close();
  });
}

function garble(path, at, bytes) {
  const file = openSync(path, 'r+');
  writeSync(file, noise(bytes), 0, bytes, at);
  closeSync(file);
}

/** Bytes that look like nothing, the same in each run. */
function noise(bytes) {
  return Buffer.from(Array.from({ length: bytes }, (_, n) => (n * 7_919 + 13) % 251));
}
