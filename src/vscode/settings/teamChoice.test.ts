import { expect, test } from 'vitest';
import { TeamChoice } from './teamChoice';

/** A choice, and what is kept of it; `isLocked`: the store of secrets takes nothing. */
function world() {
  const [kept, secrets] = [new Map<string, unknown>(), new Map<string, string>()];
  const store = { isLocked: false };
  const choice = new TeamChoice({
    workspaceState: {
      get: (key: string) => kept.get(key),
      update: async (key: string, value: unknown) => void kept.set(key, value),
    },
    secrets: {
      get: async (key: string) => secrets.get(key),
      async store(key: string, value: string) {
        if (store.isLocked) throw new Error('locked');
        secrets.set(key, value);
      },
      delete: async (key: string) => void secrets.delete(key),
    },
  } as never);
  return { choice, secrets, store };
}

const FIRST = { url: 'postgres://db/one', workspaceId: undefined };
const SECOND = { url: 'postgres://db/two', workspaceId: undefined };

test('a new agreement takes the place of the one before, with its password', async () => {
  const { choice, secrets } = world();
  await choice.agree(FIRST, 'old');
  await choice.agree(SECOND, 'new');
  expect([choice.agreement?.url, await choice.password(), secrets.size]).toEqual([SECOND.url, 'new', 1]);
});

test('where the new password cannot be kept, what was agreed before holds', async () => {
  const { choice, secrets, store } = world();
  await choice.agree(FIRST, 'old');
  store.isLocked = true;
  await expect(choice.agree(SECOND, 'new')).rejects.toThrow('locked');
  expect([choice.agreement?.url, await choice.password(), secrets.size]).toEqual([FIRST.url, 'old', 1]);
});
