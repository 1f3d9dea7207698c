/** How many poisoned tools the scan finds in each labelled set, and how many harmless ones it flags. `--json <file>` keeps it. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';

needNode24();
const [bundle] = await build('test/trust/corpus.ts');
const { judgedRealTools, judgedSet, SETS } = await import(pathToFileURL(bundle).href);
const rows = SETS.map(set => {
  const { malicious, found, benign, alarms, kinds } = judgedSet(set);
  return {
    set,
    malicious,
    recall: (found / malicious).toFixed(2),
    benign,
    'false alarms': (alarms.length / benign).toFixed(3),
    ...Object.fromEntries([...kinds].map(([kind, [hit, all]]) => [kind, `${hit}/${all}`])),
  };
});
console.table(rows);
const { tools, alarms } = judgedRealTools();
console.log(`tools of servers from npm: ${alarms.length} of ${tools} flagged`);
const json = process.argv.indexOf('--json');
if (json > 0) writeFileSync(process.argv[json + 1], `${JSON.stringify(rows, undefined, 2)}\n`);
