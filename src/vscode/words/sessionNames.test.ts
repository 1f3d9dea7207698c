import { expect, test } from 'vitest';
import type { Session } from '../../core/gateway/sessions/sessions';
import { SessionNames } from './sessionNames';

const chat = (id: string): Session =>
  ({ id, startedAt: 0, isConversation: true, host: 'Visual Studio Code' }) as unknown as Session;

test('a chat goes by the name that a person gave it, else by when it began and what it works on', async () => {
  const kept = new Map<string, unknown>();
  const store = {
    keys: () => [...kept.keys()],
    get: (key: string) => kept.get(key),
    update: async (key: string, value: unknown) => void kept.set(key, value),
  };
  const names = new SessionNames(store as never, ({ id }) => (String(id) === 'anna' ? 'Auth' : undefined));
  expect(names.of(chat('anna'))).toMatch(/^Chat, .*: Auth$/);
  expect(names.of(chat('ben'))).not.toContain('Auth');
  await names.name(chat('anna'), 'Login');
  expect(names.of(chat('anna'))).toBe('Login');
  await names.name(chat('anna'), undefined);
  expect(names.of(chat('anna'))).toContain('Auth');
});
