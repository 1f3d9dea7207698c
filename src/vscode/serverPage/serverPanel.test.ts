import { expect, test, vi } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { commandWorld } from '../../../test/support/commandWorld';
import { FakePanel } from '../../../test/support/fakePanel';
import { anna, ben } from '../../../test/support/gatewayWorld';
import type { ServerPicture } from '../../shared/serverPage/picture';
import { ServerPanel } from './serverPanel';

/** The page of a server that two chats use; the one of Ben was used last. */
async function openPage() {
  const world = await commandWorld();
  await world.activate(anna, 'files');
  world.core.clock.advance(1_000);
  await world.activate(ben, 'files');
  const page = new FakePanel();
  const panel = new ServerPanel({ ...page.parts(world), server: 'files' });
  page.say({ type: 'ready', tab: 'tools', tool: '', chat: '' });
  const shown = () => (page.picture() as ServerPicture | undefined)?.tools;
  await expect.poll(() => shown()?.chat).toBe('ben');
  const listed = (chat: string) => {
    const session = world.gateway.sessions().find(({ id }) => id === chat);
    return [...(session?.activations.get(idOf('files'))?.shown ?? ['all'])];
  };
  return { ...world, page, panel, shown, listed };
}

test('a switch is of the chat that the page shows, also where another chat was used since', async () => {
  const { core, gateway, page, panel, listed } = await openPage();
  core.clock.advance(1_000);
  gateway.enter(anna);
  page.say({ type: 'list', tool: 'write', isListed: false });
  await expect.poll(() => [...listed('anna'), ...listed('ben')]).not.toEqual(['all', 'all']);
  expect(listed('anna')).toEqual(['all']);
  panel.dispose();
});

test('a page that was closed while it did something asks nothing of its tab any more', async () => {
  const { page, panel, listed } = await openPage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    page.say({ type: 'list', tool: 'write', isListed: false });
    page.isClosed = true;
    panel.dispose();
    await vi.advanceTimersByTimeAsync(1_000);
  } finally {
    vi.useRealTimers();
  }
  expect(listed('ben')).not.toEqual(['all']);
  expect(page.isMisused).toBe(false);
});
