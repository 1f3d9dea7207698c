import { expect, test } from 'vitest';
import { authServer, protectedMcp } from '../support/remoteWorld';
import { type Answer, calls, says } from '../support/scriptedEndpoint';
import { roundsOver, tool } from './roundsClient';
import { signIn } from './signingIn';
import { start } from './clients';
import { world, type World } from './world';

/** Calls the tool in each round. */
const script: readonly Answer[] = Array.from({ length: 3 }, () => [calls(['echo', '{}']), says('Ok')]).flat();

const wikiAt = (url: string, headers: object = {}) => ({ ...tool('wiki'), server_url: url, headers });

const RAN = {
  finish_reason: 'stop',
  mcp_servers: [{ server_label: 'wiki', tools: ['echo'] }],
  tool_calls: [{ mcp_server: 'wiki', result: expect.stringContaining('called echo') }],
};

/** A round's server that wants a sign-in, and rounds with it. */
async function protectedRounds(of: World, answers: readonly Answer[] = script) {
  const auth = await authServer();
  const server = await protectedMcp(auth);
  const served = await roundsOver(of, answers);
  const ask = async () => await served.round({ tools: [wikiAt(server.url)] });
  return { ...served, auth, server, ask };
}

test('a round with a server that nobody signed in to says how to, and works once somebody did', async () => {
  const of = world({});
  const { ask, model, server, started, agent } = await protectedRounds(of);
  // The server says so, and from then on it is known.
  for (let i = 0; i < 2; i += 1) {
    const { status, reply } = await ask();
    expect([status, reply]).toEqual([
      400,
      {
        error: expect.stringMatching(
          /^Failed to fetch tools from MCP server wiki: "wiki" needs a sign-in in the browser\. The user can sign in, in a terminal: `\S+ \S+headless\.js --sign-in wiki --server-url http:\S+\/mcp --workspace \S+ --state \S+ --servers \S+`\.$/,
        ),
        statusCode: 400,
        code: 'sign-in-needed',
      },
    ]);
  }
  expect(model.asked).toEqual([]);

  const { code, stderr } = await signIn(of, 'wiki', server.url);

  expect([code, stderr]).toEqual([0, expect.stringContaining('Signed in to "wiki".')]);
  await expect.poll(async () => (await ask()).status).toBe(200);
  expect((await ask()).reply).toMatchObject(RAN);
  expect(started.stderr()).not.toContain('Bearer');
  // Who signed in signed in for rounds: nobody else finds the server.
  const { agent: other } = await agent();
  expect((await other.call('mcp_activate', { name: 'wiki' })).code).toBe('unknown-server');
});

test('a token that ended is renewed in the round; where the grant ended, the model is told, and the next round says what to do', async () => {
  const of = world({});
  const { ask, auth, server } = await protectedRounds(of);
  await signIn(of, 'wiki', server.url);
  expect((await ask()).reply).toMatchObject(RAN);
  auth.expireTokens();
  expect((await ask()).reply).toMatchObject(RAN);
  expect(auth.refreshes()).toBe(1);
  auth.expireTokens();
  auth.endGrants();
  // The tools are known: the call finds out.
  expect((await ask()).reply).toMatchObject({
    finish_reason: 'stop',
    tool_calls: [{ error: expect.stringMatching(/"wiki" needs a sign-in .*--sign-in wiki --server-url/) }],
  });
  expect(await ask()).toMatchObject({ status: 400, reply: { code: 'sign-in-needed' } });
});

test('a token of the request that the server refuses is told as such, and no sign-in is sent in its place', async () => {
  const of = world({});
  const { round, auth, server, started } = await protectedRounds(of);
  await signIn(of, 'wiki', server.url);
  const { status, reply } = await round({
    tools: [wikiAt(server.url, { Authorization: 'Bearer WRONG-SECRET' })],
  });
  expect([status, reply]).toMatchObject([
    400,
    {
      code: 'tools-not-listed',
      error: expect.stringMatching(/^Failed to fetch tools from MCP server wiki: .*401/),
    },
  ]);
  expect(JSON.stringify(reply) + started.stderr()).not.toContain('SECRET');
  expect(auth.refreshes()).toBe(0);
});

test('a sign-in is for one address: a round that names another one gets nothing of it', async () => {
  const of = world({});
  const { auth, server, round } = await protectedRounds(of);
  await signIn(of, 'wiki', server.url);
  const other = await protectedMcp(auth);
  expect(await round({ tools: [wikiAt(other.url)] })).toMatchObject({
    status: 400,
    reply: { code: 'sign-in-needed' },
  });
  expect(JSON.stringify(other.requests)).not.toMatch(/Bearer/i);
});

test('signs out of a server of rounds, and says what is wrong with a name', async () => {
  const of = world({ files: { command: 'node' } });
  const { auth, ask, server } = await protectedRounds(of);
  await signIn(of, 'wiki', server.url);
  const out = start([...of.options, '--sign-out', 'wiki', '--server-url', server.url]);
  expect(await out.exit).toBe(0);
  expect(auth.revoked).toEqual(['refresh_token', 'access_token']);
  expect((await ask()).reply).toMatchObject({ code: 'sign-in-needed' });
  expect(await signIn(of, 'files', server.url)).toEqual({
    code: 2,
    stderr: expect.stringContaining('"files" is one of your servers: leave out --server-url.'),
  });
  expect(await signIn(of, 'wiki', 'http://wiki.example/mcp')).toEqual({
    code: 2,
    stderr: expect.stringContaining('The address of the MCP server needs https, but on this machine.'),
  });
});
