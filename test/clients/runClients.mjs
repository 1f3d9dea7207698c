/**
 * `npm run test:clients`: installs the programs that people talk to models with, lets each work with Switchyard for a scripted
 * model, and prints what became of it. With names (`-- claude codex`), only those; `--write` puts the table and the snippets into
 * docs/clients.md; `--keep FOLDER` keeps what each client printed and asked there.
 * Not part of `npm test`: it needs the npm registry, and runs other people's programs.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryNode, repositoryRoot, runInherited } from '../../scripts/processes.mjs';
import { build, needNode24 } from '../support/bundle.mjs';
import { installed, versions } from './install.mjs';

needNode24();
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, keep: { type: 'string' } },
});

function keep(client, file, text) {
  if (options.keep === undefined) return;
  const folder = join(options.keep, client);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), text);
}

const [file] = await build('test/clients/suite.ts');
const { AGENTS, runSuite } = await import(file);
const unknown = names.filter(name => !AGENTS.some(agent => agent.name === name));
if (unknown.length > 0) {
  const known = AGENTS.map(({ name }) => name).join(', ');
  console.error(`No client is called ${unknown.join(', ')}. There are: ${known}.`);
  process.exit(1);
}
if ((await runInherited(repositoryNode, ['esbuild.mjs'])) !== 0) process.exit(1);
const { table, problems, document } = await runSuite(names, {
  root: repositoryRoot,
  node: repositoryNode,
  program: join(repositoryRoot, 'dist/headless.js'),
  versions,
  install: installed,
  keep,
  say: line => console.log(line),
});
console.log(`\n${table}\n`);
if (options.write) {
  const page = join(repositoryRoot, 'docs/clients.md');
  writeFileSync(page, document(readFileSync(page, 'utf8')));
  await runInherited('oxfmt', [page]);
}
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
