// The public conformance suite: its active scenarios against a fixture server, the same behind us, and those that need no
// fixture against the program alone. Needs a build and Node 22 or newer.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startAuthProxy } from './authProxy.mjs';
import { freshFolder, report, startOverHttp } from './product.mjs';
import { renamingFor, VSCODE_CAPABILITIES } from './renaming.mjs';
import { checksOf } from './suite.mjs';

const OWN_SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'server-sse-multiple-streams',
];
const FIXTURE = fileURLToPath(new URL('fixtureServer.mjs', import.meta.url));

/** The program alone, by the scenarios that need no fixture. */
async function alone() {
  const place = await freshFolder();
  const program = await startOverHttp(place.options);
  const proxy = await startAuthProxy(program);
  try {
    const checks = [];
    for (const scenario of OWN_SCENARIOS)
      checks.push(...(await checksOf('alone', ['server', '--url', proxy.url, '--scenario', scenario])));
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
    return await checksOf('direct', ['server', '--url', url, '--suite', 'active']);
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
    return await checksOf(title, ['server', '--url', proxy.url, '--suite', 'active']);
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
