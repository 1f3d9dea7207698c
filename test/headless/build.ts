import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Builds the program these tests drive, once for all of them. With `SWITCHYARD_TEST_JOURNAL=postgres`, each world keeps what a team shares
 * in PostgreSQL.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, ['scripts/build-once.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (process.env['SWITCHYARD_TEST_JOURNAL'] !== 'postgres') return undefined;
  const { startPostgres } = await import('../support/postgres');
  const server = await startPostgres();
  process.env['SWITCHYARD_TEST_JOURNAL_URL'] = server.url(await server.newDatabase());
  return () => server.end();
}
