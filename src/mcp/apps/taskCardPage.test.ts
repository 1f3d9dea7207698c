import { createContext, runInContext } from 'node:vm';
import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge';
import { expect, test } from 'vitest';
import { OUTCOME_STATUSES } from '../../core/workflow/model/words';
import { TASK_CARD_PAGE } from './taskCardPage';

/** As much of an element as the page uses. */
class FakeElement {
  textContent = '';
  className = '';
  children: FakeElement[] = [];
  readonly style = { setProperty: () => undefined, colorScheme: '' };
  readonly listeners = new Map<string, () => void>();
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  append(...added: readonly FakeElement[]): void {
    this.children.push(...added);
  }

  replaceChildren(...added: readonly FakeElement[]): void {
    this.children = [...added];
  }

  addEventListener(type: string, listener: () => void): void {
    this.listeners.set(type, listener);
  }

  getBoundingClientRect = () => ({ width: 300, height: 120 });

  /** All texts, in order. */
  get texts(): readonly string[] {
    return [this.textContent, ...this.children.flatMap(({ texts }) => texts)].filter(text => text !== '');
  }

  find(name: string): readonly FakeElement[] {
    return [...(this.name === name ? [this] : []), ...this.children.flatMap(child => child.find(name))];
  }
}

type Message = Parameters<Parameters<AppBridge['connect']>[0]['send']>[0];

/** The page in a frame of a host that speaks with it by the library of MCP Apps. */
async function shown(options: { readonly locale?: string; readonly openLinks?: boolean } = {}) {
  const card = new FakeElement('main');
  const listeners: ((event: { readonly data: unknown }) => void)[] = [];
  const opened: string[] = [];
  const sizes: unknown[] = [];
  const bridge = new AppBridge(
    null,
    { name: 'Test Host', version: '1' },
    options.openLinks === false ? {} : { openLinks: {} },
    { hostContext: { theme: 'dark', ...(options.locale === undefined ? {} : { locale: options.locale }) } },
  );
  const { promise: isReady, resolve: ready } = Promise.withResolvers<void>();
  bridge.oninitialized = () => ready();
  bridge.onopenlink = async ({ url }) => {
    opened.push(url);
    return {};
  };
  bridge.onsizechange = size => void sizes.push(size);
  const transport: Parameters<AppBridge['connect']>[0] = {
    start: async () => undefined,
    send: async (message: Message) => {
      for (const listen of listeners) listen({ data: structuredClone(message) });
    },
    close: async () => undefined,
  };
  await bridge.connect(transport);
  const [, script = ''] = /<script>([^]*)<\/script>/.exec(TASK_CARD_PAGE) ?? [];
  const window = {
    parent: {
      postMessage: (message: Message) =>
        queueMicrotask(() => transport.onmessage?.(structuredClone(message))),
    },
    addEventListener: (_type: string, listener: (event: { readonly data: unknown }) => void) =>
      void listeners.push(listener),
  };
  const document = {
    documentElement: new FakeElement('html'),
    createElement: (name: string) => new FakeElement(name),
    getElementById: () => card,
  };
  runInContext(script, createContext({ window, document, Promise, Map }));
  await isReady;
  return { bridge, card, opened, sizes };
}

const RESULT = {
  content: [{ type: 'text' as const, text: 'Completed.' }],
  structuredContent: {
    task_id: 'task-7',
    name: 'Tidy <b>up</b>',
    status: 'awaiting_review',
    counts: { own: 3, outside: 1, commits: 1 },
    files_changed: {
      added: ['src/<img src=x onerror=alert(1)>.ts'],
      modified: ['README.md'],
      deleted: [],
      renamed: [{ from: 'a.ts', to: 'b.ts' }],
    },
    commits: [{ id: 'abc', subject: 'Do it' }],
    attribution: {
      own: [
        { path: 'README.md', status: 'modified', insertions: 12, deletions: 3 },
        { path: 'b.ts', from: 'a.ts', status: 'renamed', insertions: 0, deletions: 1 },
      ],
    },
    verification: {
      unexpected_files: ['README.md'],
      warnings: [
        '⚠️ 1 file(s) modified outside declared scope (src)',
        '⚠️ One package is not in the manifest.',
      ],
    },
  },
};

test('shows what came of the task, as text, and opens it in the editor at a click', async () => {
  const { bridge, card, opened, sizes } = await shown();
  await bridge.sendToolResult(RESULT);
  await expect
    .poll(() => card.texts)
    .toEqual([
      'Tidy <b>up</b>',
      'Needs your review',
      '3 files changed, 1 outside the declared areas, 1 commit',
      '+',
      'src/<img src=x onerror=alert(1)>.ts',
      '~',
      'README.md',
      '+12 −3 ⚠',
      '→',
      'a.ts → b.ts',
      '−1',
      '⚠ One package is not in the manifest.',
      'Review in Editor',
    ]);
  card.find('button')[0]?.listeners.get('click')?.();
  await expect.poll(() => opened).toEqual(['vscode://switchyard.switchyard/task/task-7']);
  expect(sizes.length).toBeGreaterThan(0);
});

test('speaks French where its host does', async () => {
  const { bridge, card } = await shown({ locale: 'fr-FR' });
  await bridge.sendToolResult(RESULT);
  await expect
    .poll(() => card.texts.slice(1, 3))
    .toEqual(['Attend votre révision', '3 fichiers modifiés, 1 hors des zones déclarées, 1 commit']);
});

test.each([...OUTCOME_STATUSES, 'cancelled', 'reverted', 'awaiting_review'] as const)(
  'a person reads a word for the state of a task, also in French: %s',
  async status => {
    const said = new Set<string>([status]);
    for (const locale of ['en', 'fr']) {
      const { bridge, card } = await shown({ locale });
      await bridge.sendToolResult({
        content: [],
        structuredContent: { ...RESULT.structuredContent, status },
      });
      await expect.poll(() => card.texts[0]).toBe('Tidy <b>up</b>');
      said.add(String(card.texts[1]));
    }
    expect(said.size).toBe(3);
  },
);

test('counts what the cut lists leave out', async () => {
  const { bridge, card } = await shown();
  await bridge.sendToolResult({
    content: [],
    structuredContent: {
      status: 'success',
      counts: { own: 3000, outside: 0, commits: 0 },
      files_changed: { added: Array.from({ length: 200 }, (_, file) => `f${file}.ts`) },
    },
  });
  await expect.poll(() => card.texts.slice(0, 2)).toEqual(['Done', '3000 files changed']);
  expect(card.texts.at(-1)).toBe('… 2950 more');
});

test('has no button where its host opens no links, or for what is no task', async () => {
  const closed = await shown({ openLinks: false });
  await closed.bridge.sendToolResult(RESULT);
  await expect.poll(() => closed.card.texts[1]).toBe('Needs your review');
  expect(closed.card.find('button')).toEqual([]);
  const odd = await shown();
  await odd.bridge.sendToolResult({
    content: [],
    structuredContent: { status: 'success', task_id: '../server/evil?x=1' },
  });
  await expect.poll(() => odd.card.texts[0]).toBe('Done');
  expect(odd.card.find('button')).toEqual([]);
});

test.each([
  {},
  { structuredContent: null },
  { structuredContent: { files_changed: 7, commits: 'x', verification: [] } },
])('stays calm with %j', async result => {
  const { bridge, card } = await shown();
  await bridge.sendToolResult({ content: [], ...result });
  await expect.poll(() => card.texts[0]).toBe('Waiting for the result…');
});

test('needs nothing from anywhere, and no text is taken for markup', () => {
  expect(TASK_CARD_PAGE).toContain(`content="default-src 'none';`);
  expect(TASK_CARD_PAGE).not.toMatch(
    /https?:|src=|innerHTML|insertAdjacent|document\.write|eval\(|tools\/call/,
  );
});
