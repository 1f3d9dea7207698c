import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';

// Prints a table; with `--json <file>` it also writes what it measured there.
needNode24();
const [bundle] = await build('test/bench/stigmergy.ts');
const { measureStigmergy } = await import(pathToFileURL(bundle).href);
const measured = await measureStigmergy();
console.table(
  measured.rows.map(({ what, points, oursMicros, reference, referenceMicros }) => ({
    what,
    points,
    'ours µs': oursMicros.toFixed(1),
    'reference µs': referenceMicros.toFixed(1),
    reference,
    ratio: (oursMicros / referenceMicros).toFixed(1),
  })),
);
for (const [what, exponent] of Object.entries(measured.exponents))
  console.log(`${what}: points ^ ${exponent.toFixed(2)}`);
const json = process.argv.indexOf('--json');
if (json > 0) writeFileSync(process.argv[json + 1], `${JSON.stringify(measured, undefined, 2)}\n`);
