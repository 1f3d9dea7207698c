// The public conformance suite's generic scenarios against the program's own HTTP layer. Needs a build and Node 22 or newer.
import { startAuthProxy } from './authProxy.mjs';
import { freshFolder, report, startOverHttp } from './product.mjs';
import { checksOf } from './suite.mjs';

const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'server-sse-multiple-streams',
];

const place = await freshFolder();
const program = await startOverHttp(place.options);
const proxy = await startAuthProxy(program);
const checks = [];
try {
  for (const scenario of SCENARIOS)
    checks.push(...(await checksOf(scenario, ['server', '--url', proxy.url])));
} finally {
  proxy.stop();
  await program.stop();
  await place.remove();
}
report('conformance', checks);
