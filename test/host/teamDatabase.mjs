import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '../../scripts/processes.mjs';
import { build } from '../support/bundle.mjs';

/** The database of a team, for windows; undefined where this machine has none. */
export async function teamDatabaseForWindows() {
  const [bundled] = await build('test/support/teamDatabase.ts');
  const { teamDatabase } = await import(pathToFileURL(bundled).href);
  const found = await teamDatabase(join(repositoryRoot, 'docs', 'teams.md'), ['ann', 'ben', 'carol']);
  if (found === undefined) return undefined;
  const { end, ...place } = found;
  return { env: { SWITCHYARD_TEST_TEAM: JSON.stringify(place) }, end };
}
