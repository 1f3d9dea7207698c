import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validResult } from './validResult';

const text = (words: string) => [{ type: 'text', text: words }];

test('passes a valid answer on as it is', () => {
  const blocks = [
    ...text('a'),
    {
      type: 'image',
      data: 'aGk=',
      mimeType: 'image/png',
      annotations: { audience: ['user'], priority: 0.5 },
    },
    { type: 'resource', resource: { uri: 'a://b', blob: 'aGk' } },
    { type: 'resource_link', uri: 'a://b', name: 'b', _meta: {} },
  ];
  for (const result of [
    { content: blocks },
    { content: [] },
    { content: text('a'), structuredContent: {}, isError: true },
  ])
    expect(validResult(result)).toBe(result);
});

test.each([
  [{ content: 'fine' }, { content: text('fine') }],
  [{ content: { type: 'text', text: 'fine' } }, { content: text('fine') }],
  [
    { content: [{ type: 'text', text: 5 }, { type: 'weird', x: 1 }, null, 'bare'] },
    { content: [...text('5'), ...text('{"type":"weird","x":1}'), ...text('null'), ...text('bare')] },
  ],
  [{}, { content: [] }],
  [{ structuredContent: { a: 1 } }, { content: text('{"a":1}'), structuredContent: { a: 1 } }],
  [{ structuredContent: [1] }, { content: text('[1]') }],
  [{ toolResult: 'old' }, { content: text('old'), toolResult: 'old' }],
  [
    { content: text('a'), isError: 'yes', _meta: 'x' },
    { content: text('a'), isError: true },
  ],
  [
    { content: text('a'), isError: null },
    { content: text('a'), isError: false },
  ],
  [
    { content: [{ type: 'text', text: 'a', annotations: { priority: 'high' }, _meta: 1 }] },
    { content: text('a') },
  ],
  [
    { content: [{ type: 'image', data: 'data:image/png;base64,aGk_', mimeType: 'image/png' }] },
    { content: [{ type: 'image', data: 'aGk/', mimeType: 'image/png' }] },
  ],
  [
    { content: [{ type: 'image', data: '!!', mimeType: 'image/png' }] },
    { content: text('{"type":"image","data":"2 characters that are not base64","mimeType":"image/png"}') },
  ],
])('mends %j', (result, valid) => {
  expect(validResult(result)).toEqual(valid);
});

test('whatever a server answers, clients take it', () => {
  const part = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        type: fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link', 'x'),
        text: fc.oneof(fc.string(), fc.integer()),
        data: fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.constantFrom('a', 'ab', 'abc', 'a=b', 'ab =', 'aa==\n'),
        ),
        mimeType: fc.constantFrom('image/png', 5),
        uri: fc.constantFrom('a://b', 5),
        name: fc.string(),
        resource: fc.record({ uri: fc.string(), text: fc.string(), blob: fc.string() }, { requiredKeys: [] }),
        annotations: fc.oneof(
          fc.jsonValue(),
          fc.record({ audience: fc.jsonValue(), priority: fc.double(), lastModified: fc.string() }),
        ),
        _meta: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  );
  const result = fc.record(
    {
      content: fc.oneof(fc.array(part), part),
      structuredContent: fc.jsonValue(),
      isError: fc.jsonValue(),
      _meta: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(result, given => {
      const parsed = CallToolResultSchema.safeParse(validResult(given));
      expect(parsed.success ? '' : parsed.error.message).toBe('');
    }),
    { numRuns: 2_000 },
  );
});

test('reads a picture that is mostly white space as fast as any other', () => {
  const data = `${' '.repeat(20_000)}!`;
  const startedMs = performance.now();
  expect(validResult({ content: [{ type: 'image', data, mimeType: 'image/png' }] })).toMatchObject({
    content: [{ type: 'text', text: expect.stringContaining('not base64') }],
  });
  expect(performance.now() - startedMs).toBeLessThan(500);
});
