import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { lastingList, messageJson } from './toolListJson';

const tools = [
  { name: 'a', inputSchema: { type: 'object' } },
  { name: 'b "quoted"\u{2028}', inputSchema: {} },
];
const answer = (result: Record<string, unknown>): JSONRPCMessage => ({ jsonrpc: '2.0', id: 'a"', result });

test('writes a list of tools as any JSON, again and again', () => {
  const results = [
    { tools: lastingList(tools) },
    { tools, nextCursor: '2' },
    { nextCursor: '3', tools, _meta: {} },
  ];
  for (const result of [...results, ...results])
    expect(JSON.parse(messageJson(answer(result)))).toEqual(answer(result));
  expect(JSON.parse(messageJson(answer({ tools: lastingList([]) })))).toEqual(answer({ tools: [] }));
});

test('writes each list as its own, also those that look alike', () => {
  const [a, b] = tools.map(tool => ({ ...tool }));
  const listed = [[a, b], [b, a], [a], [{ ...tools[0] }, b], [a, b]].map(list =>
    list.filter(each => each !== undefined),
  );
  for (const list of listed)
    expect(JSON.parse(messageJson(answer({ tools: lastingList(list) })))).toEqual(answer({ tools: list }));
});

test('writes a definition once, and every other message as it is', () => {
  let times = 0;
  const counted = { name: 'c', toJSON: () => ({ name: 'c', times: (times += 1) }) };
  const list = lastingList([counted]);
  expect([messageJson(answer({ tools: list })), messageJson(answer({ tools: list }))]).toEqual(
    Array.from(
      { length: 2 },
      () => '{"jsonrpc":"2.0","id":"a\\"","result":{"tools":[{"name":"c","times":1}]}}',
    ),
  );
  const changing = answer({ tools: [counted] });
  expect(messageJson(changing)).not.toBe(messageJson(changing));
  const error: JSONRPCMessage = { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } };
  expect(messageJson(error)).toBe(JSON.stringify(error));
});
