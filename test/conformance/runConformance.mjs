// The public conformance suite's generic scenarios against the program's own HTTP layer. Needs a build and Node 22 or newer.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAuthProxy } from './authProxy.mjs';
import { freshFolder, packageCommand, report, run, startOverHttp } from './product.mjs';

const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'server-sse-multiple-streams',
];
const CONFORMANCE = packageCommand('@modelcontextprotocol/conformance/dist/index.js');

/** The checks of one scenario, from the results that the suite writes. */
async function checksOf(scenario, url) {
  const output = await mkdtemp(join(tmpdir(), 'switchyard-conformance-'));
  try {
    const { code, stdout, stderr } = await run([
      CONFORMANCE,
      'server',
      '--url',
      url,
      '--scenario',
      scenario,
      '-o',
      output,
    ]);
    const checks = await writtenChecks(output);
    const problem = code === 0 ? 'The suite wrote no checks.' : `Exit code ${code}.\n${stdout}${stderr}`;
    if (checks.length === 0) return [{ title: scenario, problem }];
    return checks.map(({ id, status, errorMessage }) => ({
      title: `${scenario}: ${id}`,
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
    .map(name => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(files)).flatMap(text => JSON.parse(text));
}

const place = await freshFolder();
const program = await startOverHttp(place.options);
const proxy = await startAuthProxy(program);
const checks = [];
try {
  for (const scenario of SCENARIOS) checks.push(...(await checksOf(scenario, proxy.url)));
} finally {
  proxy.stop();
  await program.stop();
  await place.remove();
}
report('conformance', checks);
