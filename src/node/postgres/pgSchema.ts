import { Refusal } from '../../core/support/refusal';
import type { Session } from './pgSession';

/** One step of the tables' form, from the version before it. Newer forms keep what older programs read and write. */
type Migration = string;

const COLUMNS = `
  workspace text NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0)`;

/** Each workspace sees its own rows only, whatever a statement asks for. */
function apart(table: string, key: string): string {
  return `
    ALTER TABLE switchyard.${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE switchyard.${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY own_workspace ON switchyard.${table}
      USING (${key} = current_setting('switchyard.workspace', true))
      WITH CHECK (${key} = current_setting('switchyard.workspace', true));`;
}

/** All steps, oldest first: the form has the version number `pgMigrations.length`. */
export const pgMigrations: readonly Migration[] = [
  `CREATE TABLE switchyard.workspaces (
     id text PRIMARY KEY,
     last bigint NOT NULL DEFAULT 0
   ) WITH (fillfactor = 50);
   CREATE TABLE switchyard.events (${COLUMNS},
     ts bigint NOT NULL,
     stream text NOT NULL,
     kind text NOT NULL,
     cat text NOT NULL,
     level text NOT NULL,
     session text,
     run_id text,
     op_id text,
     job_id text,
     graph_id text,
     node_id text,
     child_id text,
     payload text NOT NULL,
     v integer NOT NULL,
     PRIMARY KEY (workspace, seq)
   );
   CREATE TABLE switchyard.states (
     workspace text NOT NULL,
     stream text NOT NULL,
     seq bigint NOT NULL,
     version integer NOT NULL,
     state text NOT NULL,
     PRIMARY KEY (workspace, stream)
   );
   CREATE TABLE switchyard.settings (
     workspace text NOT NULL,
     key text NOT NULL,
     value bigint NOT NULL,
     PRIMARY KEY (workspace, key)
   );
   CREATE TABLE switchyard.writes (
     workspace text NOT NULL,
     id uuid NOT NULL,
     attempt integer NOT NULL,
     at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (workspace, id)
   );
   ${apart('workspaces', 'id')}
   ${['events', 'states', 'settings', 'writes'].map(table => apart(table, 'workspace')).join('')}`,
];

/** Of this product's migrations: any number that nobody else takes. */
const LOCK = 7_105_330_911;

/** What a role may do with the tables. */
export interface Rights {
  /** Why nothing can be written; undefined where it can. */
  readonly readOnlyReason: string | undefined;
  /** Whether it may also cut the log down. */
  readonly mayCompact: boolean;
}

/**
 * Makes the tables, or brings them to the newest form, where this role may.
 * @throws {Refusal} journal-read-only where they are missing or of a newer form
 */
export async function prepareSchema(
  session: Session,
  place: string,
  migrations: readonly Migration[] = pgMigrations,
): Promise<Rights> {
  const at = `the team's journal in PostgreSQL at ${place}`;
  let version = await versionOf(session, at);
  if (version < migrations.length) {
    await migrate(session, migrations, at);
    version = await versionOf(session, at);
  }
  if (version > migrations.length)
    throw unusable(
      `a newer version of Switchyard has changed the tables of ${at} (${version}, known here: ${migrations.length}). Update Switchyard.`,
    );
  return await rightsOf(session, at);
}

async function versionOf(session: Session, at: string): Promise<number> {
  try {
    // Not `to_regclass`: after waiting for a lock, it answers from a cache of before.
    const found = await session.rows(
      `SELECT 1 FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname = 'switchyard' AND relname = 'schema_version'`,
    );
    if (found.length === 0) return 0;
    const [row] = await session.rows<{ version: number }>('SELECT version FROM switchyard.schema_version');
    return row?.version ?? 0;
  } catch (error) {
    if (!Refusal.is(error, 'journal-read-only')) throw error;
    throw unusable(
      `its role may not use the schema "switchyard" of ${at}. Grant it what docs/teams.md lists.`,
    );
  }
}

async function migrate(session: Session, migrations: readonly Migration[], at: string): Promise<void> {
  try {
    await session.transaction(async () => {
      await session.rows('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      const version = await versionOf(session, at);
      // Another program may have taken the steps while we waited for the lock.
      if (version >= migrations.length) return;
      if (version === 0) {
        await session.rows('CREATE SCHEMA IF NOT EXISTS switchyard');
        await session.rows('CREATE TABLE switchyard.schema_version (version integer NOT NULL)');
        await session.rows('INSERT INTO switchyard.schema_version VALUES (0)');
      }
      for (const step of migrations.slice(version)) await session.script(step);
      await session.rows('UPDATE switchyard.schema_version SET version = $1', [migrations.length]);
    });
  } catch (error) {
    if (!Refusal.is(error, 'journal-read-only')) throw error;
    throw unusable(
      `${at} has no tables yet, or older ones, and its role may not change them. Start Switchyard once with a role that may create a schema.`,
    );
  }
}

export async function rightsOf(session: Session, at: string): Promise<Rights> {
  const [row] = await session.rows<{ isReadOnly: boolean; reads: boolean; adds: boolean; cuts: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly",
       has_table_privilege('switchyard.events', 'SELECT') AND has_table_privilege('switchyard.states', 'SELECT')
         AND has_table_privilege('switchyard.workspaces', 'SELECT') AND has_table_privilege('switchyard.settings', 'SELECT') AS reads,
       has_table_privilege('switchyard.events', 'INSERT') AND has_table_privilege('switchyard.writes', 'INSERT')
         AND has_table_privilege('switchyard.writes', 'SELECT') AND has_table_privilege('switchyard.workspaces', 'INSERT')
         AND has_table_privilege('switchyard.workspaces', 'UPDATE') AS adds,
       has_table_privilege('switchyard.events', 'UPDATE') AND has_table_privilege('switchyard.events', 'DELETE')
         AND has_table_privilege('switchyard.states', 'INSERT') AND has_table_privilege('switchyard.states', 'UPDATE')
         AND has_table_privilege('switchyard.settings', 'INSERT') AND has_table_privilege('switchyard.settings', 'UPDATE')
         AND has_table_privilege('switchyard.writes', 'DELETE') AS cuts`,
  );
  if (row?.reads !== true)
    throw unusable(`its role may not read the tables of ${at}. Grant it what docs/teams.md lists.`);
  const readOnlyReason = row.isReadOnly
    ? `Nothing can be recorded: ${at} is read-only.`
    : row.adds
      ? undefined
      : `Nothing can be recorded: the role may only read ${at}. Grant it what docs/teams.md lists.`;
  return { readOnlyReason, mayCompact: readOnlyReason === undefined && row.cuts };
}

function unusable(why: string): Refusal {
  return new Refusal('journal-read-only', `Nothing shared can be recorded or read: ${why}`);
}
