/**
 * `npm run bench`: every benchmark, one after the other, so that they do not disturb each other; `npm run bench -- search` runs those that
 * are named, `--peers` others beside us.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runInherited } from '../../scripts/processes.mjs';

const own = readdirSync(import.meta.dirname).filter(name => name.endsWith('.bench.mjs'));
const asked = process.argv.slice(2);
const unknown = asked.filter(name => name !== '--peers' && !own.includes(`${name}.bench.mjs`));
if (unknown.length > 0) {
  const known = own.map(name => name.replace('.bench.mjs', '')).sort();
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(2);
}
const named = asked.filter(name => name !== '--peers').map(name => `${name}.bench.mjs`);
const names = asked.includes('--peers') ? ['peers.mjs'] : named.length > 0 ? named : own.sort();
for (const name of names) {
  console.log(`\n── ${name.replace('.bench.mjs', '')} ──`);
  const code = await runInherited('node', [join(import.meta.dirname, name)]);
  if (code !== 0) process.exitCode = 1;
}
