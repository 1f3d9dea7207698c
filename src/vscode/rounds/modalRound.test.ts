import { expect, test } from 'vitest';
import { editor } from '../../../test/support/fakeEditor';
import { modalRound } from './modalRound';

const call = (input: Readonly<Record<string, string>>) => ({
  approval_request_id: 'a',
  server_label: 'files',
  name: 'delete',
  arguments: input,
});

test('a person judges all of a call: nothing in its arguments is unseen, and what is left out is told', async () => {
  editor.reset();
  editor.answers.push('Run Once', undefined);
  const { signal } = new AbortController();
  expect(await modalRound.ask(call({ path: 'a\u202E\u200Bb' }), signal)).toBe('once');
  expect(editor.asked[0]?.title).toContain(String.raw`"path": "a\u{202e}\u{200b}b"`);
  expect(await modalRound.ask(call({ note: 'x'.repeat(2_000), path: '/' }), signal)).toBe('no');
  expect(editor.asked[1]?.title).toMatch(/x… \(1000 characters are not shown\) …x+",\n  "path": "\/"/);
});
