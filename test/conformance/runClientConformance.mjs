// The public conformance suite's client scenarios: the program as the client of a remote server. Needs a build and Node 22 or
// newer.
import { fileURLToPath } from 'node:url';
import { report } from './product.mjs';
import { checksOf, CLIENT_PATIENCE } from './suite.mjs';

/** All but those for clients without a person (client credentials, another application's token) and for elicitation. */
const SCENARIOS = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
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
  'auth/2025-03-26-oauth-metadata-backcompat',
  'auth/2025-03-26-oauth-endpoint-fallback',
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
];

const CLIENT = fileURLToPath(new URL('conformanceClient.mjs', import.meta.url));
const args = ['client', '--command', `"${process.execPath}" "${CLIENT}"`, ...CLIENT_PATIENCE];

const checks = [];
for (const scenario of SCENARIOS) {
  const own = [...args, '--scenario', scenario];
  checks.push(...(await checksOf(scenario, own, ({ id }) => `${scenario}: ${id}`)));
}
report('client conformance', checks);
