import { expect, test } from 'vitest';
import { readLine, requestOf } from './messageLine';

test('tells messages, answers that are none, and noise apart', () => {
  const types = [
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","method":"notifications/message"}',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"both"}}',
    '{"id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"result":42}',
    '{"jsonrpc":"2.0","id":{"a":1},"result":{}}',
    '{"level":"info","message":"listening"}',
    '{"half":',
    '[]',
    'null',
    '42',
    'Server running on stdio',
    `{"jsonrpc":"2.0","id":1,"result":{"a":${'['.repeat(497)}${']'.repeat(497)}}}`,
    `{"jsonrpc":"2.0","id":1,"result":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
    `{"jsonrpc":"2.0","method":"notifications/message","params":{"a":${'['.repeat(600)}${']'.repeat(600)}}}`,
  ].map(line => `${readLine(line)[0]?.type} ${line}`);
  expect(types.map(type => type.split(' ')[0])).toEqual([
    'message',
    'message',
    'bad-answer',
    'message',
    'bad-answer',
    'noise',
    'noise',
    'noise',
    'noise',
    'noise',
    'noise',
    'noise',
    'message',
    'bad-answer',
    'noise',
  ]);
});

test('reads what small slips mean', () => {
  const read = (line: string) =>
    readLine(line).map(each => (each.type === 'message' ? each.message : each.type));
  const result = { jsonrpc: '2.0', id: 1, result: {} };
  expect(read('{"id":1,"result":{},"error":null}')).toEqual([result]);
  expect(read('\uFEFF  {"jsonrpc":"2.0","id":1,"result":null}')).toEqual([result]);
  expect(read('[{"jsonrpc":"2.0","id":1,"result":{}},{"method":"notifications/message"},5]')).toEqual([
    result,
    { jsonrpc: '2.0', method: 'notifications/message' },
    'noise',
  ]);
  const error = (code: number, message: string) => [{ jsonrpc: '2.0', id: 1, error: { code, message } }];
  expect(read('{"jsonrpc":"2.0","id":1,"error":"no disk"}')).toEqual(error(-32_000, 'no disk'));
  expect(read('{"id":1,"result":null,"error":{"code":"E","message":{"a":1}}}')).toEqual(
    error(-32_000, '{"a":1}'),
  );
  expect(read('{"id":1,"error":{"code":5}}')).toEqual(error(5, '5'));
  expect(read('[INFO] started')).toEqual(['noise']);
});

test('finds the request of an answer of which only both ends are left, and takes no request or inner id for it', () => {
  const ends: [string, string][] = [
    ['{"jsonrpc":"2.0","id":7,"result":{"content":[{"te', 'xxx"}]}}'],
    ['{ "id": 7, "jsonrpc": "2.0", "error": {', '}}'],
    ['{"result":{"content":[', ']},"id":7,"jsonrpc":"2.0"}'],
    ['{"jsonrpc":"2.0","result":{"content":[', ']},"id":7}'],
    // A request of the server's own has an id too.
    ['{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{', '}}'],
    // Inside the result, or inside a text.
    ['{"jsonrpc":"2.0","result":{"content":[', ',"id":7}}'],
    ['{"jsonrpc":"2.0","result":{"content":[', String.raw`,\"id\":7}"}`],
    ['xxx', ',"id":7}'],
    ['', ''],
  ];
  expect(ends.map(([head, tail]) => requestOf(head, tail))).toEqual([
    7,
    7,
    7,
    7,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
