import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { type Agent, overHttp, overStdio, start } from './clients';
import { type World, world } from './world';

const MIB = 1_048_576;

/** A world with a server whose answers, or lists, are long. */
function longWorld(...given: readonly string[]): World {
  const main = join(import.meta.dirname, '../support/longAnswers.mjs');
  return world({ long: { command: process.execPath, args: [main, ...given] } });
}

async function activated(): Promise<Agent> {
  const { agent } = await overStdio(longWorld(), ['--approve', 'all']);
  await agent.client.listTools(); // So that the client checks answers against the tools' schemas.
  await agent.call('mcp_activate', { name: 'long' });
  await agent.client.listTools();
  return agent;
}

async function contentOf(agent: Agent, tool: string, input: Record<string, unknown>) {
  const result = (await agent.client.callTool({ name: `long__${tool}`, arguments: input })) as CallToolResult;
  const links = result.content.flatMap(block => (block.type === 'resource_link' ? [block.uri] : []));
  const notices = result.content.filter(block => block.type === 'text' && block.text.startsWith('[Cut by'));
  return { result, links, notices };
}

test('a message of any size is answered, and the next ones too', async () => {
  const agent = await activated();
  for (const size of [7 * MIB, 12 * MIB]) {
    const asked = agent.call('long__echo', { words: 'x'.repeat(size) });
    if (size < 8 * MIB) expect((await asked).text).toBe(`${size} characters`);
    else
      await expect(asked).rejects.toMatchObject({
        code: -32_600,
        message: expect.stringContaining('This message has more than 8 MiB'),
      });
  }
  expect((await agent.call('long__echo', { words: 'still there' })).text).toBe('11 characters');
});

test('what is no message is answered, wherever its id stands, and ends nothing', async () => {
  const program = start([...longWorld().options]);
  const answerTo = async (line: string): Promise<unknown> => {
    program.child.stdin?.write(`${line}\n`);
    return JSON.parse(await program.line());
  };
  const long = 'x'.repeat(9 * MIB);
  const refused = (id: unknown) => ({ jsonrpc: '2.0', id, error: { code: -32_600 } });
  expect(await answerTo(`{"jsonrpc":"2.0","id":"a b","method":"x","params":"${long}"}`)).toMatchObject(
    refused('a b'),
  );
  expect(await answerTo(`{"params":"${long}","method":"x","jsonrpc":"2.0","id":7}`)).toMatchObject(
    refused(7),
  );
  expect(await answerTo(`{"id":8,"params":"${long}`)).toMatchObject(refused(8));
  expect(await answerTo(long)).toMatchObject(refused(null));
  expect(await answerTo(`[${'[],'.repeat(600_000)}[]]`)).toMatchObject(refused(null));
  expect(await answerTo('[{"jsonrpc":"2.0","id":1,"method":"ping"}]')).toMatchObject(refused(null));
  expect(await answerTo('{"id":9,"method":"ping"}')).toMatchObject(refused(9));
  expect(await answerTo('{"half":')).toMatchObject({ id: null, error: { code: -32_700 } });
  // Neither is a notification nor an answer to nobody: what comes next is the answer to the next request.
  program.child.stdin?.write(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":"${long}"}\n`);
  program.child.stdin?.write(`{"jsonrpc":"2.0","id":77,"result":"${long}"}\n`);
  program.child.stdin?.write('{"jsonrpc":"1.0","id":78,"result":{}}\n');
  expect(await answerTo('{"jsonrpc":"2.0","id":10,"method":"ping"}')).toEqual({
    jsonrpc: '2.0',
    id: 10,
    result: {},
  });
  program.child.stdin?.end();
  expect(await program.exit).toBe(0);
});

test('an answer that no client could take comes cut, and all of it can be read', async () => {
  const agent = await activated();
  for (const [tool, input, least] of [
    ['image', { size: 12 * MIB }, 12 * MIB],
    ['meta', { size: 12 * MIB }, 12 * MIB],
    ['blocks', { count: 60_000, size: 300 }, 60_000 * 300],
    ['blocks', { count: 200_000, size: 10 }, 200_000 * 10],
  ] as const) {
    const { result, links, notices } = await contentOf(agent, tool, input);
    expect([links.length, notices.length, result.isError], tool).toEqual([1, 1, undefined]);
    const parts = Array.from({ length: Math.ceil(least / 1_000_000) }, async (_, i) => {
      const { contents } = await agent.client.readResource({
        uri: `${links[0]}?offset=${i * 1_000_000}&limit=1000000`,
      });
      return contents[0] !== undefined && 'text' in contents[0] ? contents[0].text.length : 0;
    });
    expect((await Promise.all(parts)).reduce((sum, length) => sum + length, 0)).toBeGreaterThanOrEqual(least);
    await expect(agent.client.readResource({ uri: links[0] ?? '' })).rejects.toThrow(
      '?offset=0&limit=1000000',
    );
  }
});

test('structured content that a client must have and cannot take is a failure in words, not a broken answer', async () => {
  const agent = await activated();
  expect((await contentOf(agent, 'structured', { size: 3 * MIB })).result.structuredContent).toBeDefined();
  const { result, links, notices } = await contentOf(agent, 'structured', { size: 12 * MIB });
  expect([links.length, notices.length, result.isError]).toEqual([1, 1, true]);
});

test('a resource that no client could take is refused with the address where parts of it are', async () => {
  const agent = await activated();
  const failure: unknown = await agent.client
    .readResource({ uri: `file:///${12 * MIB}` })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: -32_600, data: { uri: expect.stringMatching(/^sc:\/\/results\//) } });
  const { uri } = (failure as { readonly data: { readonly uri: string } }).data;
  const { contents } = await agent.client.readResource({ uri: `${uri}?offset=${12 * MIB - 3}` });
  expect(contents).toMatchObject([{ text: 'xxx' }]);
});

test('a client that asks without reading gets every answer once it reads', async () => {
  const program = start([...longWorld().options, '--approve', 'all']);
  const about = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  program.send({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', ...about },
  });
  await program.line();
  program.child.stdout?.pause();
  const ids = Array.from({ length: 300 }, (_, i) => i + 1);
  for (const id of ids) program.send({ jsonrpc: '2.0', id, method: 'tools/list' });
  program.child.stdout?.resume();
  for (const id of ids) expect(JSON.parse(await program.line())).toMatchObject({ id });
});

test('a server that lists more than anybody reads is refused in words, and the others go on', async () => {
  for (const [count, size] of [
    ['100', String(MIB)],
    ['1', String(30 * MIB)],
  ]) {
    const { agent } = await overStdio(longWorld('tools', count ?? '', size ?? ''), ['--approve', 'all']);
    const refused = await agent.call('mcp_activate', { name: 'long' });
    expect([refused.code, refused.text]).toEqual([
      'start-failed',
      expect.stringContaining('"long" lists more than 4 MiB of tools'),
    ]);
    expect((await agent.call('mcp_environment')).isError).toBe(false);
  }
});

test('a tool whose definition is too long is left out, and the rest of its server is there', async () => {
  const { agent, stderr } = await overStdio(longWorld('tools', '2', '300000'), ['--approve', 'all']);
  const { text } = await agent.call('mcp_activate', { name: 'long' });
  expect(text).toContain('its definition is longer than 256 KiB');
  expect(await agent.toolNames()).toContain('long__echo');
  expect(await agent.toolNames()).not.toContain('long__tool0');
  expect(stderr()).toContain('Tools whose definition is too long are left out');
});

test('lists of resources and prompts that are too long are left out with a note', async () => {
  for (const list of ['resources', 'prompts'] as const) {
    const { agent } = await overStdio(longWorld(list, '100', String(MIB)), ['--approve', 'all']);
    await agent.call('mcp_activate', { name: 'long' });
    const listed = await (list === 'resources' ? agent.client.listResources() : agent.client.listPrompts());
    expect(JSON.stringify(listed)).toContain(`lists more than 4 MiB of ${list}`);
    expect((await agent.call('long__echo', { words: 'there' })).text).toBe('5 characters');
  }
});

test('the tools of servers with long lists come in pages, and a list that is too long for an answer is kept', async () => {
  const main = join(import.meta.dirname, '../support/longAnswers.mjs');
  const entry = { command: process.execPath, args: [main, 'tools', '18', '200000'] };
  const { agent } = await overStdio(world({ one: entry, two: entry }), ['--approve', 'all']);
  for (const name of ['one', 'two']) await agent.call('mcp_activate', { name });
  const first = await agent.client.listTools();
  const second = await agent.client.listTools({ cursor: first.nextCursor ?? '' });
  const names = [...first.tools, ...second.tools].map(({ name }) => name);
  expect([new Set(names).size, second.nextCursor]).toEqual([names.length, undefined]);
  for (const name of ['one__tool17', 'two__tool17', 'mcp_discover']) expect(names).toContain(name);
  const sheet = await agent.call('mcp_list_tools', { server: 'one' });
  expect(sheet.text).toContain('[Cut by Switchyard');
});

test('over HTTP a message that is too large is answered in words, and the client goes on', async () => {
  const { agent } = await (await overHttp(longWorld(), ['--approve', 'all'])).agent();
  await agent.call('mcp_activate', { name: 'long' });
  const asked = agent.call('long__echo', { words: 'x'.repeat(12 * MIB) });
  await expect(asked).rejects.toThrow('more than 1 MiB');
  expect((await agent.call('long__echo', { words: 'still there' })).text).toBe('11 characters');
});
