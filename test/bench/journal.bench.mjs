import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';

// Prints a table; with `--json <file>` it also writes what it measured there.
needNode24();
const [bundle] = await build('test/bench/journal.ts');
const { measureJournal } = await import(pathToFileURL(bundle).href);
const measured = await measureJournal();
console.table(
  measured.rows.map(({ what, size, ours, reference, unit, ratio, target, isMet }) => ({
    what,
    size,
    ours: Math.round(ours),
    reference: Math.round(reference),
    unit,
    ratio: ratio.toFixed(2),
    target,
    met: isMet ? 'yes' : 'NO',
  })),
);
for (const [what, exponent] of Object.entries(measured.exponents))
  console.log(`${what}: size ^ ${exponent.toFixed(2)}`);
const json = process.argv.indexOf('--json');
if (json > 0) writeFileSync(process.argv[json + 1], `${JSON.stringify(measured, undefined, 2)}\n`);
