// The public conformance suite: its active scenarios against a fixture server, the same behind us, and those that need no
// fixture against the program alone. Needs a build and Node 22 or newer.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startAuthProxy } from './authProxy.mjs';
import { freshFolder, packageCommand, report, run, startOverHttp } from './product.mjs';
import { renamingFor, VSCODE_CAPABILITIES } from './renaming.mjs';

const OWN_SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'server-sse-multiple-streams',
];
const CONFORMANCE = packageCommand('@modelcontextprotocol/conformance/dist/index.js');
const FIXTURE = fileURLToPath(new URL('fixtureServer.mjs', import.meta.url));

/** What the suite is run with, and what its checks are called here. */
async function checksOf(title, url, args) {
  const output = await mkdtemp(join(tmpdir(), 'switchyard-conformance-'));
  try {
    const { code, stdout, stderr } = await run([CONFORMANCE, 'server', '--url', url, ...args, '-o', output]);
    const checks = await writtenChecks(output);
    if (checks.length === 0)
      return [{ title, problem: `The suite wrote no checks (exit code ${code}).\n${stdout}${stderr}` }];
    return checks.map(({ scenario, id, status, errorMessage }) => ({
      title: `${title}: ${scenario}: ${id}`,
      problem: status === 'SUCCESS' || status === 'INFO' ? undefined : `${status} ${errorMessage ?? ''}`,
    }));
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

async function writtenChecks(folder) {
  const names = await readdir(folder, { recursive: true });
  const files = names
    .filter(name => name.endsWith('checks.json'))
    .map(async name => {
      // The folder is named after the scenario and the time.
      const scenario = basename(dirname(name)).replace(/^server-(.*?)-\d{4}-.*$/, '$1');
      return JSON.parse(await readFile(join(folder, name), 'utf8')).map(check => ({ scenario, ...check }));
    });
  return (await Promise.all(files)).flat();
}

/** The program alone, by the scenarios that need no fixture. */
async function alone() {
  const place = await freshFolder();
  const program = await startOverHttp(place.options);
  const proxy = await startAuthProxy(program);
  try {
    const checks = [];
    for (const scenario of OWN_SCENARIOS)
      checks.push(...(await checksOf('alone', proxy.url, ['--scenario', scenario])));
    return checks;
  } finally {
    proxy.stop();
    await program.stop();
    await place.remove();
  }
}

/** The fixture itself: what fails here is the fixture's fault. */
async function direct() {
  const child = spawn(process.execPath, [FIXTURE, '--http'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [url] = await once(createInterface({ input: child.stdout }), 'line');
    return await checksOf('direct', url, ['--suite', 'active']);
  } finally {
    child.kill();
  }
}

/** The fixture behind us, over stdio, its names without their prefix for the suite. */
async function behindUs(title, capabilities) {
  const place = await freshFolder();
  const servers = { fixture: { command: process.execPath, args: [FIXTURE] } };
  const file = join(place.folder, 'servers.json');
  await writeFile(file, JSON.stringify({ servers }));
  const options = ['--servers', file, '--core', 'fixture', '--approve', 'fixture'];
  const program = await startOverHttp([...place.options, ...options]);
  const proxy = await startAuthProxy(program, renamingFor('fixture', capabilities));
  try {
    await start(program);
    return await checksOf(title, proxy.url, ['--suite', 'active']);
  } finally {
    proxy.stop();
    await program.stop();
    await place.remove();
  }
}

/** A core server starts with the first one who wants it. */
async function start({ url, token }) {
  const client = new Client({ name: 'conformance', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  await client.callTool({ name: 'mcp_list_tools', arguments: { server: 'fixture', detail: 'names' } });
  await client.close();
}

report('conformance', [
  ...(await alone()),
  ...(await direct()),
  ...(await behindUs('behind us')),
  ...(await behindUs('behind us, as VS Code', VSCODE_CAPABILITIES)),
]);
