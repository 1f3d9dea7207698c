import { expect, test } from 'vitest';
import { Uri } from 'vscode';
import { editor } from '../../../test/support/fakeEditor';
import { restWords, showDiffs } from './showDiffs';

test('gives one editor no more diffs than a window can take, and says how many are left out', async () => {
  editor.reset();
  const file = Uri.file('/home/ann/a.ts');
  await showDiffs(
    'Changes',
    Array.from({ length: 10_000 }, () => [file, undefined, file]),
  );
  const [, title, sides] = editor.ran.find(([id]) => id === 'vscode.changes') ?? [];
  expect([title, (sides as readonly unknown[]).length]).toEqual(['Changes', 500]);
  expect(restWords(10_000)).toEqual(['Files shown: 500 of 10,000.']);
  expect(restWords(500)).toEqual([]);
});
