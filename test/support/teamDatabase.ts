import { readFileSync } from 'node:fs';
import { systemClock } from '../../src/node/machine/systemClock';
import { openPgEventStore } from '../../src/node/postgres/openPgEventStore';
import { pgAddress } from '../../src/node/postgres/pgAddress';
import { KeptLog } from './keptLog';
import { hasPostgres, startPostgres } from './postgres';

/** A server with a database for a team, and where it is. */
export interface TeamDatabase {
  readonly host: string;
  readonly database: string;
  /** Of each member. */
  readonly password: string;
  end(): Promise<void>;
}

/** A server with a database that is set up as docs/teams.md says, for these members; undefined where this machine has none. */
export async function teamDatabase(
  documents: string,
  members: readonly string[],
): Promise<TeamDatabase | undefined> {
  if (!hasPostgres) return undefined;
  const server = await startPostgres();
  const { port, password, end } = server;
  const database = await server.newDatabase();
  await server.sql(database, 'CREATE ROLE team');
  for (const name of members)
    await server.sql(database, `CREATE ROLE ${name} LOGIN PASSWORD '${password}' IN ROLE team`);
  const address = pgAddress(server.url(database), undefined);
  const owner = await openPgEventStore({ address, workspace: 'any', clock: systemClock, log: new KeptLog() });
  owner.dispose();
  // As people copy them.
  const statements = readFileSync(documents, 'utf8').matchAll(/^(?:GRANT|REVOKE) .* team;$/gm);
  for (const [statement] of statements) await server.sql(database, statement);
  return { host: `127.0.0.1:${port}`, database, password, end };
}
