/** What writing down and finding knowledge costs over 1,000 and 99,000 triples, beside a bare SQLite table. `--json <file>` keeps it. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';

needNode24();
const [bundle] = await build('test/bench/knowledge.ts');
const { measureKnowledge } = await import(pathToFileURL(bundle).href);
const rows = await measureKnowledge();
console.table(
  rows.map(({ what, size, ours, reference }) => ({
    what,
    triples: size,
    'ours (µs)': ours.toFixed(1),
    'SQLite (µs)': reference.toFixed(1),
    ratio: (ours / reference).toFixed(2),
  })),
);
for (const small of rows.filter(({ size }) => size === rows[0].size)) {
  const large = rows.findLast(({ what }) => what === small.what);
  const exponent = Math.log(large.ours / small.ours) / Math.log(large.size / small.size);
  console.log(`${small.what}: triples ^ ${exponent.toFixed(2)}`);
}
const json = process.argv.indexOf('--json');
if (json > 0) writeFileSync(process.argv[json + 1], `${JSON.stringify(rows, undefined, 2)}\n`);
