import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainMessage } from './plainMessage';

const id = fc.oneof(fc.string(), fc.integer());
const odd = fc.constantFrom<unknown>(null, undefined, [], {}, 1.5, true, 'text', { progressToken: null });
const meta = fc.oneof(
  fc.record({ progressToken: fc.oneof(id, odd) }, { requiredKeys: [] }),
  fc.constant({ 'io.modelcontextprotocol/related-task': { taskId: 1 } }),
  fc.dictionary(fc.string(), fc.jsonValue()),
  odd,
);
const content = fc.oneof(
  fc.record({ _meta: meta, name: fc.jsonValue() }, { requiredKeys: [] }),
  fc.dictionary(fc.string(), fc.jsonValue()),
  odd,
);
const version = fc.oneof({ weight: 9, arbitrary: fc.constant<unknown>('2.0') }, odd);
const more = fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, fc.constant({ more: 1 }));
const message = fc
  .tuple(
    fc.oneof(
      fc.record({ jsonrpc: version, id: fc.oneof(id, odd), method: fc.string(), params: content }),
      fc.record({ jsonrpc: version, method: fc.oneof(fc.string(), odd), params: content }),
      fc.record({ jsonrpc: version, id: fc.oneof(id, odd), result: content }),
      fc.record({ jsonrpc: version, id, result: content, error: odd }),
    ),
    more,
  )
  .map(([fields, besides]) => ({ ...fields, ...besides }));

test('what is a plain message is one by the schema too, and the schema would change nothing in it', () => {
  let plain = 0;
  const law = (value: unknown): void => {
    if (!isPlainMessage(value)) return;
    plain += 1;
    expect(JSONRPCMessageSchema.parse(value)).toEqual(value);
  };
  fc.assert(fc.property(message, law), { numRuns: 2_000, seed: 7 });
  expect(plain).toBeGreaterThan(400);
});

test.each([
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'x', arguments: {}, _meta: { progressToken: 1 } },
  },
  { jsonrpc: '2.0', id: 'a', method: 'ping' },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 0, result: { content: [], _meta: { any: [1] } } },
])('an everyday message is plain: %j', each => {
  expect(isPlainMessage(each)).toBe(true);
});

test.each([
  [{ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } }],
  [{ jsonrpc: '2.0', id: 1, result: {}, method: 'ping' }],
  [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }],
  [{ jsonrpc: '2.0', id: null, method: 'ping' }],
  [{ jsonrpc: '2.0', id: 1, method: 'ping', params: [] }],
  [{ jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: { progressToken: {} } } }],
  [[{ jsonrpc: '2.0', id: 1, method: 'ping' }]],
  ['ping'],
])('anything else is for the schema: %j', each => {
  expect(isPlainMessage(each)).toBe(false);
});
