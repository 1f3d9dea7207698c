// The public conformance suite's next line, by the scenarios of MCP 2026-07-28: the program alone, an older server behind it, and the
// program as the client of a remote server. What does not pass is named here, with its reason. Needs a build and Node 22 or newer.
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached } from '../../scripts/cache.mjs';
import { runLogged } from '../../scripts/processes.mjs';
import { startAuthProxy } from './authProxy.mjs';
import { named } from './named.mjs';
import { freshFolder, report, startOverHttp } from './product.mjs';
import { renamingFor } from './renaming.mjs';
import { checksOf, CLIENT_PATIENCE } from './suite.mjs';

const PACKAGE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const ERA = ['--spec-version', '2026-07-28'];

/** What needs no fixture. */
const ALONE = [
  'server-stateless',
  'tools-list',
  'dns-rebinding-protection',
  'server-sse-multiple-streams',
  'caching',
  'http-header-validation',
  'sep-2164-resource-not-found',
];

/** What a server of the older era behind us can show a client of the newer one. */
const BEHIND_US = [
  'completion-complete',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'json-schema-2020-12',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
  'caching',
  'input-required-result-basic-elicitation',
  'input-required-result-basic-sampling',
  'input-required-result-request-state',
  'input-required-result-multi-round',
  'input-required-result-missing-input-response',
  'input-required-result-result-type',
  'input-required-result-unsupported-methods',
  'input-required-result-tampered-state',
  'input-required-result-ignore-extra-params',
  'input-required-result-validate-input',
];

/** The program as a client. */
const CLIENT = [
  'tools_call',
  'request-metadata',
  'sep-2322-client-request-state',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
  'json-schema-2020-12-preservation',
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
  'auth/authorization-server-migration',
  'auth/iss-supported',
  'auth/iss-not-advertised',
  'auth/iss-supported-missing',
  'auth/iss-wrong-issuer',
  'auth/iss-unexpected',
  'auth/iss-normalized',
  'auth/metadata-issuer-mismatch',
];

const FIXTURE = fileURLToPath(new URL('fixtureServer.mjs', import.meta.url));
const DRIVER = fileURLToPath(new URL('conformanceClient.mjs', import.meta.url));
const [, , ...only] = process.argv;

const suite = await installed();
const all = [...(await alone()), ...(await behindUs()), ...(await asClient())];
report('conformance 2026-07-28', named(all, only.length === 0));

async function installed() {
  const recipe = `npm install --ignore-scripts ${PACKAGE}`;
  const root = await cached(`conformance-${PACKAGE.split('@').at(-1)}`, recipe, async (into, logFile) => {
    writeFileSync(join(into, 'package.json'), '{"private":true}');
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', PACKAGE];
    await runLogged('npm', args, { cwd: into, env: process.env, logFile });
  });
  return join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
}

async function alone() {
  const place = await freshFolder();
  const program = await startOverHttp(place.options);
  const proxy = await startAuthProxy(program);
  try {
    return await serverChecks('alone', proxy.url, ALONE);
  } finally {
    proxy.stop();
    await program.stop();
    await place.remove();
  }
}

async function behindUs() {
  const place = await freshFolder();
  const file = join(place.folder, 'servers.json');
  await writeFile(
    file,
    JSON.stringify({ servers: { fixture: { command: process.execPath, args: [FIXTURE] } } }),
  );
  const options = ['--servers', file, '--core', 'fixture', '--approve', 'fixture'];
  const program = await startOverHttp([...place.options, ...options]);
  const proxy = await startAuthProxy(program, renamingFor('fixture'));
  try {
    return await serverChecks('behind us', proxy.url, BEHIND_US);
  } finally {
    proxy.stop();
    await program.stop();
    await place.remove();
  }
}

async function serverChecks(title, url, scenarios) {
  const checks = [];
  for (const scenario of scenarios.filter(isWished))
    checks.push(
      ...(await checksOf(title, ['server', '--url', url, '--scenario', scenario, ...ERA], undefined, suite)),
    );
  return checks;
}

async function asClient() {
  const checks = [];
  const args = ['client', '--command', `"${process.execPath}" "${DRIVER}"`, ...CLIENT_PATIENCE];
  for (const scenario of CLIENT.filter(isWished))
    checks.push(
      ...(await checksOf(
        `client: ${scenario}`,
        [...args, '--scenario', scenario, ...ERA],
        ({ id }) => `client: ${scenario}: ${id}`,
        suite,
      )),
    );
  return checks;
}

function isWished(scenario) {
  return only.length === 0 || only.includes(scenario);
}
