import { expect, test } from 'vitest';
import type * as vscode from 'vscode';
import { idOf } from '../../test/support/catalogWorld';
import { KeptLog } from '../../test/support/keptLog';
import { settle } from '../../test/support/testCore';
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

const sentry = idOf('sentry');

test('knows by name what is stored, for each server its own', async () => {
  const credentials = await SecretCredentials.open(new Keyring(), new KeptLog());
  await credentials.store(sentry, 'TOKEN', 'v');
  expect([credentials.has(sentry, 'TOKEN'), credentials.has(idOf('other'), 'TOKEN')]).toEqual([true, false]);
  await credentials.forget(sentry, 'TOKEN');
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
    expect(() => credentials.has(sentry, 'TOKEN')).toThrow('can not be read');
    await settle();
  }
  expect([changes, log.lines]).toEqual([0, ['warn The secret store can not be read']]);

  keyring.isLocked = false;
  expect(() => credentials.has(sentry, 'TOKEN')).toThrow('can not be read');
  await settle();
  expect([changes, credentials.has(sentry, 'TOKEN')]).toEqual([1, true]);
});
