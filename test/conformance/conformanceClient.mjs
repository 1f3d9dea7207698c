// What the client scenarios of the public suite start: the built program, driven as an agent and its user would. The last
// argument is the address of the server to use.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { freshFolder, PROGRAM } from './product.mjs';

const SERVER = 'suite';
/** A person tries no more often than this. */
const MAX_SIGN_INS = 3;
const MAX_WAITS = 100;

const place = await freshFolder();
const serversFile = join(place.folder, 'servers.json');
// What the suite says of a client that its operator registered, and which calls it wants; else there is none, and every tool is called.
const {
  client_id: clientId,
  client_secret: clientSecret,
  toolCalls,
} = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const oauth = {
  // The document need not be there: who takes such an id is the suite's own server.
  clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
  ...(clientId && { clientId }),
  ...(clientSecret && { clientSecret: { secret_key: 'CLIENT_SECRET' } }),
};
await writeFile(
  serversFile,
  JSON.stringify({ servers: { [SERVER]: { type: 'http', url: process.argv.at(-1), oauth } } }),
);
if (clientSecret) {
  const state = join(place.folder, 'state');
  await mkdir(state, { mode: 0o700 });
  const credentials = JSON.stringify({ [SERVER]: { CLIENT_SECRET: clientSecret } });
  await writeFile(join(state, 'credentials.json'), credentials, { mode: 0o600 });
}
const options = [...place.options, '--servers', serversFile];
// Answers a question with nothing but yes: what is asked for has defaults.
const client = new Client(
  { name: 'conformance', version: '1' },
  { capabilities: { elicitation: { form: { applyDefaults: true } } } },
);
client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: {} }));
let signIns = 0;
let waits = 0;

/** Calls a tool of the program; where it asks for a sign-in, a person signs in and it is called again. */
async function call(name, input) {
  for (;;) {
    const result = await client.callTool({ name, arguments: input });
    const code = result._meta?.['switchyard/error']?.code;
    // The running program hears of the sign-in from its folder, a moment later.
    if (code === 'missing-credentials' && signIns > 0 && waits++ < MAX_WAITS) {
      await sleep(100);
      continue;
    }
    if (code !== 'sign-in-needed') return result;
    if (++signIns > MAX_SIGN_INS) throw new Error('It asks for a sign-in again and again.');
    await signIn();
  }
}

/** Runs the program's sign-in; the browser is a fetch that follows every redirect. */
async function signIn() {
  const child = spawn(process.execPath, [PROGRAM, ...options, '--sign-in', SERVER]);
  let text = '';
  let isOpened = false;
  child.stderr.on('data', part => {
    text += part;
    const address = /browser, on this machine:\n(\S+)\n/.exec(text)?.[1];
    if (address === undefined || isOpened) return;
    isOpened = true;
    void fetch(address).then(page => page.text());
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(text);
}

/** Something for every argument that a tool must have. */
function inputFor({ inputSchema: { properties = {}, required = [] } }) {
  return Object.fromEntries(required.map(name => [name, properties[name]?.type === 'number' ? 2 : 'text']));
}

/** Reads what else the server has. */
async function readAll() {
  const { resources } = await client.listResources();
  for (const { uri } of resources.filter(each => !each.uri.startsWith('sc://')))
    await client.readResource({ uri });
  const { prompts } = await client.listPrompts();
  for (const { name } of prompts.filter(each => each.name.startsWith(`${SERVER}__`)))
    await client.getPrompt({ name });
}

try {
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, ...options, '--approve', 'all'],
      stderr: 'inherit',
    }),
  );
  const active = await call('mcp_activate', { name: SERVER });
  if (active.isError) throw new Error(active.content[0]?.text);
  const { tools } = await client.listTools();
  const own = tools.filter(({ name }) => name.startsWith(`${SERVER}__`));
  const wanted =
    toolCalls?.map(({ name, arguments: input }) => [`${SERVER}__${name}`, input]) ??
    own.map(tool => [tool.name, inputFor(tool)]);
  for (const [name, input] of wanted) {
    const result = await call(name, input);
    if (result.isError) throw new Error(result.content[0]?.text);
  }
  await readAll();
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  await client.close();
  await place.remove();
}
