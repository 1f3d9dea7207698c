// The MCP inspector's command line against the program, over stdio and HTTP. Needs a build.
import { freshFolder, packageCommand, PROGRAM, report, run, startOverHttp } from './product.mjs';

const INSPECTOR = packageCommand('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const LIST = ['--method', 'tools/list'];
const DISCOVER = [
  ...['--method', 'tools/call', '--tool-name', 'mcp_discover'],
  ...['--tool-args-json', '{"intent":"read files"}'],
];

/** What is wrong with a list of tools, if anything. `--strict` tells of schemas on stderr. */
function listFault({ result }, stderr) {
  if (!result.tools.some(({ name }) => name === 'mcp_activate')) return 'mcp_activate is not listed.';
  return /schema/i.test(stderr) ? stderr : undefined;
}

function discoverFault({ result }) {
  const found = result.structuredContent?.matches.some(({ name }) => name === 'filesystem');
  return !result.isError && found ? undefined : JSON.stringify(result);
}

const place = await freshFolder();
const program = await startOverHttp(place.options);
const stdio = [process.execPath, PROGRAM, ...place.options];
const http = [program.url, '--header', `Authorization: Bearer ${program.token}`];

/** One run of the inspector, which keeps its own files in the fresh folder too. */
async function check(title, args, faultOf) {
  const own = [INSPECTOR, '--cli', ...args, '--format', 'json'];
  const { code, stdout, stderr } = await run(own, { HOME: place.folder, USERPROFILE: place.folder });
  const problem = code === 0 ? faultOf(JSON.parse(stdout), stderr) : `Exit code ${code}.\n${stdout}${stderr}`;
  return { title, problem };
}

const checks = [];
try {
  checks.push(await check('stdio: tools/list', [...stdio, ...LIST], result => listFault(result, '')));
  checks.push(await check('stdio: tools/list --strict', [...stdio, ...LIST, '--strict'], listFault));
  checks.push(await check('stdio: tools/call mcp_discover', [...stdio, ...DISCOVER], discoverFault));
  checks.push(await check('HTTP: tools/list', [...http, ...LIST], result => listFault(result, '')));
  checks.push(await check('HTTP: tools/list --strict', [...http, ...LIST, '--strict'], listFault));
  checks.push(await check('HTTP: tools/call mcp_discover', [...http, ...DISCOVER], discoverFault));
} finally {
  await program.stop();
  await place.remove();
}
report('inspector', checks);
