import { afterEach, expect, test, vi } from 'vitest';
import { commandWorld } from '../../../test/support/commandWorld';
import { FakePanel } from '../../../test/support/fakePanel';
import { TaskPanel } from '../taskPage/taskPanel';

/** Longer than a page may take to say that it is there. */
const LONG_MS = 9_000;

afterEach(() => {
  vi.useRealTimers();
});

/** The page of a task, shown and drawn. */
async function shownPage() {
  const world = await commandWorld();
  const { id: task } = await world.start('Lamps');
  await world.complete(task, true);
  const tab = new FakePanel();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const page = new TaskPanel({ ...tab.parts(world), task });
  tab.say({ type: 'ready' });
  await vi.waitFor(() => expect(tab.told.length).toBe(1), 30_000);
  return { tab, page };
}

test('a document that speaks before VS Code says that it is shown is drawn, and not set again', async () => {
  const { tab, page } = await shownPage();
  tab.show(false);
  tab.say({ type: 'ready' });
  await vi.advanceTimersByTimeAsync(1_000);
  tab.show(true);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(tab.told.map(({ type }) => type)).toEqual(['picture', 'picture']);
  expect(tab.pages).toHaveLength(1);
  page.dispose();
});

test('a page that stays silent when it is shown again is set again', async () => {
  const { tab, page } = await shownPage();
  tab.show(false);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(tab.pages).toHaveLength(1);
  tab.show(true);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(tab.pages).toHaveLength(2);
  page.dispose();
});

test('a page that asks how its files look is answered, and keeps its own icons where no theme is set', async () => {
  const { tab, page } = await shownPage();
  tab.say({ type: 'fileIcons', names: ['lamps.ts'], isFirst: true });
  await vi.waitFor(() => expect(tab.told.at(-1)).toEqual({ type: 'fileIcons', isFresh: false, rules: '' }));
  page.dispose();
});

test('a document is told what another one had remembered, in whose place it is', async () => {
  const world = await commandWorld();
  const { id: task } = await world.start('Lamps');
  const [fresh, back] = [new FakePanel(), new FakePanel()];
  const pages = [
    new TaskPanel({ ...fresh.parts(world), task }),
    new TaskPanel({ ...back.parts(world), recalled: { place: '"a"' }, task }),
  ];
  expect(fresh.pages.at(-1)).toContain('data-state="null"');
  expect(back.pages.at(-1)).toMatch(/data-state="\{&quot;place&quot;:&quot;\\&quot;a\\&quot;&quot;\}"/);
  for (const page of pages) page.dispose();
});
