import { expect, test } from 'vitest';
import type * as vscode from 'vscode';
import { editor } from '../../../test/support/fakeEditor';
import { documents } from '../../../test/support/fakeVscode';
import { isRestoreConfirmed } from './confirmRestore';

test('the preview shows a text in the encoding of the settings, and what is no text as it can', async () => {
  editor.settings.set('files.encoding', 'windows-1252');
  const files = [
    {
      path: 'menu.txt',
      now: Buffer.from('caf\u00E9 2\n', 'latin1'),
      goal: Buffer.from('caf\u00E9\n', 'latin1'),
    },
    { path: 'logo.png', now: Buffer.from('a\0b'), goal: null },
  ];
  const shown: unknown[] = [];
  const ask = async () => {
    const [, , sides] = editor.ran.findLast(([id]) => id === 'vscode.changes') ?? [];
    const provider = documents.providers.get('switchyard-restore');
    for (const [, now, goal] of sides as (vscode.Uri | undefined)[][])
      for (const uri of [now, goal])
        shown.push(uri && (await provider?.provideTextDocumentContent(uri, undefined as never)));
    return true;
  };
  const plan = { id: 'plan', steps: [] } as never;
  await isRestoreConfirmed(
    { previewRestore: async () => files },
    { ask },
    { plan, choices: new Map(), title: 'Restore' },
  );
  expect(shown).toEqual(['caf\u00E9 2\n', 'caf\u00E9\n', 'a\0b', undefined]);
  editor.settings.delete('files.encoding');
});
