import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textBelow } from '../support/filesOnDisk';
import type { Gate } from '../support/remoteMcp';
import { olderMcp, remoteMcp } from '../support/remoteWorld';
import { calls, says } from '../support/scriptedEndpoint';
import { roundsOver, tool } from './roundsClient';
import { world, type World } from './world';

/** Lets in whoever sends this header. */
const asks =
  (name: string, value: string): Gate =>
  ({ headers }, response) => {
    if (headers[name] === value) return false;
    response.writeHead(401).end('HEADER-SECRET');
    return true;
  };

/** A world with credentials. */
function worldWith(credentials: object): World {
  const of = world({});
  const state = join(of.folder, 'state');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  writeFileSync(join(state, 'credentials.json'), JSON.stringify(credentials), { mode: 0o600 });
  return of;
}

const remote = (label: string, url: string, headers: object = {}) => ({
  ...tool(label),
  server_url: url,
  headers,
});

/** All that is kept on disk, and what was written. */
function traces({ folder }: World, started: { stderr(): string }): string {
  return `${textBelow(join(folder, 'state'), ['credentials.json'])}\n${started.stderr()}`;
}

test.each([
  ['streamable HTTP', remoteMcp],
  ['the older SSE', olderMcp],
])('a round uses a server by its address over %s, with its headers', async (_way, serve) => {
  const server = await serve(asks('x-api-key', 'HEADER-SECRET'));
  const of = world({});
  const { round, started, agent } = await roundsOver(of, [calls(['echo', '{}']), says('Ok')]);
  const { reply } = await round({
    tools: [remote('My server', server.url, { 'X-Api-Key': 'HEADER-SECRET' })],
  });
  expect(reply).toMatchObject({
    finish_reason: 'stop',
    mcp_servers: [{ server_label: 'My server', server_url: server.url, tools: ['echo'] }],
    tool_calls: [{ name: 'echo', mcp_server: 'My server', result: expect.stringContaining('echo') }],
  });
  expect(traces(of, started)).not.toContain('SECRET');
  // Nobody else sees the server or can use it.
  const { agent: other } = await agent();
  const found = await other.call('mcp_discover', { intent: 'a server of an LLM round' });
  const environment = await other.call('mcp_environment');
  expect([found.text, environment.text].join()).not.toContain('My-server');
  expect((await other.call('mcp_activate', { name: 'My-server' })).code).toBe('unknown-server');
});

test('a secret is sent as a bearer token, to the label that it is kept under', async () => {
  const server = await remoteMcp(asks('authorization', 'Bearer STORED-SECRET'));
  const of = worldWith({ kept: { TOKEN: 'STORED-SECRET' }, empty: { TOKEN: 'YOUR_API_KEY' } });
  const { round, started } = await roundsOver(of, [calls(['echo', '{}']), says('Ok')]);
  const headers = { Authorization: { secret_key: 'TOKEN' } };
  expect((await round({ tools: [remote('kept', server.url, headers)] })).reply).toMatchObject({
    finish_reason: 'stop',
    tool_calls: [{ result: expect.stringContaining('echo') }],
  });
  for (const label of ['other', 'empty'])
    expect(await round({ tools: [remote(label, server.url, headers)] })).toMatchObject({
      status: 400,
      reply: {
        error: expect.stringContaining(
          `No API key configured for MCP tool "${label}" header "Authorization"`,
        ),
        statusCode: 400,
        code: 'missing-credentials',
      },
    });
  expect(traces(of, started)).not.toContain('STORED-SECRET');
});

test('headers that a server refuses end the round, and what it says of them is told nowhere', async () => {
  const server = await remoteMcp(asks('x-api-key', 'right'));
  const of = world({});
  const { round, started, model } = await roundsOver(of, [says('Never')]);
  const { status, reply } = await round({
    tools: [remote('locked', server.url, { 'X-Api-Key': 'WRONG-SECRET' })],
  });
  expect([status, reply]).toMatchObject([
    400,
    { error: expect.stringMatching(/^Failed to fetch tools from MCP server locked: /) },
  ]);
  expect(JSON.stringify(reply)).not.toContain('SECRET');
  expect(model.asked).toEqual([]);
  expect(traces(of, started)).not.toContain('SECRET');
});

test('rounds at once with other keys under one label keep apart', async () => {
  const seen = new Set<string>();
  const server = await remoteMcp(({ headers }) => {
    seen.add(String(headers['x-who']));
    return false;
  });
  const { round } = await roundsOver(world({}), [says('Ok')]);
  const replies = await Promise.all(
    ['anna', 'ben', 'anna', 'carl'].map(who =>
      round({ tools: [remote('same', server.url, { 'X-Who': who })] }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect([...seen].toSorted()).toEqual(['anna', 'ben', 'carl']);
});

test('an address that nobody approved is not reached', async () => {
  const server = await remoteMcp();
  const unapproved = await roundsOver(world({}), [says('Never')], []);
  const { status, reply } = await unapproved.round({ tools: [remote('new', server.url)] });
  expect([status, reply]).toMatchObject([
    400,
    { error: expect.stringContaining('start switchyard with --approve new.'), code: 'tools-not-listed' },
  ]);
  // The program's own command finds no address that only rounds name.
  expect(JSON.stringify(reply)).not.toContain(' approve new');
  expect(server.methods).toEqual([]);
  const named = await roundsOver(world({}), [says('Ok')], ['--approve', 'new']);
  expect((await named.round({ tools: [remote('new', server.url)] })).status).toBe(200);
});

test.each([
  ['plain HTTP to another machine', () => 'http://mcp.example.com/mcp'],
  ['a port where nobody is', () => 'http://127.0.0.1:9/mcp'],
])('%s is refused', async (_what, url) => {
  const { round } = await roundsOver(world({}), [says('Never')]);
  expect(await round({ tools: [remote('gone', url())] })).toMatchObject({
    status: 400,
    reply: { code: 'tools-not-listed' },
  });
});

test('a redirect to another machine of the network is not followed', async () => {
  const server = await remoteMcp((_request, response) => {
    response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    return true;
  });
  const { round } = await roundsOver(world({}), [says('Never')]);
  expect(await round({ tools: [remote('moved', server.url)] })).toMatchObject({
    status: 400,
    reply: { code: 'tools-not-listed' },
  });
});
