/**
 * How well and how fast servers are found: ours beside the plain words and the seed's map, and what searching, updating and
 * listing cost over 86 and 5,000 entries. With `--json <file>` it also writes what it measured there.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import { build, needNode24 } from '../support/bundle.mjs';

needNode24();
// Memory is only told truly after what nobody holds is gone.
v8.setFlagsFromString('--expose-gc');
globalThis.gc = vm.runInNewContext('gc');

const [bundle] = await build('test/bench/search.ts');
const { measureQuality, measureStrangers, measureCost } = await import(pathToFileURL(bundle).href);
const quality = [...(await measureQuality()), ...(await measureStrangers())];
console.table(
  quality.map(({ set, ranker, intents, recallAt1, recallAt5, mrr }) => ({
    set,
    ranker,
    intents,
    'recall@1': recallAt1.toFixed(3),
    'recall@5': recallAt5.toFixed(3),
    MRR: mrr.toFixed(3),
  })),
);
const cost = await measureCost();
console.table(
  cost.rows.map(({ what, entries, tools, ms, targetMs }) => ({
    what,
    entries,
    tools,
    'ms (processor)': ms.toFixed(2),
    target: targetMs === undefined ? '-' : `${targetMs} ms`,
    met: targetMs === undefined ? '-' : ms <= targetMs ? 'yes' : 'NO',
  })),
);
for (const [what, exponent] of Object.entries(cost.exponents)) {
  console.log(`${what}: entries ^ ${exponent.toFixed(2)}`);
}
const megabytes = (5_000 * cost.bytesPerEntry) / 1_048_576;
console.log(
  `memory of the index: ${Math.round(cost.bytesPerEntry)} bytes per entry with its tools, ${megabytes.toFixed(1)} MiB for 5,000 (at most 60)`,
);
const json = process.argv.indexOf('--json');
if (json > 0) writeFileSync(process.argv[json + 1], `${JSON.stringify({ quality, cost }, undefined, 2)}\n`);
process.exit(0);
