import { expect, test } from 'vitest';
import { sessionId } from '../../shared/ids';
import { KeptResults } from './keptResults';

const anna = sessionId('anna');
const ben = sessionId('ben');
const wish = { session: anna, maxBytes: 10, needsStructured: false };

function kept() {
  let last = 0;
  return new KeptResults({ next: () => `id-${++last}` });
}

const textOf = (result: Readonly<Record<string, unknown>>): readonly (string | undefined)[] =>
  (result['content'] as { readonly text?: string }[]).map(({ text }) => text);

test('leaves a short result as it came', () => {
  const result = { content: [{ type: 'text', text: 'short' }], structuredContent: { a: 1 }, _meta: { b: 2 } };
  expect(kept().cut(result, wish)).toBe(result);
  expect(
    kept().cut({ content: [{ type: 'text', text: 'x'.repeat(99) }] }, { ...wish, maxBytes: 0 }),
  ).toMatchObject({
    content: [{ text: 'x'.repeat(99) }],
  });
});

test('cuts at a border of characters, says where the rest is, and gives it to the same chat only', () => {
  const results = kept();
  const whole = '123456789é and the rest';
  const cut = results.cut({ content: [{ type: 'text', text: whole, annotations: { priority: 1 } }] }, wish);
  expect(textOf(cut)[0]).toBe('123456789');
  expect(textOf(cut)[1]).toContain('after 9 of 23 characters');
  expect(cut['content']).toMatchObject([
    { annotations: { priority: 1 } },
    {},
    { type: 'resource_link', uri: 'sc://results/id-1' },
  ]);
  expect(results.read('sc://results/id-1', [ben, anna])).toBe(whole);
  expect(results.read('sc://results/id-1?offset=9&limit=5', [anna])).toBe('é and');
  expect(results.read('sc://results/id-1', [ben])).toBeUndefined();
  expect(results.read('sc://results/id-2', [anna])).toBeUndefined();
});

test('counts all texts of a result together, and leaves pictures alone', () => {
  const picture = { type: 'image', data: 'x'.repeat(100), mimeType: 'image/png' };
  const cut = kept().cut(
    { content: [{ type: 'text', text: '12345678' }, picture, { type: 'text', text: '12345678' }] },
    wish,
  );
  expect(cut['content']).toMatchObject([{ text: '12345678' }, picture, { text: '12' }, {}, {}]);
});

test('leaves out structured content that is too long, unless the client holds us to its schema', () => {
  const result = { content: [], structuredContent: { long: 'x'.repeat(50) } };
  const cut = kept().cut(result, wish);
  expect(cut['structuredContent']).toBeUndefined();
  expect(textOf(cut)[0]).toBe('{"long":"x');
  expect(kept().cut(result, { ...wish, needsStructured: true })).toBe(result);
});

test('lets the oldest go when too much is kept', () => {
  const results = kept();
  const text = 'x'.repeat(30 * 1_048_576);
  for (let i = 0; i < 3; i += 1) results.cut({ content: [{ type: 'text', text }] }, wish);
  expect(['id-1', 'id-2', 'id-3'].map(id => results.read(`sc://results/${id}?limit=1`, [anna]))).toEqual([
    undefined,
    'x',
    'x',
  ]);
});
