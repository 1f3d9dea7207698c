import { execFileSync } from 'node:child_process';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { Agent, overHttp, overStdio } from './clients';
import { plainly, repository } from './repository';
import { script, TINY, world } from './world';

interface Asked {
  readonly message: string;
  readonly schema: unknown;
  readonly signal: AbortSignal;
  answer(result: ElicitResult): void;
}

/** A client whose person is asked, and what they were asked. */
function asking(): { readonly agent: Agent; readonly asked: Asked[] } {
  const agent = new Agent({ elicitation: { form: {} } });
  const asked: Asked[] = [];
  agent.client.setRequestHandler(
    ElicitRequestSchema,
    ({ params }, { signal }) =>
      new Promise(resolve =>
        asked.push({
          message: params.message,
          schema: 'requestedSchema' in params ? params.requestedSchema : undefined,
          signal,
          answer: resolve,
        }),
      ),
  );
  return { agent, asked };
}

const tiny = (more: object = {}) => world({ tiny: { ...script(TINY), ...more } });

test('asks the person at the client with the whole launch before a server starts, once for good', async () => {
  const of = tiny();
  const { agent, asked } = asking();
  await overStdio(of, [], {}, agent);
  const activating = agent.call('mcp_activate', { name: 'tiny' });
  await expect.poll(() => asked).toHaveLength(1);
  expect(asked[0]?.message).toContain('Start the MCP server "tiny"?');
  expect(asked[0]?.message).toContain(process.execPath);
  expect(asked[0]?.message).toContain('readline');
  expect(asked[0]?.message).toContain(`From: ${of.serversFile}`);
  expect(asked[0]?.message).toContain('This runs a program on your machine with your permissions.');
  expect(asked[0]?.schema).toEqual({ type: 'object', properties: {} });
  asked[0]?.answer({ action: 'accept', content: {} });
  expect((await activating).isError).toBe(false);
  expect((await agent.call('tiny__ping')).text).toBe('pong');
  await agent.client.close();

  const { agent: second } = await overStdio(of);
  expect((await second.call('mcp_activate', { name: 'tiny' })).isError).toBe(false);
});

test("asks about what a repository's file defines, and says so", async () => {
  const of = repository(({ evil }) => ({ '.switchyard/servers.json': { servers: { memory: evil() } } }));
  const { agent, asked } = asking();
  await overStdio(plainly(of), ['--approve', 'all'], of.env, agent);
  const activating = agent.call('mcp_activate', { name: 'memory' });
  await expect.poll(() => asked).toHaveLength(1);
  expect(asked[0]?.message).toContain('This is defined in a workspace file.');
  expect(asked[0]?.message).toContain('It hides the server with the same name from:');
  expect(of.fired()).toBe(false);
  asked[0]?.answer({ action: 'accept' });
  expect((await activating).isError).toBe(false);
  expect(of.fired()).toBe(true);
});

test.each([
  ['decline', 'The user declined.', 'The user declined to start "tiny" in this session.'],
  [
    'cancel',
    'The user dismissed the prompt without answering.',
    'In this session, the user dismissed the prompt to start "tiny" without answering.',
  ],
] as const)('says who refused after "%s", and does not ask twice', async (action, first, second) => {
  const { agent, asked } = asking();
  await overStdio(tiny(), [], {}, agent);
  const activating = agent.call('mcp_activate', { name: 'tiny' });
  await expect.poll(() => asked).toHaveLength(1);
  asked[0]?.answer({ action });
  const refused = await activating;
  expect(refused.code).toBe('launch-not-approved');
  expect(refused.text).toContain(first);
  expect(refused.text).toContain('approve tiny');
  expect((await agent.call('mcp_activate', { name: 'tiny' })).text).toContain(second);
  expect(asked).toHaveLength(1);
});

test('asks nobody where the command line said so, or said yes', async () => {
  const none = asking();
  await overStdio(tiny(), ['--approve', 'none'], {}, none.agent);
  const refused = await none.agent.call('mcp_activate', { name: 'tiny' });
  expect(refused.text).toContain('--approve none is set, so no one was asked.');
  const yes = asking();
  await overStdio(tiny(), ['--approve', 'tiny'], {}, yes.agent);
  expect((await yes.agent.call('mcp_activate', { name: 'tiny' })).isError).toBe(false);
  expect([none.asked, yes.asked]).toEqual([[], []]);
});

test('withdraws the question when the call is given up, and asks the next who wants it', async () => {
  const program = await overHttp(tiny());
  const [first, second] = [asking(), asking()];
  await program.agent(first.agent);
  await program.agent(second.agent);
  const gone = new AbortController();
  const given = first.agent.client.callTool(
    { name: 'mcp_activate', arguments: { name: 'tiny' } },
    undefined,
    { signal: gone.signal },
  );
  await expect.poll(() => first.asked).toHaveLength(1);
  const waiting = second.agent.call('mcp_activate', { name: 'tiny' });
  gone.abort();
  await expect(given).rejects.toThrow(/abort/i);
  await expect.poll(() => first.asked[0]?.signal.aborted).toBe(true);
  await expect.poll(() => second.asked).toHaveLength(1);
  second.asked[0]?.answer({ action: 'accept' });
  expect((await waiting).isError).toBe(false);
});

test('asks before a call whose entry wants it: once, for the chat, or not at all', async () => {
  const { agent, asked } = asking();
  await overStdio(tiny({ require_approval: 'auto' }), ['--approve', 'tiny'], {}, agent);
  await agent.call('mcp_activate', { name: 'tiny' });
  const answers = [
    { action: 'accept', content: {} },
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { allow: 'chat' } },
  ] as const;
  const texts: string[] = [];
  for (const [at, answer] of answers.entries()) {
    const calling = agent.call('mcp_call_tool', {
      server: 'tiny',
      tool: 'ping',
      arguments: { a: 'b\u{200b}' },
    });
    await expect.poll(() => asked).toHaveLength(at + 1);
    expect(asked[at]?.message).toContain('Run the tool "ping" of the MCP server "tiny"?');
    expect(asked[at]?.message).toContain('"a": "b\\u{200b}"');
    asked[at]?.answer(answer);
    texts.push((await calling).text);
  }
  expect(texts).toEqual([
    'pong',
    expect.stringContaining('Tool call rejected by the user: "tiny__ping" was not run.'),
    expect.stringContaining('the user dismissed the prompt without answering.'),
    'pong',
  ]);
  expect((await agent.call('tiny__ping')).text).toBe('pong');
  expect(asked).toHaveLength(4);
});

test('offers no yes for the chat where the entry wants a question at each call', async () => {
  const { agent, asked } = asking();
  await overStdio(tiny({ require_approval: 'always' }), ['--approve', 'tiny'], {}, agent);
  await agent.call('mcp_activate', { name: 'tiny' });
  for (const times of [1, 2]) {
    const calling = agent.call('tiny__ping');
    await expect.poll(() => asked).toHaveLength(times);
    expect(asked[times - 1]?.schema).toEqual({ type: 'object', properties: {} });
    asked[times - 1]?.answer({ action: 'accept', content: { allow: 'chat' } });
    expect((await calling).text).toBe('pong');
  }
});

test('tells a client that can ask nobody the whole command, which works as it stands', async () => {
  const of = tiny();
  const { agent } = await overStdio(of);
  const refused = await agent.call('mcp_activate', { name: 'tiny' });
  expect(refused.code).toBe('launch-not-approved');
  expect(refused.text).toContain('No one could be asked here.');
  const [, command = ''] = /`([^`]+)`/.exec(refused.text) ?? [];
  expect(command).toContain('headless.js approve tiny ');
  execFileSync('/bin/sh', ['-c', command], { cwd: '/', env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  await expect.poll(async () => (await agent.call('mcp_activate', { name: 'tiny' })).isError).toBe(false);
});

test('the command holds whatever stands in the paths', async () => {
  const plain = tiny();
  const odd = `${plain.folder}/it's $HOME \`x\` "y"`;
  const { agent } = await overStdio({ ...plain, options: [...plain.options, '--state', odd] });
  const { text } = await agent.call('mcp_activate', { name: 'tiny' });
  const command = text.slice(text.indexOf('`') + 1, text.lastIndexOf('`'));
  execFileSync('/bin/sh', ['-c', command], { cwd: '/', env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  await expect.poll(async () => (await agent.call('mcp_activate', { name: 'tiny' })).isError).toBe(false);
});

test('says of a refused call that nobody was asked, and why', async () => {
  const { agent } = await overStdio(tiny({ require_approval: 'always' }), ['--approve', 'tiny']);
  await agent.call('mcp_activate', { name: 'tiny' });
  const refused = await agent.call('tiny__ping');
  expect(refused.code).toBe('call-rejected');
  expect(refused.text).toBe(
    '"tiny__ping" was not run: its server\'s entry sets require_approval. No one could be asked here. ' +
      'The user can allow it: start switchyard with --approve-calls tiny__ping, or tiny for all its tools.',
  );
});

test('asks also where the tools of a core server are looked at first, or called', async () => {
  for (const [name, input] of [
    ['mcp_list_tools', { server: 'tiny' }],
    ['mcp_call_tool', { server: 'tiny', tool: 'ping', arguments: {} }],
  ] as const) {
    const { agent, asked } = asking();
    await overStdio(tiny(), ['--core', 'tiny'], {}, agent);
    const looking = agent.call(name, input);
    await expect.poll(() => asked).toHaveLength(1);
    asked[0]?.answer({ action: 'accept' });
    expect((await looking).text).toMatch(/ping|pong/);
  }
});
