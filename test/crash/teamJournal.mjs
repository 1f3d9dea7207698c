import { pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';

// So many seconds of writers, or with `--long` minutes of them, by name: `--long kills stops`.
needNode24();
const [first = '10', ...names] = process.argv.slice(2);

const [storming, long, writer] = await build(
  'test/crash/teamStorm.ts',
  'test/crash/teamLongStorms.ts',
  'test/crash/teamWriter.ts',
);
const result = await stormed();
// Without PostgreSQL nothing was tried, which has been said.
const faults = result?.faults ?? [];
for (const fault of faults.slice(0, 20)) console.error(fault);
const ran = result === undefined ? 0 : 1;
console.log(`team journal: ${faults.length === 0 ? ran : 0} passed, ${faults.length === 0 ? 0 : 1} failed`);
process.exit(faults.length === 0 ? 0 : 1);

async function stormed() {
  if (first === '--long') {
    const { longStorms } = await import(pathToFileURL(long).href);
    return await longStorms(writer, names);
  }
  const { storm } = await import(pathToFileURL(storming).href);
  const short = await storm(writer, Number(first));
  if (short !== undefined) console.log(short.told);
  return short;
}
