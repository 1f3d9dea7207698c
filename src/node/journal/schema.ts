import type { DatabaseSync } from 'node:sqlite';

/** One step of the file's form, from the version before it. Newer forms keep the columns that older programs read. */
export type Migration = (database: DatabaseSync) => void;

/** All steps, oldest first: the file's form has the version number `journalMigrations.length`. */
export const journalMigrations: readonly Migration[] = [
  database =>
    database.exec(`
      CREATE TABLE events (
        seq INTEGER PRIMARY KEY,
        ts INTEGER NOT NULL,
        stream TEXT NOT NULL,
        kind TEXT NOT NULL,
        cat TEXT NOT NULL,
        level TEXT NOT NULL,
        session TEXT,
        run_id TEXT,
        op_id TEXT,
        job_id TEXT,
        graph_id TEXT,
        node_id TEXT,
        child_id TEXT,
        payload TEXT NOT NULL,
        v INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE snapshots (
        seq INTEGER NOT NULL,
        build TEXT NOT NULL,
        stream TEXT NOT NULL,
        state TEXT NOT NULL,
        PRIMARY KEY (seq, build, stream)
      ) STRICT;
    `),
  database =>
    // States that take the place of events. Those of before were made by one build for itself: none is needed, all events are there.
    database.exec(`
      CREATE TABLE states (
        stream TEXT PRIMARY KEY,
        seq INTEGER NOT NULL,
        version INTEGER NOT NULL,
        state TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE spare_states (
        stream TEXT PRIMARY KEY,
        seq INTEGER NOT NULL,
        version INTEGER NOT NULL,
        state TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE compaction (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
      DELETE FROM snapshots;
      INSERT INTO compaction SELECT 'unfinished', 1 WHERE EXISTS (SELECT 1 FROM events);
    `),
];

/** The version of the file's form; 0 is a file without tables. */
export function schemaVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

/** Brings the file to the newest form, one transaction a step: a kill leaves it between two steps, never inside one. */
export function migrate(database: DatabaseSync, migrations: readonly Migration[] = journalMigrations): void {
  for (
    let version = schemaVersion(database);
    version < migrations.length;
    version = schemaVersion(database)
  ) {
    database.exec('BEGIN IMMEDIATE');
    try {
      // Another process may have taken the step while we waited for the lock.
      if (schemaVersion(database) === version) {
        migrations[version]?.(database);
        database.exec(`PRAGMA user_version = ${version + 1}`);
      }
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }
}
