import { pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';

// Prints a table; `--large` measures 100,000 files too.
needNode24();
const [bundle] = await build('test/snapshots/measureSnapshots.ts');
const { measureSnapshots } = await import(pathToFileURL(bundle).href);
const sizes = process.argv.includes('--large') ? [1_000, 10_000, 100_000] : [1_000, 10_000];
const { rows, exponents } = await measureSnapshots(sizes);
console.table(rows);
for (const [what, exponent] of Object.entries(exponents))
  console.log(`${what}: size ^ ${exponent.toFixed(2)}`);
