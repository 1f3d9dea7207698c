/**
 * `npm run test:children`: installs agents that people use, starts each as a child of the built program over the Agent Client
 * Protocol, with a scripted model behind it, and prints what became of it; then two of them with a program of JSON lines on one
 * repository, once by the built program and once in a real VS Code window. With names (`-- opencode codex together window`), only those;
 * `--keep FOLDER` keeps what was said. Not part of `npm test`: it needs the npm registry, and runs other people's programs.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryNode, repositoryRoot, runInherited } from '../../scripts/processes.mjs';
import { runSuite } from '../host/runSuite.mjs';
import { realChildren } from '../host/suites.mjs';
import { build, needNode24 } from '../support/bundle.mjs';
import { installed } from './install.mjs';

needNode24();
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' } },
});
const [agents, trials] = await build('test/clients/childAgents.ts', 'test/clients/tryChildren.ts');
const { CHILD_AGENTS } = await import(agents);
const { tryChild, tryTogether } = await import(trials);
const isWanted = name => names.length === 0 || names.includes(name);
if ((await runInherited(repositoryNode, ['esbuild.mjs'])) !== 0) process.exit(1);
for (const child of CHILD_AGENTS) {
  const { name } = child.agent;
  if (!isWanted(name)) continue;
  const keep = (kept, text) => {
    if (options.keep === undefined) return;
    mkdirSync(join(options.keep, name), { recursive: true });
    writeFileSync(join(options.keep, name, kept), text);
  };
  try {
    const modules = await installed(child.npm);
    const trial = await tryChild(child, { modules, root: repositoryRoot, node: repositoryNode }, keep);
    const isGood =
      trial.isChanged && trial.files.length > 0 && trial.called !== undefined && trial.left.length === 0;
    if (!isGood) process.exitCode = 1;
    console.log(`${isGood ? '✔' : '✖'} ${name}`, JSON.stringify(trial, null, 2));
  } catch (error) {
    process.exitCode = 1;
    console.log(`✖ ${name}: ${error.message}`);
  }
}

const both = CHILD_AGENTS.slice(0, 2);

if (isWanted('together')) {
  const children = await Promise.all(both.map(async child => [child, await installed(child.npm)]));
  const seen = await tryTogether(children, { root: repositoryRoot, node: repositoryNode });
  if (!seen.isGood) process.exitCode = 1;
  console.log(`${seen.isGood ? '✔' : '✖'} together`, JSON.stringify(seen, null, 2));
}

if (isWanted('window')) {
  const modules = await Promise.all(both.map(async ({ agent, npm }) => [agent.name, await installed(npm)]));
  const { code, failures } = await runSuite(realChildren(Object.fromEntries(modules)));
  if (code !== 0) process.exitCode = 1;
  console.log(`${code === 0 ? '✔' : '✖'} window`, ...failures);
}
