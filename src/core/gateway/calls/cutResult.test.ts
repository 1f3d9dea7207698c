import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionId } from '../../../shared/ids';
import { jsonBytes, utf8Bytes } from '../../support/utf8';
import { MAX_ANSWER_BYTES } from './cutResult';
import { KeptResults } from './keptResults';
import type { ToolResult } from '../upstream/upstream';

const session = sessionId('anna');
const MIB = 1_048_576;
const ID = '0b9f6f0e-6a0c-4d4e-9d9c-3f0f4a6c2f11';

/** The cut result, and all that can be read under the addresses that its notices name. */
function cut(result: ToolResult, maxBytes: number, needsStructured = false) {
  const results = new KeptResults({ next: () => ID });
  const shown = results.cut(result, { session, maxBytes, needsStructured });
  const content = (shown['content'] as readonly unknown[]).map(block => (block ?? {}) as Block);
  const [kept] = results.list([session], 10);
  return {
    shown,
    content,
    notices: content.filter(({ text }) => String(text).startsWith('[Cut by Switchyard')),
    rest: kept === undefined ? '' : readAll(results, kept.uri, kept.characters),
  };
}

function readAll(results: KeptResults, uri: string, characters: number): string {
  const starts = Array.from({ length: Math.ceil(characters / MIB) }, (_, i) => i * MIB);
  return starts
    .flatMap(start => [start, start + MIB / 2])
    .map(at => results.read(`${uri}?offset=${at}&limit=${MIB / 2}`, [session]) ?? '')
    .join('');
}

/** What a test looks at in a block. */
interface Block {
  readonly type?: string;
  readonly text?: string;
  readonly resource?: { readonly text?: string };
}

/** Bytes of what a model reads. */
const textBytes = (content: readonly Block[]): number =>
  content.reduce((sum, { text, resource }) => sum + utf8Bytes(text ?? resource?.text ?? ''), 0);

const text = fc.string({ unit: 'binary', maxLength: 3_000 });
const block = fc.oneof(
  { weight: 5, arbitrary: text.map(value => ({ type: 'text', text: value })) },
  text.map(value => ({ type: 'text', text: value, annotations: { priority: 1 } })),
  text.map(data => ({ type: 'image', data, mimeType: 'image/png' })),
  text.map(value => ({ type: 'resource', resource: { uri: 'file:///a', text: value } })),
  text.map(blob => ({ type: 'resource', resource: { uri: 'file:///b', blob } })),
  fc.jsonValue().map(value => value as unknown),
);
const result = fc.record(
  {
    content: fc.array(block, { maxLength: 40 }),
    structuredContent: fc.dictionary(fc.string(), text, { maxKeys: 3 }),
    _meta: fc.dictionary(fc.string(), text, { maxKeys: 3 }),
    isError: fc.boolean(),
  },
  { requiredKeys: ['content'] },
);

test('never shows more text than is wished, never makes an answer longer, and keeps all that is cut under one address', () => {
  fc.assert(
    fc.property(result, fc.integer({ min: 1, max: 20_000 }), fc.boolean(), (given, maxBytes, needs) => {
      const { shown, content, notices, rest } = cut(given, maxBytes, needs);
      expect(jsonBytes(shown)).toBeLessThanOrEqual(jsonBytes(given));
      expect(notices.length).toBeLessThanOrEqual(1);
      expect(notices.length === 0 ? shown : given).toBe(given);
      if (notices.length === 0) return;
      expect(textBytes(content)).toBeLessThanOrEqual(Math.max(maxBytes, 2_048));
      for (const one of given.content) {
        const { text: words, resource } = (one ?? {}) as Block;
        const isShown = (shown['content'] as readonly unknown[]).includes(one);
        expect(isShown || rest.includes(resource?.text ?? words ?? JSON.stringify(one))).toBe(true);
      }
      for (const field of ['structuredContent', '_meta'] as const) {
        const json = JSON.stringify(given[field]);
        expect(given[field] === shown[field] || rest.includes(json.slice(1, -1))).toBe(true);
      }
      expect(shown['isError'] ?? false).toBe(given.isError ?? false);
    }),
  );
});

test('never makes a text longer that is a little too long', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2_049, max: 6_000 }),
      fc.integer({ min: 1, max: 6_000 }),
      (size, maxBytes) => {
        const given = { content: [{ type: 'text', text: 'x'.repeat(size) }] };
        const { shown, content } = cut(given, maxBytes);
        expect(jsonBytes(shown)).toBeLessThanOrEqual(jsonBytes(given));
        expect(textBytes(content)).toBeLessThanOrEqual(Math.max(maxBytes, 2_048));
      },
    ),
  );
});

test('of many blocks shows some, with one notice and one address for the rest', () => {
  const blocks = (count: number, each: string) =>
    Array.from({ length: count }, (_, i) => ({ type: 'text', text: `${i} ${each}` }));
  for (const [count, each] of [
    [500, 'x'.repeat(300)],
    [60_000, 'x'.repeat(300)],
    [200_000, ''],
  ] as const) {
    const given = { content: blocks(count, each) };
    const { shown, content, notices, rest } = cut(given, 65_536);
    expect(jsonBytes(shown)).toBeLessThan(jsonBytes(given) / 2);
    expect([notices.length, content.filter(({ type }) => type === 'resource_link').length]).toEqual([1, 1]);
    expect(content.length).toBeLessThanOrEqual(502);
    expect(rest.endsWith(`${count - 1} ${each}`)).toBe(true);
  }
});

test('bounds a whole answer, whatever makes it long: a picture, a resource, metadata, a text where all of it is wished', () => {
  const long = 'x'.repeat(12 * MIB);
  const one = (value: unknown): ToolResult => ({ content: [{ type: 'text', text: 'short' }, value] });
  for (const given of [
    one({ type: 'image', data: long, mimeType: 'image/png' }),
    one({ type: 'audio', data: long, mimeType: 'audio/wav' }),
    one({ type: 'resource', resource: { uri: 'file:///a', blob: long } }),
    one({ type: 'resource', resource: { uri: 'file:///a', text: long } }),
    one({ type: 'text', text: long }),
    one({ type: 'text', text: '\u0001'.repeat(2 * MIB) }),
    { content: [{ type: 'text', text: 'short' }], _meta: { long } },
    { content: [{ type: 'text', text: 'short' }], structuredContent: { long } },
  ]) {
    const { shown, content, notices, rest } = cut(given, 0);
    expect(jsonBytes(shown)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    expect(content[0]).toEqual({ type: 'text', text: 'short' });
    expect([notices.length, shown['isError']]).toEqual([1, undefined]);
    expect(rest.length).toBeGreaterThanOrEqual(2 * MIB);
  }
});

test('says that structured content does not fit, as an error that no client takes for a broken answer', () => {
  const { shown, content, rest } = cut(
    { content: [], structuredContent: { a: 'x'.repeat(7 * MIB) } },
    0,
    true,
  );
  expect(shown).toMatchObject({ isError: true });
  expect(shown['structuredContent']).toBeUndefined();
  expect(content.at(-2)).toMatchObject({ text: expect.stringContaining('The tool did its work') });
  expect(rest).toHaveLength(JSON.stringify({ a: '' }).length + 7 * MIB);
});

test('bounds an answer in a form that nobody knows', () => {
  const given = { toolResult: 'x'.repeat(7 * MIB) };
  expect(cut(given, 65_536).rest).toBe(JSON.stringify(given));
  const small = { toolResult: 'x' };
  expect(
    new KeptResults({ next: () => ID }).cut(small, { session, maxBytes: 1, needsStructured: false }),
  ).toBe(small);
});
