/** What the blackboard costs in processor time, beside a plain Map of JSON texts and a bare table of node:sqlite in the same run. */
import { pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';

needNode24();
const [bundle] = await build('test/bench/blackboard.ts');
const { measureBlackboard } = await import(pathToFileURL(bundle).href);
const rows = await measureBlackboard();
console.table(
  rows.map(({ what, entries, ours, sqlite, map }) => ({
    what,
    entries,
    'ours (µs)': ours.toFixed(1),
    'sqlite (µs)': sqlite.toFixed(1),
    'of sqlite': `${(ours / sqlite).toFixed(2)} x`,
    'Map (µs)': map?.toFixed(1) ?? '-',
  })),
);
const half = rows.length / 2;
for (const [i, small] of rows.slice(0, half).entries()) {
  const large = rows[half + i];
  const exponent = which =>
    (Math.log(large[which] / small[which]) / Math.log(large.entries / small.entries)).toFixed(2);
  const others = small.map === undefined ? '' : `, Map ^ ${exponent('map')}`;
  console.log(`${small.what}: entries ^ ${exponent('ours')} (sqlite ^ ${exponent('sqlite')}${others})`);
}
