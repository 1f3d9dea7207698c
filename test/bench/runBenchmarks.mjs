/** `npm run bench`: every benchmark, one after the other, so that they do not disturb each other; with `--peers`, others beside us. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runInherited } from '../../scripts/processes.mjs';

const own = readdirSync(import.meta.dirname).filter(name => name.endsWith('.bench.mjs'));
const names = process.argv.includes('--peers') ? ['peers.mjs'] : own.sort();
for (const name of names) {
  console.log(`\n── ${name.replace('.bench.mjs', '')} ──`);
  const code = await runInherited('node', [join(import.meta.dirname, name)]);
  if (code !== 0) process.exitCode = 1;
}
