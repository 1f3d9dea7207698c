import { journalMigrations, type Migration } from '../../src/node/journal/schema';

/** Rewrites all events, as a later form of the file might have to, so that a kill has a chance to hit it. */
const rewrite: Migration = database => {
  database.exec(`
    CREATE TABLE rewritten AS SELECT * FROM events;
    DELETE FROM events;
    INSERT INTO events SELECT * FROM rewritten ORDER BY seq;
    DROP TABLE rewritten;
  `);
};

/** The file's form with some more steps, each long enough to be hit. */
export const slowMigrations: readonly Migration[] = [...journalMigrations, rewrite, rewrite, rewrite];
