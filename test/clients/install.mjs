/** Installing clients from npm, into the cache folder. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cached } from '../../scripts/cache.mjs';
import { runLogged } from '../../scripts/processes.mjs';

/** Exact versions: what was seen is true of these. */
export const versions = JSON.parse(readFileSync(new URL('versions.json', import.meta.url), 'utf8'));

/** The folder node_modules of a package's install, made first where it is missing. No script of a package runs: they may download. */
export async function installed(name) {
  const version = versions[name];
  const folder = `client-${name.replace('@', '').replace('/', '-')}-${version}`;
  const recipe = `npm install --ignore-scripts ${name}@${version}`;
  const root = await cached(folder, recipe, async (into, logFile) => {
    writeFileSync(join(into, 'package.json'), '{"private":true}');
    const args = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--save-exact',
      `${name}@${version}`,
    ];
    await runLogged('npm', args, { cwd: into, env: process.env, logFile });
  });
  return join(root, 'node_modules');
}
