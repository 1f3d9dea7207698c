import { loadavg } from 'node:os';
import { pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';

// What a journal in PostgreSQL costs beside bare statements on the same server, and beside SQLite on the same disk; `writing`, `scale` or `starts` for a part.
needNode24();
const [bundle, writer] = await build('test/bench/team.ts', 'test/bench/teamWriter.ts');
const parts = process.argv.slice(2);
const { measureTeam } = await import(pathToFileURL(bundle).href);
const measured = await measureTeam(
  writer,
  new Set(parts.length === 0 ? ['writing', 'scale', 'starts'] : parts),
);
if (measured !== undefined) {
  if (measured.appends.length > 0) console.table(measured.appends);
  if (measured.scale.length > 0) console.table(measured.scale);
  console.table(
    measured.rows.map(({ what, ours, reference, unit, target, isMet }) => ({
      what,
      ours: rounded(ours),
      reference: reference === undefined ? '' : rounded(reference),
      unit,
      ratio: reference === undefined ? '' : (ours / reference).toFixed(2),
      target,
      met: isMet === undefined ? '' : isMet ? 'yes' : 'NO',
    })),
  );
  for (const line of measured.told) console.log(line);
  console.log(`Load of the machine at the end: ${loadavg()[0].toFixed(1)}.`);
}

function rounded(value) {
  return value < 100 ? Math.round(value * 10) / 10 : Math.round(value);
}
