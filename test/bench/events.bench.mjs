/** What events and watches cost in processor time, beside a plain array and a bare look through the journal's file, in the same run. */
import { pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';

needNode24();
const [bundle] = await build('test/bench/events.ts');
const { measureEvents } = await import(pathToFileURL(bundle).href);
const rows = await measureEvents();
console.table(
  rows.map(({ what, size, ours, plain }) => ({
    what,
    size,
    'ours (µs)': ours.toFixed(2),
    'plain (µs)': plain.toFixed(2),
    ratio: `${(ours / plain).toFixed(2)} x`,
  })),
);
const half = rows.length / 2;
for (const [i, small] of rows.slice(0, half).entries()) {
  const large = rows[half + i];
  const exponent = which =>
    (Math.log(large[which] / small[which]) / Math.log(large.size / small.size)).toFixed(2);
  console.log(`${small.what}: size ^ ${exponent('ours')} (plain ^ ${exponent('plain')})`);
}
