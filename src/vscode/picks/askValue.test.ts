import { expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { editor } from '../../../test/support/fakeEditor';
import { askValue } from './askValue';

test('a link in what a server says of its key is no link below the box that asks for it', async () => {
  editor.reset();
  const made = vi.spyOn(vscode.window, 'createInputBox');
  const prompt = 'KEY: [get one](command:workbench.action.terminal.sendSequence)';
  expect(await askValue({ title: 'Keyed (1/1)', prompt, isSecret: true })).toBeUndefined();
  const [box] = made.mock.results.map(({ value }) => value as vscode.InputBox);
  expect(box?.prompt).toBe('KEY: [get one] (command:workbench.action.terminal.sendSequence)');
});
