import { expect, test } from 'vitest';
import { sessionId } from '../../../shared/ids';
import { KeptResults } from './keptResults';

const anna = sessionId('anna');
const ben = sessionId('ben');
const wish = { session: anna, maxBytes: 2_048, needsStructured: false };

function kept() {
  let last = 0;
  return new KeptResults({ next: () => `id-${++last}` });
}

const textOf = (result: Readonly<Record<string, unknown>>): readonly (string | undefined)[] =>
  (result['content'] as { readonly text?: string }[]).map(({ text }) => text);

test('leaves a short result as it came', () => {
  const result = { content: [{ type: 'text', text: 'short' }], structuredContent: { a: 1 }, _meta: { b: 2 } };
  expect(kept().cut(result, wish)).toBe(result);
  const long = { content: [{ type: 'text', text: 'x'.repeat(99_999) }] };
  expect(kept().cut(long, { ...wish, maxBytes: 0 })).toBe(long);
});

test('cuts at a border of characters, says where the rest is, and gives it to the same chat only', () => {
  const results = kept();
  const whole = `${'x'.repeat(1_023)}é and the rest${'y'.repeat(2_000)}`;
  const cut = results.cut({ content: [{ type: 'text', text: whole, annotations: { priority: 1 } }] }, wish);
  expect(textOf(cut)[0]).toBe('x'.repeat(1_023));
  expect(textOf(cut)[1]).toContain('after 1023 of 3037 characters');
  expect(textOf(cut)[1]).toContain('?offset=1023&limit=20000');
  expect(cut['content']).toMatchObject([
    { annotations: { priority: 1 } },
    {},
    { type: 'resource_link', uri: 'sc://results/id-1' },
  ]);
  expect(results.read('sc://results/id-1', [ben, anna])).toBe(whole);
  expect(results.read('sc://results/id-1?offset=1023&limit=5', [anna])).toBe('é and');
  expect(results.read('sc://results/id-1?offset=1023&limit=0', [anna]), 'reading goes on').toBe('é ');
  for (const query of ['offset=abc', 'offset=-1', 'offset=1023&limit=all', 'offset=']) {
    const read = (): unknown => results.read(`sc://results/id-1?${query}`, [anna]);
    expect(read, query).toThrow('a number of characters, as in sc://results/id-1?offset=0&limit=20000.');
  }
  expect(results.read('sc://results/id-1', [ben])).toBeUndefined();
  expect(results.read('sc://results/id-2', [anna])).toBeUndefined();
});

test('counts all texts of a result together, and leaves pictures alone', () => {
  const picture = { type: 'image', data: 'x'.repeat(100), mimeType: 'image/png' };
  const text = { type: 'text', text: 'x'.repeat(700) };
  const whole = { type: 'text', text: 'y'.repeat(1_800) };
  const cut = kept().cut({ content: [text, picture, whole, picture, text] }, wish);
  expect(cut['content']).toMatchObject([text, picture, { text: 'y'.repeat(324) }, picture, {}, {}]);
});

test('leaves out structured content that is too long, unless the client holds us to its schema', () => {
  const result = { content: [], structuredContent: { long: 'x'.repeat(2_500) } };
  const cut = kept().cut(result, wish);
  expect(cut['structuredContent']).toBeUndefined();
  expect(textOf(cut)[0]).toMatch(/^\{"long":"x+$/);
  expect(kept().cut(result, { ...wish, needsStructured: true })).toBe(result);
});

test('does not give more at once than an answer holds', () => {
  const results = kept();
  results.cut({ content: [{ type: 'text', text: 'x'.repeat(1_000_001) }] }, wish);
  expect(() => results.read('sc://results/id-1', [anna])).toThrow('sc://results/id-1?offset=0&limit=1000000');
  expect(results.read('sc://results/id-1?offset=1', [anna])).toHaveLength(1_000_000);
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

test('gives what was cut in parts that hold whole characters only, and together all of it', () => {
  const results = kept();
  const whole = `x${'😀'.repeat(4_000)}`;
  results.cut({ content: [{ type: 'text', text: whole }] }, wish);
  const parts = [0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000].map(
    offset => results.read(`sc://results/id-1?offset=${offset}&limit=1000`, [anna]) ?? '',
  );
  expect(parts.every(part => part.isWellFormed())).toBe(true);
  expect(parts.join('')).toBe(whole);
});
