import { expect, test } from 'vitest';
import { toldOnce } from './toldOnce';

const structuredContent = { b: [1, { c: null }], a: 'x' };
const text = (words: string) => ({ type: 'text', text: words });

test.each([
  JSON.stringify(structuredContent),
  JSON.stringify(structuredContent, null, 2),
  ' {"a": "x", "b": [1, {"c": null}]}\n',
])('leaves out structured content that the text says too: %j', words => {
  const content = [text('Here it is:'), text(words)];
  expect(toldOnce({ content, structuredContent, _meta: { m: 1 } })).toEqual({ content, _meta: { m: 1 } });
});

test.each([
  ['a summary', [text('Two things.')]],
  ['less', [text('{"a":"x"}')]],
  ['what only looks like it', [text('{"a":"x"')]],
  ['nothing', []],
  ['a picture', [{ type: 'image', data: '', mimeType: 'image/png' }]],
])('keeps structured content where the text says %s', (_what, content) => {
  const result = { content, structuredContent };
  expect(toldOnce(result)).toBe(result);
});

test('leaves an answer of text as it is', () => {
  const result = { content: [text('{"a":1}')] };
  expect(toldOnce(result)).toBe(result);
});
