/**
 * `npm run test:published`: packs the program for npm, installs the tarball into an empty folder, and has real clients use it there: MCP's
 * inspector on each Node that is promised, then two agents, for a scripted model (`-- codex` for others).
 * Not part of `npm test`: it needs the npm registry, and runs other people's programs.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cached } from '../../scripts/cache.mjs';
import { installTarball } from '../../scripts/installTarball.mjs';
import { repositoryNode, repositoryRoot, runInherited, runLogged } from '../../scripts/processes.mjs';
import { build, needNode24 } from '../support/bundle.mjs';
import { installed, versions } from './install.mjs';

needNode24();
/** The oldest that is promised, and the newest of each line that people have. */
const NODES = ['22.16.0', '22.23.3', '24.21.0', '26.10.0'];
const CLIENTS = ['claude', 'opencode'];
const INSPECTOR = join(
  repositoryRoot,
  'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);

/** A Node of this version for this machine, from npm. */
async function nodeOf(version) {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const folder = await cached(
    `${name}-${version}`,
    `npm install ${name}@${version}`,
    async (into, logFile) => {
      const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`];
      await runLogged('npm', args, { cwd: into, env: process.env, logFile });
    },
  );
  return join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** What is wrong with the program on this Node, as the inspector sees it; undefined: nothing. */
function faultOn(node, program, folder) {
  const discover = ['--tool-name', 'mcp_discover', '--tool-args-json', '{"intent":"read files"}'];
  const calls = [
    { args: ['--method', 'tools/list'], expected: 'mcp_activate' },
    { args: ['--method', 'tools/call', ...discover], expected: 'filesystem' },
  ];
  const place = ['--workspace', join(folder, 'workspace'), '--state', join(folder, 'state')];
  for (const { args, expected } of calls) {
    const command = [INSPECTOR, '--cli', node, program, ...place, ...args, '--format', 'json'];
    const { stdout, stderr, status } = spawnSync(repositoryNode, command, {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder, USERPROFILE: folder },
    });
    if (status !== 0 || !stdout.includes(expected)) return `${args.join(' ')}: exit ${status}\n${stderr}`;
  }
  return undefined;
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-published-'));
  const problems = [];
  try {
    if ((await runInherited(repositoryNode, ['scripts/package.mjs', '--out', folder])) !== 0) process.exit(1);
    const tarball = readdirSync(folder).find(name => name.endsWith('.tgz'));
    const program = await installTarball(join(folder, tarball), join(folder, 'installed'));
    mkdirSync(join(folder, 'workspace'));
    for (const version of NODES) {
      const fault = faultOn(await nodeOf(version), program, folder);
      console.log(`Node ${version}, inspector: ${fault ?? 'lists tools and finds a server'}`);
      if (fault !== undefined) problems.push(`Node ${version}: ${fault}`);
    }
    problems.push(...(await agentsUse(program)));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** Lets agents work with the installed program. @returns what somebody has to look at */
async function agentsUse(program) {
  const asked = process.argv.slice(2);
  const [file] = await build('test/clients/suite.ts');
  const { AGENTS, runSuite } = await import(file);
  const names = AGENTS.map(({ name }) => name).filter(name =>
    (asked.length > 0 ? asked : CLIENTS).includes(name),
  );
  const { table, problems } = await runSuite(names, {
    root: repositoryRoot,
    node: repositoryNode,
    program,
    versions,
    install: installed,
    keep: () => undefined,
    say: line => console.log(line),
  });
  console.log(`\n${table}\n`);
  return problems;
}

await main();
