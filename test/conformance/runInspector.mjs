// The MCP inspector's command line against the program, over stdio and HTTP. Needs a build.
import { freshFolder, packageCommand, PROGRAM, report, run, startOverHttp } from './product.mjs';

const INSPECTOR = packageCommand('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const DISCOVER = [
  ...['--method', 'tools/call', '--tool-name', 'mcp_discover'],
  ...['--tool-args-json', '{"intent":"read files"}'],
];
const LIST = ['--method', 'tools/list'];

/** One run of the inspector. `fault` says what is wrong with a result, if anything. */
async function check(title, target, args, fault) {
  const { code, stdout, stderr } = await run([INSPECTOR, '--cli', ...target, ...args, '--format', 'json']);
  if (code !== 0) return { title, problem: `Exit code ${code}.\n${stdout}${stderr}` };
  try {
    return { title, problem: fault(JSON.parse(stdout), stderr) };
  } catch (error) {
    return { title, problem: `${error}\n${stdout}` };
  }
}

const hasTools = ({ result }) =>
  result.tools?.some(({ name }) => name === 'mcp_activate') ? undefined : 'mcp_activate is not listed.';
const isPortable = (result, stderr) =>
  hasTools(result) ?? (/schema|portab/i.test(stderr) ? stderr : undefined);
const findsFiles = ({ result }) => {
  const found = result.structuredContent?.matches?.some(({ name }) => name === 'filesystem');
  return !result.isError && found ? undefined : JSON.stringify(result);
};

const place = await freshFolder();
const program = await startOverHttp(place.options);
const stdio = [process.execPath, PROGRAM, ...place.options];
const http = [program.url, '--header', `Authorization: Bearer ${program.token}`];
const checks = [];
try {
  for (const [name, target] of [
    ['stdio', stdio],
    ['HTTP', http],
  ]) {
    checks.push(await check(`${name}: tools/list`, target, LIST, hasTools));
    checks.push(await check(`${name}: tools/list --strict`, target, [...LIST, '--strict'], isPortable));
    checks.push(await check(`${name}: tools/call mcp_discover`, target, DISCOVER, findsFiles));
  }
} finally {
  await program.stop();
  await place.remove();
}
report('inspector', checks);
