import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { entryOf } from '../../../test/support/catalogWorld';
import { KeptLog } from '../../../test/support/keptLog';
import { CredentialFile } from './credentialFile';
import type { FileOwner } from './privateFile';

let folder = '';
const open: CredentialFile[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credentials-'));
});

afterEach(async () => {
  for (const file of open.splice(0)) file.dispose();
  await rm(folder, { recursive: true });
});

const sentry = entryOf('sentry');

async function fileWith(text: string, mode = 0o600, owner?: FileOwner) {
  const path = join(folder, 'credentials.json');
  await writeFile(path, text, { mode });
  await chmod(path, mode);
  const file = await CredentialFile.open(path, new KeptLog(), owner);
  open.push(file);
  return file;
}

function messagesOf(file: CredentialFile): readonly string[] {
  return file.problems().map(({ message }) => message.replaceAll(folder, '…'));
}

test.each(['', '  ', '<YOUR_KEY>', 'changeme'])(
  'takes the value %j for no value, and says so',
  async value => {
    const file = await fileWith(JSON.stringify({ sentry: { TOKEN: value, OTHER: 'v' } }));
    expect([file.has(sentry, 'TOKEN'), file.has(sentry, 'OTHER')]).toEqual([false, true]);
    expect(messagesOf(file)).toEqual(['"sentry": TOKEN is blank or a placeholder: it counts as missing.']);
  },
);

test('knows the values of each server', async () => {
  const file = await fileWith('{"sentry": {"TOKEN": "secret"}, "constructor": {"__proto__": "odd"}} // mine');

  expect([file.has(sentry, 'TOKEN'), file.has(sentry, 'OTHER'), file.has(entryOf('other'), 'TOKEN')]).toEqual(
    [true, false, false],
  );
  expect(await file.value(sentry, 'TOKEN')).toBe('secret');
  expect(await file.value(sentry, '__proto__')).toBeUndefined();
  expect(await file.value(entryOf('constructor'), '__proto__')).toBe('odd');
  expect(file.problems()).toEqual([]);
});

test('holds nothing while the file is not there', async () => {
  const file = await CredentialFile.open(join(folder, 'none.json'), new KeptLog());
  open.push(file);
  expect([file.has(sentry, 'TOKEN'), file.problems()]).toEqual([false, []]);
});

test.runIf(process.platform !== 'win32').each([0o644, 0o640, 0o604, 0o620])(
  'does not use a file with the mode %o',
  async mode => {
    const file = await fileWith('{"sentry": {"TOKEN": "secret"}}', mode);

    expect(file.has(sentry, 'TOKEN')).toBe(false);
    expect(messagesOf(file)).toEqual([
      "The credentials are not used: others may read the file. Run: chmod 600 '…/credentials.json'",
    ]);
  },
);

test('says with a missing key what is wrong with the file', async () => {
  const theirs = { id: sentry.id, owner: 'workspace', launch: sentry.launch } as const;
  const broken = await fileWith('{"sentry": {"TOKEN": "secret"');
  for (const holder of [sentry, theirs]) {
    expect(broken.advice(holder)).toContain('The user can set it as an environment variable, or in ');
    expect(broken.advice(holder)).toContain(
      `${join(folder, 'credentials.json')}: Syntax error at line 1, column`,
    );
  }

  const blank = await fileWith('{"sentry": {"TOKEN": ""}}');
  expect(blank.advice(sentry)).toContain('"sentry": TOKEN is blank or a placeholder');
  expect(blank.advice(entryOf('other'))).toBeUndefined();
  expect(blank.advice(theirs)).not.toContain('blank');
});

test("does not use somebody else's file", async () => {
  const file = await fileWith('{"sentry": {"TOKEN": "secret"}}', 0o600, {
    platform: 'linux',
    uid: 4_242_424,
  });
  expect(file.has(sentry, 'TOKEN')).toBe(false);
  expect(messagesOf(file)).toEqual([
    'The credentials are not used: the file belongs to somebody else. Make one of your own.',
  ]);
});

test('says what is wrong without a word of the content', async () => {
  const file = await fileWith(
    '{"sentry": {"TOKEN": "secret", "PORT": 5, "LIST": ["secret"]}, "other": "secret"}',
  );
  expect(file.has(sentry, 'TOKEN')).toBe(true);
  expect(messagesOf(file)).toEqual([
    '"sentry": PORT must be a text.',
    '"sentry": LIST must be a text.',
    '"other" must be an object of keys and texts.',
  ]);
  expect(messagesOf(await fileWith('{"sentry": {"TOKEN": "secret" "X": "secret"}}'))).toEqual([
    'Syntax error at line 1, column 31: comma expected. No credential is used.',
  ]);
  expect(messagesOf(await fileWith('["secret"]'))).toEqual([
    'Write { "server": { "KEY": "value" } }. No credential is used.',
  ]);
});

test('follows changes of the content and of the permissions', async () => {
  const file = await fileWith('{}');
  let changes = 0;
  file.onDidChange(() => (changes += 1));

  await writeFile(join(folder, 'credentials.json'), '{"sentry": {"TOKEN": "secret"}}');
  await expect.poll(() => file.has(sentry, 'TOKEN')).toBe(true);
  expect(changes).toBe(1);

  await chmod(join(folder, 'credentials.json'), 0o644);
  await expect.poll(() => file.has(sentry, 'TOKEN')).toBe(false);
});
