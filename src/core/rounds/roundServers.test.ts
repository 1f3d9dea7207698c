import { expect, test } from 'vitest';
import { roundWorld } from '../../../test/support/roundWorld';
import { call, text } from '../../../test/support/scriptedModel';
import { settle } from '../../../test/support/testCore';
import { Refusal } from '../support/refusal';
import type { ServerWish } from './serverWish';

const remote = (label: string, headers: Readonly<Record<string, string>> = {}): ServerWish => ({
  label,
  remote: { url: 'https://mcp.example.com/mcp', headers },
  allowedTools: [],
  requireApproval: 'never',
});

test('a server by its address has the label as its name where nobody else has it', async () => {
  const { core, run } = await roundWorld([text('Ok')]);
  const labels = ['mine', 'My Server!', 'files', 'orchestrator', '__', 'x'.repeat(60)];
  const names = ['mine', 'My-Server', 'files-2', 'orchestrator-2', 'server', 'x'.repeat(28)];
  for (const name of names) core.servers.add(name, { tools: ['echo'] });
  for (const label of labels)
    expect(await run({ servers: [remote(label)] })).toMatchObject({
      mcp_servers: [{ server_label: label, server_url: 'https://mcp.example.com/mcp', tools: ['echo'] }],
    });
  expect(core.asked.map(({ server }) => server)).toEqual(names);
});

test('while a round uses it and after, no other session finds it, is told of it, or can use it', async () => {
  const { core, run } = await roundWorld([call('echo')], [text('Ok')]);
  const answered = Promise.withResolvers<void>();
  core.servers.add('mine', {
    tools: ['echo'],
    answer: async () => {
      await answered.promise;
      return { content: [] };
    },
  });
  const running = run({ servers: [remote('mine')] });
  while (core.servers.calls.length === 0) await settle();
  const anna = {
    session: 'anna' as never,
    isConversation: true,
    connection: 'window',
    host: 'Visual Studio Code',
  };
  const tryAll = async () => {
    const signal = new AbortController().signal;
    for (const use of [
      core.gateway.activate(anna, 'mine', 'agent', signal),
      core.toolbox.call(anna, { tool: 'echo', server: 'mine' }, {}, { signal }),
      core.toolbox.call(anna, 'mine__echo', {}, { signal }),
    ])
      await expect(use).rejects.toMatchObject({ name: 'Refusal' });
    expect(core.gateway.environment().map(({ id }) => id as string)).not.toContain('mine');
    expect(core.catalog.entries().map(({ id }) => id as string)).not.toContain('mine');
    expect(core.catalog.nearest('mina')).not.toContain('mine');
    expect(JSON.stringify(core.catalog.discover('mine echo', 10).matches)).not.toContain('"mine"');
  };
  await tryAll();
  expect(core.servers.calls).toEqual(['mine.echo']);
  answered.resolve();
  await running;
  await tryAll();
});

test('the same server is one for rounds at once, another key makes another one', async () => {
  const { core, run } = await roundWorld([text('Ok')]);
  for (const name of ['mine', 'mine-2']) core.servers.add(name, { tools: ['echo'] });
  const wishes = [{ 'X-A': '1' }, { 'X-A': '1' }, { 'X-A': '2' }];
  await Promise.all(wishes.map(headers => run({ servers: [remote('mine', headers)] })));
  expect([...new Set(core.asked.map(({ server }) => server as string))].toSorted()).toEqual([
    'mine',
    'mine-2',
  ]);
});

test('a bounded number is remembered', async () => {
  const { core, run } = await roundWorld([text('Ok')]);
  for (let i = 0; i < 70; i += 1) core.servers.add(`s${i}`, { tools: ['echo'] });
  for (let i = 0; i < 70; i += 1) await run({ servers: [remote(`s${i}`)] });
  expect(core.catalog.find('s0')).toBeUndefined();
  expect(core.catalog.find('s69')).toBeDefined();
});

test('a server whose tools are known starts when the model has begun to answer, not before it is asked', async () => {
  const starts: number[] = [];
  const { core, run } = await roundWorld(async function* () {
    starts.push(core.servers.starts);
    yield text('I look.');
    core.clock.advance(0);
    await settle();
    starts.push(core.servers.starts);
  });
  await run();
  await run();
  // The first time, its tools are not known.
  expect(starts).toEqual([1, 1, 1, 2]);
});

test('where the model is called off before it answers, a server whose tools are known never starts', async () => {
  const { core, run } = await roundWorld([text('So.')], new Refusal('model-failed', 'No.'));
  await run();
  await expect(run()).rejects.toMatchObject({ code: 'model-failed' });
  core.clock.advance(0);
  await settle();
  expect(core.servers.starts).toBe(1);
});
