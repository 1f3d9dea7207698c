import { expect, test } from 'vitest';
import { overStdio } from './clients';
import { script, world } from './world';

/** A server with one tool `ok`, and answers of its own in the place of the usual ones. */
const serverOf = (answers: Readonly<Record<string, unknown>>, write = 'JSON.stringify(message)') =>
  script(`const own = ${JSON.stringify(answers)};
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const usual = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } },
    'tools/list': { tools: [{ name: 'ok', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'fine' }] },
  };
  const answer = own[method] ?? usual[method] ?? {};
  const message = answer.error ? { jsonrpc: '2.0', id, error: answer.error } : { jsonrpc: '2.0', id, result: answer };
  console.log(${write});
});`);

const hello = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'x', version: '1' },
};

/** Slips that take nothing away. */
const HARMLESS = {
  'no-info': serverOf({ initialize: { ...hello, serverInfo: undefined } }),
  'number-as-version': serverOf({ initialize: { ...hello, serverInfo: { name: 'x', version: 2 } } }),
  'null-capabilities': serverOf({ initialize: { ...hello, capabilities: null } }),
  'no-capabilities': serverOf({ initialize: { ...hello, capabilities: {} } }),
  'true-as-capability': serverOf({ initialize: { ...hello, capabilities: { tools: true, prompts: 1 } } }),
  'odd-instructions': serverOf({ initialize: { ...hello, instructions: 5 } }),
  'odd-meta': serverOf({
    'tools/list': {
      tools: [{ name: 'ok', title: 7, description: null, _meta: 5 }],
      _meta: 'x',
      nextCursor: null,
    },
    'tools/call': { content: [{ type: 'text', text: 'fine', _meta: 1 }], _meta: 'x' },
  }),
  batches: serverOf({}, 'JSON.stringify([message])'),
  'no-version': serverOf({}, 'JSON.stringify({ ...message, jsonrpc: undefined, error: null })'),
  'text-as-content': serverOf({ 'tools/call': { content: 'fine' } }),
  'one-block': serverOf({ 'tools/call': { content: { type: 'text', text: 'fine' } } }),
  'old-result': serverOf({ 'tools/call': { toolResult: 'fine' } }),
  'odd-flag': serverOf({ 'tools/call': { content: [{ type: 'text', text: 'fine' }], isError: 0 } }),
};

test('small slips of a server take neither its tools nor its answers away', async () => {
  const names = Object.keys(HARMLESS);
  const { agent } = await overStdio(world(HARMLESS), [
    '--approve',
    names.join(','),
    '--max-per-minute',
    '99',
    '--max-active',
    '99',
  ]);
  const told: Record<string, string> = {};
  for (const server of names) {
    const activated = await agent.call('mcp_activate', { name: server });
    told[server] = activated.isError ? activated.text : (await agent.call(`${server}__ok`)).text;
  }
  expect(told).toEqual(Object.fromEntries(names.map(name => [name, 'fine'])));
  expect(await agent.toolNames()).toEqual(expect.arrayContaining(names.map(name => `${name}__ok`)));
});

test('a server that cannot be used says why in its own words', async () => {
  const of = world({
    future: serverOf({ initialize: { ...hello, protocolVersion: '9999-01-01' } }),
    locked: serverOf({ 'tools/list': { error: { code: -32_000, message: 'The database is locked' } } }),
    'no-method': serverOf({ 'tools/list': { error: { code: -32_601, message: 'Method not found' } } }),
    angry: serverOf({ 'tools/call': { error: 'Out of paper' } }),
    slow: serverOf({ 'tools/call': { error: { code: -32_001, message: 'Query took too long' } } }),
    exact: serverOf({
      'tools/call': { error: { code: -32_602, message: 'Wrong date', data: { hint: 'As in 2026-11-27' } } },
    }),
  });
  const { agent } = await overStdio(of, ['--approve', 'future,locked,no-method,angry,slow,exact']);
  expect((await agent.call('mcp_activate', { name: 'future' })).text).toContain(
    'It speaks version "9999-01-01" of the protocol; known are 2024-10-07, ',
  );
  expect((await agent.call('mcp_activate', { name: 'locked' })).text).toContain(
    '"locked" started but did not list its tools. It answered (-32000): The database is locked',
  );
  expect((await agent.call('mcp_activate', { name: 'no-method' })).text).toContain('0 tools');
  await agent.call('mcp_activate', { name: 'angry' });
  expect((await agent.call('angry__ok')).text).toBe('"angry" refused "ok" (-32000): Out of paper');
  await agent.call('mcp_activate', { name: 'slow' });
  expect((await agent.call('slow__ok')).text).toBe('"slow" refused "ok" (-32001): Query took too long');
  await agent.call('mcp_activate', { name: 'exact' });
  expect((await agent.call('exact__ok')).text).toBe(
    '"exact" refused "ok" (-32602): Wrong date\nData: {"hint":"As in 2026-11-27"}',
  );
});
