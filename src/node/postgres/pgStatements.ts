import { EVENT_ARRAYS, EVENT_COLUMNS } from './pgRows';
import type { Statement } from './pgSession';

/**
 * Appends events in one statement, which is a transaction of its own where none is open: nothing where the place is taken.
 * $1 workspace, $2 first and $3 last number, $4 how far the caller has seen, $5 id and $6 attempt of the write.
 */
export const APPEND: Statement = {
  name: 'append',
  text: `
  WITH place AS (
    UPDATE switchyard.workspaces SET last = $3::bigint
    WHERE id = $1 AND CASE WHEN $4::bigint IS NULL THEN last < $2::bigint ELSE last = $4::bigint END
    RETURNING id
  ), added AS (
    INSERT INTO switchyard.events (workspace, ${EVENT_COLUMNS})
    SELECT place.id, event.* FROM place,
      unnest(${EVENT_ARRAYS.map((type, i) => `$${i + 7}::${type}`).join(', ')}) AS event
  ), kept AS (
    INSERT INTO switchyard.writes (workspace, id, attempt) SELECT id, $5::uuid, $6::integer FROM place
  )
  SELECT id FROM place`,
};

/** Tells others of an append, after it. In its transaction, all commits of the server would go to disk one after the other. */
export const NOTIFY: Statement = { name: 'notify', text: 'SELECT pg_notify($1, $2)' };

/** Has those who are about to lock wait in the order in which they came: locks of a row that changes are given in none. */
export const QUEUE: Statement = {
  name: 'queue',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('switchyard appends ' || $1, 0))`,
};

/** Keeps others out. */
export const LOCK_WORKSPACE: Statement = {
  name: 'lock',
  text: 'SELECT last FROM switchyard.workspaces WHERE id = $1 FOR UPDATE',
};

/** How far the log has got. */
export const LAST: Statement = {
  name: 'last',
  text: 'SELECT last FROM switchyard.workspaces WHERE id = $1',
};

/** Which attempt of a write was recorded. */
export const WRITTEN: Statement = {
  name: 'written',
  text: 'SELECT attempt FROM switchyard.writes WHERE workspace = $1 AND id = $2',
};

/** What was appended after an event: $3 are at most so many, all where it is null. */
export const NEWS: Statement = {
  name: 'news',
  text: `SELECT ${EVENT_COLUMNS} FROM switchyard.events WHERE workspace = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
};
