import { expect, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { EditorPages, type PageParts } from './editorPages';

const made: string[] = [];

vi.mock('vscode', () => ({
  ViewColumn: { Active: -1 },
  Disposable: { from: () => ({ dispose: () => undefined }) },
  window: {
    registerWebviewPanelSerializer: () => ({ dispose: () => undefined }),
    createWebviewPanel(_type: string, title: string): Partial<vscode.WebviewPanel> {
      made.push(title);
      return { reveal: () => undefined, onDidDispose: () => ({ dispose: () => undefined }) };
    },
  },
}));

test('the second click of two opens no second tab, also while what draws pages is being loaded', async () => {
  const loading = Promise.withResolvers<undefined>();
  const pages = new EditorPages<string, { reveal(): void; dispose(): void }>(
    {
      viewType: 'test.page',
      keyOf: subject => subject,
      titleOf: subject => subject,
      remembered: () => undefined,
      async make() {
        await loading.promise;
        return { reveal: () => undefined, dispose: () => undefined };
      },
    },
    {} as unknown as Omit<PageParts, 'panel'>,
  );
  const clicks = [pages.open('Lamps', { isPreview: true }), pages.open('Lamps')];
  loading.resolve(undefined);
  const [first, second] = await Promise.all(clicks);
  expect(made).toEqual(['Lamps']);
  expect(second).toBe(first);
});
