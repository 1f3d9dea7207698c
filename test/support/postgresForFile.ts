import { afterAll, beforeAll } from 'vitest';
import { hasPostgres, type PgServer, startPostgres } from './postgres';

/** A server for all tests of the file that calls it. */
export function postgresForFile(): () => PgServer {
  let server: Awaited<ReturnType<typeof startPostgres>> | undefined;
  if (hasPostgres) {
    beforeAll(async () => {
      server = await startPostgres();
    }, 120_000);
    afterAll(async () => await server?.end());
  }
  return () => {
    if (server === undefined) throw new Error('There is no PostgreSQL.');
    return server;
  };
}
