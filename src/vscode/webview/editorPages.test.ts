import { expect, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { EditorPages, type PageParts } from './editorPages';

const made: string[] = [];
/** Who waits for the end of a tab. */
const waiting = new Set<unknown>();

const waitFor = (listener: unknown): { readonly dispose: () => void } => {
  waiting.add(listener);
  return { dispose: () => void waiting.delete(listener) };
};

vi.mock('vscode', () => ({
  ViewColumn: { Active: -1 },
  Disposable: { from: () => ({ dispose: () => undefined }) },
  window: {
    registerWebviewPanelSerializer: () => ({ dispose: () => undefined }),
    createWebviewPanel(_type: string, title: string): Partial<vscode.WebviewPanel> {
      made.push(title);
      return { reveal: () => undefined, onDidDispose: waitFor };
    },
  },
}));

/** Pages that show what `load` has resolved. */
function pagesOf(load: Promise<unknown>) {
  return new EditorPages<string, { reveal(): void; dispose(): void }>(
    {
      viewType: 'test.page',
      keyOf: subject => subject,
      titleOf: subject => subject,
      remembered: () => undefined,
      async make() {
        await load;
        return { reveal: () => undefined, dispose: () => undefined };
      },
    },
    {} as unknown as Omit<PageParts, 'panel'>,
  );
}

test('the second click of two opens no second tab, also while what draws pages is being loaded', async () => {
  const loading = Promise.withResolvers<undefined>();
  const pages = pagesOf(loading.promise);
  const clicks = [pages.open('Lamps', { isPreview: true }), pages.open('Lamps')];
  loading.resolve(undefined);
  const [first, second] = await Promise.all(clicks);
  expect(made).toEqual(['Lamps']);
  expect(second).toBe(first);
});

test('a tab that is used again waits for its end once, however many pages it has shown', async () => {
  waiting.clear();
  const pages = pagesOf(Promise.resolve());
  for (const subject of ['Lamps', 'Signals', 'Points']) await pages.open(subject, { isPreview: true });
  expect(waiting.size).toBe(1);
});
