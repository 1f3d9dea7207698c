/**
 * `npm run bench`: every benchmark, one after the other, so that they do not disturb each other; `npm run bench -- search` runs those that
 * are named, `--peers` others beside us. `--write` puts what they measured into docs/dev/figures.md.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot, runInherited, runKept } from '../../scripts/processes.mjs';
import { figuresIn, pageWith } from './figures.mjs';

const PAGE = join(repositoryRoot, 'docs', 'dev', 'figures.md');
const OPTIONS = ['--peers', '--write'];

const own = readdirSync(import.meta.dirname).filter(name => name.endsWith('.bench.mjs'));
const asked = process.argv.slice(2);
const given = asked.filter(name => !OPTIONS.includes(name));
const unknown = given.filter(name => !own.includes(`${name}.bench.mjs`));
if (unknown.length > 0) {
  const known = own.map(name => name.replace('.bench.mjs', '')).sort();
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(2);
}
const named = given.map(name => `${name}.bench.mjs`);
const names = asked.includes('--peers') ? ['peers.mjs'] : named.length > 0 ? named : own.sort();
const isWriting = asked.includes('--write');
for (const file of names) {
  const name = file.replace(/(?:\.bench)?\.mjs$/, '');
  console.log(`\n── ${name} ──`);
  const args = [join(import.meta.dirname, file)];
  const { code, output } = isWriting
    ? await runKept('node', args)
    : { code: await runInherited('node', args), output: '' };
  if (code !== 0) process.exitCode = 1;
  else if (isWriting) writeFileSync(PAGE, pageWith(readFileSync(PAGE, 'utf8'), name, withMachine(output)));
}
if (isWriting) await runInherited('oxfmt', [PAGE]);

/** Figures are true of a machine. */
function withMachine(output) {
  const machine = `Node ${process.versions.node}, ${process.platform}, ${availableParallelism()} cores.`;
  return `${machine}\n\n${figuresIn(output)}`;
}
