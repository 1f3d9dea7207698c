import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { overHttp } from './clients';
import { script, world } from './world';

/** Asks for roots as soon as it is initialized, whenever it hears that they changed; `seen` says what it was told, in order. */
const ROOTED = script(`
let last = 0; const seen = []; const open = new Map();
const send = message => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
const ask = () => { const own = 'r' + ++last; open.set(own, found => seen.push(found.roots.map(({ uri }) => uri))); send({ id: own, method: 'roots/list' }); };
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined) return open.get(id)?.(result);
  if (method === 'notifications/initialized' || method === 'notifications/roots/list_changed') return ask();
  const answer = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'rooted', version: '1' } }),
    'tools/list': () => ({ tools: [{ name: 'seen', inputSchema: { type: 'object' } }] }),
    'tools/call': () => ({ content: [{ type: 'text', text: JSON.stringify(seen) }] }),
  }[method]?.();
  if (answer !== undefined) send({ id, result: answer });
});`);

test("a server gets the roots of the client that uses it, hears of each change, and else gets the workspace's", async () => {
  const of = world({ rooted: ROOTED });
  const program = await overHttp(of, ['--approve', 'all']);
  const roots = { of: ['file:///project/a'] };
  const rooted = new Client(
    { name: 'test', version: '1' },
    { capabilities: { roots: { listChanged: true } } },
  );
  rooted.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots.of.map(uri => ({ uri })) }));
  const requestInit = { headers: { authorization: `Bearer ${program.token}` } };
  await rooted.connect(new StreamableHTTPClientTransport(new URL(program.url), { requestInit }));
  onTestFinished(() => rooted.close());
  const seen = async (client: Client): Promise<unknown> => {
    const { content } = await client.callTool({ name: 'rooted__seen', arguments: {} });
    return JSON.parse((content as { readonly text: string }[])[0]?.text ?? '') as unknown;
  };

  await rooted.callTool({ name: 'mcp_activate', arguments: { name: 'rooted' } });
  await expect.poll(() => seen(rooted)).toEqual([['file:///project/a']]);
  roots.of = ['file:///project/a', 'file:///project/b'];
  await rooted.sendRootsListChanged();
  await expect
    .poll(() => seen(rooted))
    .toEqual([['file:///project/a'], ['file:///project/a', 'file:///project/b']]);
  await rooted.callTool({ name: 'mcp_deactivate', arguments: { name: 'rooted' } });

  const { agent: plain } = await program.agent();
  await plain.call('mcp_activate', { name: 'rooted' });
  await expect.poll(() => seen(plain.client)).toEqual([[`file://${of.folder}/workspace`]]);
});
