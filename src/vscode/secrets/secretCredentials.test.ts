import { expect, test } from 'vitest';
import type * as vscode from 'vscode';
import { entryOf } from '../../../test/support/catalogWorld';
import { KeptLog } from '../../../test/support/keptLog';
import { settle } from '../../../test/support/testCore';
import { SecretCredentials } from './secretCredentials';

/** The operating system's store, which somebody locks and unlocks without a word. */
class Keyring implements vscode.SecretStorage {
  isLocked = false;
  readonly #values = new Map<string, string>();

  keys(): Thenable<string[]> {
    return this.isLocked ? Promise.reject(new Error('locked')) : Promise.resolve([...this.#values.keys()]);
  }

  get(key: string): Thenable<string | undefined> {
    return Promise.resolve(this.#values.get(key));
  }

  store(key: string, value: string): Thenable<void> {
    this.#values.set(key, value);
    return Promise.resolve();
  }

  delete(key: string): Thenable<void> {
    this.#values.delete(key);
    return Promise.resolve();
  }

  readonly onDidChange: vscode.Event<vscode.SecretStorageChangeEvent> = () => ({ dispose: () => undefined });
}

const sentry = entryOf('sentry');

test('knows by name what is stored, for each server its own', async () => {
  const credentials = await SecretCredentials.open(new Keyring(), new KeptLog());
  await credentials.store(sentry, 'TOKEN', 'v');
  expect([credentials.has(sentry, 'TOKEN'), credentials.has(entryOf('other'), 'TOKEN')]).toEqual([
    true,
    false,
  ]);
  await credentials.forget(sentry.id, 'TOKEN');
  expect(credentials.has(sentry, 'TOKEN')).toBe(false);
});

test('notices at the next question that a keyring was unlocked, and tells of it', async () => {
  const keyring = new Keyring();
  await keyring.store('switchyard/sentry/TOKEN', 'v');
  keyring.isLocked = true;
  const log = new KeptLog();
  const credentials = await SecretCredentials.open(keyring, log);
  let changes = 0;
  credentials.onDidChange(() => changes++);
  for (let i = 0; i < 3; i += 1) {
    expect(() => credentials.has(sentry, 'TOKEN')).toThrow('cannot be read');
    await settle();
  }
  expect([changes, log.lines]).toEqual([0, ['warn The secret store cannot be read']]);

  keyring.isLocked = false;
  expect(() => credentials.has(sentry, 'TOKEN')).toThrow('cannot be read');
  await settle();
  expect([changes, credentials.has(sentry, 'TOKEN')]).toEqual([1, true]);
});

test('gives a key to the launch that it was entered for, and to no other of the name', async () => {
  const keyring = new Keyring();
  const credentials = await SecretCredentials.open(keyring, new KeptLog());
  const theirs = { ...sentry, owner: 'workspace' } as const;
  await credentials.store(sentry, 'TOKEN', 'mine');
  expect(credentials.has(theirs, 'TOKEN')).toBe(false);
  expect(await credentials.value(theirs, 'TOKEN')).toBeUndefined();
  await credentials.store(theirs, 'TOKEN', 'for theirs');
  expect([await credentials.value(sentry, 'TOKEN'), await credentials.value(theirs, 'TOKEN')]).toEqual([
    'mine',
    'for theirs',
  ]);
  const changed = { ...theirs, launch: { type: 'stdio', command: 'evil', args: [], env: {} } } as const;
  expect([credentials.has(changed, 'TOKEN'), credentials.keysOf(changed)]).toEqual([false, []]);
  expect(credentials.keysUnder(sentry.id)).toEqual(['TOKEN']);
  await credentials.forget(sentry.id, 'TOKEN');
  expect(await keyring.keys()).toEqual([]);
});

test('reads keys of older versions for entries of the user and the registry only, until they are entered anew', async () => {
  const keyring = new Keyring();
  await keyring.store('switchyard/sentry/TOKEN', 'old');
  const credentials = await SecretCredentials.open(keyring, new KeptLog());
  expect(await credentials.value(sentry, 'TOKEN')).toBe('old');
  expect(credentials.has({ ...sentry, owner: 'workspace' }, 'TOKEN')).toBe(false);
  await credentials.store(sentry, 'TOKEN', 'new');
  expect(await credentials.value(sentry, 'TOKEN')).toBe('new');
  expect((await keyring.keys()).length).toBe(1);
});
