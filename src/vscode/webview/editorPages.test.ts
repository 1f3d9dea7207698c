import { expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { type AllPageParts, EditorPages } from './editorPages';

const made: string[] = [];
/** What opened pages may do about a document that never came, the newest last. */
const renewals: (() => boolean)[] = [];
/** What brings pages back after a reload of the window, the newest last. */
const serializers: vscode.WebviewPanelSerializer[] = [];
/** What each page that was made is to recall. */
const recalls: unknown[] = [];
/** What keeps opened pages, the newest last. */
const keeps: (() => void)[] = [];
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
    registerWebviewPanelSerializer(_type: string, serializer: vscode.WebviewPanelSerializer) {
      serializers.push(serializer);
      return { dispose: () => undefined };
    },
    createWebviewPanel(_type: string, title: string): Partial<vscode.WebviewPanel> {
      made.push(title);
      const ends = new Set<() => void>();
      return {
        reveal: () => undefined,
        onDidDispose: listener => {
          ends.add(listener);
          return waitFor(listener);
        },
        dispose: () => ends.forEach(each => each()),
      };
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
      remembered: state => (typeof state === 'string' ? state : undefined),
      async make({ renew, keep, recalled }) {
        await load;
        renewals.push(renew);
        keeps.push(keep);
        recalls.push(recalled);
        return { reveal: () => undefined, dispose: () => undefined };
      },
    },
    {} as unknown as AllPageParts,
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

test('a page that was opened for a look is kept where somebody works on it', async () => {
  made.length = 0;
  const pages = pagesOf(Promise.resolve());
  await pages.open('Turntable', { isPreview: true });
  const former = keeps.at(-1);
  await pages.open('Crane', { isPreview: true });
  expect(made).toEqual(['Turntable']);
  former?.();
  await pages.open('Shed', { isPreview: true });
  expect(made, 'what is gone keeps nothing').toEqual(['Turntable']);
  keeps.at(-1)?.();
  await pages.open('Signals', { isPreview: true });
  expect(made).toEqual(['Turntable', 'Signals']);
});

test('a page that stays blank gets one new tab, which is found as the old one was', async () => {
  made.length = 0;
  const pages = pagesOf(Promise.resolve());
  const blank = await pages.open('Switches');
  expect(renewals.at(-1)?.()).toBe(true);
  const next = await pages.open('Switches');
  expect(next).not.toBe(blank);
  expect(made).toEqual(['Switches', 'Switches']);
  expect(renewals.at(-1)?.()).toBe(false);
  expect(pages.find('Switches')).toBe(next);
});

test('the new tab for a look is the one that the next look uses', async () => {
  made.length = 0;
  const pages = pagesOf(Promise.resolve());
  await pages.open('Gates', { isPreview: true });
  expect(renewals.at(-1)?.()).toBe(true);
  await pages.open('Bridges', { isPreview: true });
  expect(made).toEqual(['Gates', 'Gates']);
});

test('a page that came back after a reload and stays blank recalls in its new tab what it had remembered', async () => {
  const pages = pagesOf(Promise.resolve());
  await pages.open('Other');
  const tab = vscode.window.createWebviewPanel('test.page', 'Depot', vscode.ViewColumn.Active);
  await serializers.at(-1)?.deserializeWebviewPanel(tab, 'Depot');
  expect(renewals.at(-1)?.()).toBe(true);
  await pages.open('Depot');
  expect(recalls.slice(-3)).toEqual([undefined, 'Depot', 'Depot']);
});
