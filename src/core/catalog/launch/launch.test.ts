import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  entryOf,
  http,
  MemoryCredentials,
  secret,
  stdio,
  surroundingsOf,
} from '../../../../test/support/catalogWorld';
import { Refusal } from '../../support/refusal';
import type { CatalogEntry } from '../entry/entry';
import { launchFingerprint, launchText, resolveLaunch } from './launch';

const surroundings = surroundingsOf({
  workspaceFolder: '/srv/shop',
  variables: { PATH: '/usr/bin', FROM_ENV: 'env-secret', AWS_SECRET: 'aws-secret', BIN: '/opt/bin' },
});

/** For tests of something else than what is learnt. */
const ignored = (): void => undefined;

function prepare(entry: CatalogEntry, credentials = new MemoryCredentials()) {
  return resolveLaunch(entry, { credentials, surroundings }, ignored);
}

async function textOf(entry: CatalogEntry, credentials?: MemoryCredentials): Promise<string> {
  return launchText(entry, await prepare(entry, credentials));
}

async function fingerprintOf(entry: CatalogEntry, credentials?: MemoryCredentials): Promise<string> {
  return launchFingerprint(entry, await prepare(entry, credentials));
}

test('gives a process its own variables and the keys it needs, and nothing else of ours', async () => {
  const entry = entryOf('shop', {
    launch: {
      ...stdio('npx', ['-y', 'shop', '${workspaceFolder}'], { MODE: 'fast', TOKEN: '${env:FROM_ENV}' }),
      cwd: '${userHome}',
    },
    needs: [secret('SHOP_KEY'), { key: 'UNSET', isSecret: false, isRequired: false }],
  });

  expect(await prepare(entry, new MemoryCredentials().set('shop', 'SHOP_KEY', 'stored-secret'))).toEqual({
    type: 'stdio',
    command: 'npx',
    args: ['-y', 'shop', '/srv/shop'],
    env: { MODE: 'fast', TOKEN: 'env-secret', SHOP_KEY: 'stored-secret' },
    cwd: '/home/ann',
    shown: {
      type: 'stdio',
      command: 'npx',
      args: ['-y', 'shop', '/srv/shop'],
      env: { MODE: 'fast', TOKEN: '${env:FROM_ENV}', SHOP_KEY: '${env:SHOP_KEY}' },
      cwd: '/home/ann',
    },
  });
});

test('puts a key where the configuration names it, and only there', async () => {
  const entry = entryOf('cache', {
    launch: stdio('npx', ['--key', '${input:cacheKey}']),
    needs: [secret('cacheKey')],
  });

  expect(await prepare(entry, new MemoryCredentials().set('cache', 'cacheKey', 'v'))).toMatchObject({
    args: ['--key', 'v'],
    env: {},
  });
});

test('takes what a file gives for a variable that nobody set, and what is set before that', async () => {
  const entry = entryOf('cache', { launch: stdio('npx', ['${env:CACHE_HOST:-localhost}:${CACHE_PORT:-}']) });

  expect(await prepare(entry)).toMatchObject({ args: ['localhost:'] });
  expect(await prepare(entry, new MemoryCredentials().set('cache', 'CACHE_HOST', 'far'))).toMatchObject({
    args: ['far:'],
  });
});

test('fills headers and leaves an optional one out', async () => {
  const launch = http('https://a.example/${env:FROM_ENV}', {
    Authorization: 'Bearer ${env:T}',
    'X-Org': '${env:ORG}',
  });
  const needs = [{ key: 'ORG', isSecret: false, isRequired: false }];

  expect(
    await prepare(entryOf('a', { launch, needs }), new MemoryCredentials().set('a', 'T', 'v')),
  ).toMatchObject({
    type: 'http',
    url: 'https://a.example/env-secret',
    headers: { Authorization: 'Bearer v' },
  });
});

test('prefers what the user entered to what a file says', async () => {
  const entry = entryOf('a', { launch: stdio('npx', [], { KEY: 'from-file' }) });
  expect(await prepare(entry, new MemoryCredentials().set('a', 'KEY', 'entered'))).toMatchObject({
    env: { KEY: 'entered' },
  });
});

test('refuses by name where a key is missing, and never quotes a value', async () => {
  const entry = entryOf('a', { needs: [secret('KEY')], launch: stdio('npx', ['${env:AWS_SECRET}']) });
  const refused = await prepare(entry).catch((error: unknown) => error);

  expect(Refusal.is(refused, 'missing-credentials') && refused.details).toEqual({
    server: 'a',
    missing: ['KEY'],
  });
  expect(String(refused)).toContain('Missing KEY.');
  expect(String(refused)).not.toContain('aws-secret');
});

test('refuses a stored value that is a placeholder or is gone again', async () => {
  const entry = entryOf('a', { needs: [secret('KEY')] });
  await expect(prepare(entry, new MemoryCredentials().set('a', 'KEY', 'changeme'))).rejects.toThrow(
    'Missing KEY.',
  );
  const credentials = { has: () => true, value: () => Promise.resolve(undefined) };
  await expect(resolveLaunch(entry, { credentials, surroundings }, ignored)).rejects.toThrow('Missing KEY.');
});

test('says that the keyring is locked when it locks between the question and the answer', async () => {
  const credentials = { has: () => true, value: () => Promise.reject(new Error('secret inside')) };
  const refused = resolveLaunch(
    entryOf('a', { needs: [secret('KEY')] }),
    { credentials, surroundings },
    ignored,
  );
  await expect(refused).rejects.toThrow(/^Missing KEY\. The credential store is locked/);
});

test('has nothing to start for a built-in module', async () => {
  await expect(prepare(entryOf('workflow', { launch: { type: 'native' } }))).rejects.toThrow(
    '"workflow" is built in',
  );
});

test('shows the whole launch with secrets by name', async () => {
  const entry = entryOf('a', {
    launch: {
      ...stdio('${env:BIN}/run me', ['--dir', '${workspaceFolder}', '${env:AWS_SECRET}', 'two words'], {
        MODE: 'fast',
        API_KEY: 'literal-secret',
      }),
      cwd: '/srv',
    },
    needs: [secret('K'), { key: 'HOST', isSecret: false, isRequired: true }],
  });
  const credentials = new MemoryCredentials().set('a', 'K', 'stored-secret').set('a', 'HOST', 'db.example');

  expect(await textOf(entry, credentials)).toBe(
    [
      '"/opt/bin/run me" --dir /srv/shop ${env:AWS_SECRET} "two words"',
      'in folder /srv',
      'with variables',
      '  MODE=fast',
      '  API_KEY=(hidden)',
      '  K=${env:K}',
      '  HOST=db.example',
    ].join('\n'),
  );
});

test.each(['MYSQL_PASS', 'PASS', 'DB_PWD', 'smtp-pass'])('takes a variable %s for a secret', async name => {
  const told: string[] = [];
  const launch = stdio('npx', [`--${name}=passed-as-argument`], {
    [name]: 'literal-pass',
    PWD: '/srv',
    BYPASS: 'proxy-list',
  });
  const entry = entryOf('a', { launch });
  const credentials = new MemoryCredentials();
  const text = launchText(
    entry,
    await resolveLaunch(entry, { credentials, surroundings }, value => told.push(value)),
  );
  expect(text).toContain(`  ${name}=(hidden)`);
  expect(text).toContain('  PWD=/srv');
  expect(told).toEqual(['passed-as-argument', 'literal-pass']);
});

test('shows addresses and headers without what is secret in them', async () => {
  const launch = http('https://u:pw@a.example/mcp?apiKey=abc&team=red&token=${env:AWS_SECRET}', {
    Authorization: 'Bearer literal',
    'X-Team': 'red',
  });
  expect(await textOf(entryOf('a', { launch }))).toBe(
    [
      'https://u:(hidden)@a.example/mcp?apiKey=(hidden)&team=red&token=${env:AWS_SECRET}',
      'with headers',
      '  Authorization: (hidden)',
      '  X-Team: red',
    ].join('\n'),
  );
});

test('says so where nobody could check the server', async () => {
  expect(await textOf(entryOf('a', { launch: stdio('run', ['a']), isVerified: false }))).toBe(
    'run a\nin folder /srv/shop\nNot verified: no one has confirmed that this is what its name claims.',
  );
});

test('names package and publisher of a server of the shipped registry, whose command the user did not write', async () => {
  const row = {
    launch: stdio('uvx', ['mcp-for-blender@2.2.4']),
    source: 'registry' as const,
    publisher: 'community',
  };
  expect(await textOf(entryOf('blender', { ...row, isVerified: false }))).toBe(
    [
      'uvx mcp-for-blender@2.2.4',
      'in a Switchyard folder outside the workspace',
      'PyPI package mcp-for-blender, version 2.2.4, publisher: community',
      'Not verified: no one has confirmed that this is what its name claims.',
    ].join('\n'),
  );
});

test('cuts nothing and hides nothing of 4,000 characters with bidi, escapes and line breaks', async () => {
  const args = ['a'.repeat(4_000), 'x\u202egnp.exe', '\u001b[2K', 'line\nbreak', '\u200b'];
  const text = await textOf(entryOf('a', { launch: stdio('run', args) }));

  expect(text).toBe(
    `run ${'a'.repeat(4_000)} "x\\u{202e}gnp.exe" "\\u001b[2K" "line\\nbreak" "\\u{200b}"\nin folder /srv/shop`,
  );
});

test('does not let a configuration declare a secret harmless in order to see it', async () => {
  const launch = stdio('npx', ['${env:AWS_SECRET}']);
  const needs = [{ key: 'AWS_SECRET', isSecret: false, isRequired: true }];
  const prepared = await prepare(entryOf('a', { launch, needs }));

  expect(launchText(entryOf('a'), prepared)).not.toContain('aws-secret');
  expect(launchFingerprint(entryOf('a'), prepared)).not.toContain('aws-secret');
});

test('has the same fingerprint after a key was rotated', async () => {
  const entry = entryOf('a', {
    launch: stdio('npx', ['${env:K}'], { TOKEN: '${input:t}' }),
    needs: [secret('K')],
  });
  const rotated = async (k: string, t: string) =>
    await fingerprintOf(entry, new MemoryCredentials().set('a', 'K', k).set('a', 't', t));

  expect(await rotated('old', 'old')).toBe(await rotated('new', 'newer'));
});

test('has another fingerprint after any change of what is started', async () => {
  const launch = { ...stdio('npx', ['-y', 'a'], { MODE: 'fast' }), cwd: '/srv' };
  const needs = [{ key: 'HOST', isSecret: false, isRequired: true }];
  const credentials = new MemoryCredentials().set('a', 'HOST', 'one.example');
  const texts = [
    await fingerprintOf(entryOf('a', { launch, needs }), credentials),
    await fingerprintOf(
      entryOf('a', { launch, needs }),
      new MemoryCredentials().set('a', 'HOST', 'two.example'),
    ),
  ];
  for (const other of [
    { ...launch, command: 'npx2' },
    { ...launch, args: ['-y a'] },
    { ...launch, args: ['a', '-y'] },
    { ...launch, cwd: '/srv2' },
    { ...launch, env: { MODE: 'slow' } },
    { ...launch, env: { MODE: 'fast', LD_PRELOAD: '/tmp/x.so' } },
    { ...launch, env: { MODE: 'fast', TOKEN: '${env:FROM_ENV}' } },
    { ...launch, env: { MODE: 'fast', TOKEN: '${env:AWS_SECRET}' } },
    http('https://a.example'),
    http('https://b.example'),
    http('https://a.example', { 'X-Team': 'red' }),
  ]) {
    texts.push(await fingerprintOf(entryOf('a', { launch: other, needs }), credentials));
  }

  expect(new Set(texts).size).toBe(texts.length);
});

test("pins what a repository's own variable puts into its launch, also where that is named like a secret", async () => {
  const written = async (part: object, value: string) =>
    await fingerprintOf(
      entryOf('a', {
        owner: 'workspace',
        launch: { ...stdio('node', ['x.js'], { RUN_KEY: value }), ...part },
      }),
    );
  for (const part of [
    { command: '${env:RUN_KEY}' },
    { args: ['${env:RUN_KEY}'] },
    { cwd: '${env:RUN_KEY}' },
    { env: { NODE_OPTIONS: '--require ${env:RUN_KEY}', RUN_KEY: './agreed.js' } },
  ]) {
    const changed = 'env' in part ? { env: { ...part.env, RUN_KEY: './other.js' } } : part;
    expect(await written(part, './agreed.js')).not.toBe(await written(changed, './other.js'));
  }
});

test('never shows a stored value, wherever the configuration names it', async () => {
  const value = fc.stringMatching(/^[A-W]{12}$/);
  const place = fc.constantFrom<(name: string) => CatalogEntry['launch']>(
    name => stdio('npx', [name]),
    name => stdio(name),
    name => stdio('npx', [], { ANY: `a ${name}` }),
    name => ({ ...stdio('npx'), cwd: name }),
    name => http(`https://a.example/${name}`),
    name => http('https://a.example', { Any: name }),
  );
  await fc.assert(
    fc.asyncProperty(
      value,
      place,
      fc.constantFrom('${env:K}', '${input:K}', '${K}'),
      async (stored, launchWith, name) => {
        const prepared = await prepare(
          entryOf('a', { launch: launchWith(name) }),
          new MemoryCredentials().set('a', 'K', stored),
        );
        expect(JSON.stringify({ ...prepared, shown: null })).toContain(stored);
        expect(launchText(entryOf('a'), prepared) + launchFingerprint(entryOf('a'), prepared)).not.toContain(
          stored,
        );
      },
    ),
  );
});

/** An HTTP server whose headers refer to stored secrets, as the reader of entries keeps them. */
function referring(headers: Readonly<Record<string, string>>) {
  const needs = [{ key: 'TICKETS', isSecret: false, isRequired: true }];
  return entryOf('remote', { launch: http('https://remote.example/mcp', headers), needs });
}

test.each([
  ['Authorization', 'plain-token-1234', 'Bearer plain-token-1234'],
  ['authorization', 'Bearer plain-token-1234', 'Bearer plain-token-1234'],
  ['Authorization', 'Basic dXNlcjpwYXNz', 'Basic dXNlcjpwYXNz'],
  ['Authorization', 'Sentry-Bearer plain-token', 'Sentry-Bearer plain-token'],
  ['X-Api-Key', 'plain-token-1234', 'plain-token-1234'],
])('sends a secret that header %s refers to, and shows its name only', async (header, value, sent) => {
  const entry = referring({ [header]: '${secret:TICKETS}' });
  const prepared = await prepare(entry, new MemoryCredentials().set('remote', 'TICKETS', value));
  expect(prepared).toMatchObject({ headers: { [header]: sent } });
  const text = launchText(entry, prepared) + launchFingerprint(entry, prepared);
  expect(text).toContain('${secret:TICKETS}');
  expect(text).not.toContain(value);
});

test('says which header lacks its secret, in the words of the round protocol', async () => {
  const entry = referring({ 'X-Api-Key': '${secret:TICKETS}' });
  const words =
    'No API key configured for MCP tool "remote" header "X-Api-Key" (secret_key TICKETS). Missing TICKETS.';
  await expect(prepare(entry, new MemoryCredentials())).rejects.toThrow(words);
  const forgetful = { has: () => true, value: () => Promise.resolve(undefined) };
  await expect(resolveLaunch(entry, { credentials: forgetful, surroundings }, ignored)).rejects.toThrow(
    words,
  );
});

test('tells of every secret value that a launch is made of, and of no other', async () => {
  const learn = async (entry: CatalogEntry, credentials = new MemoryCredentials()) => {
    const secrets: string[] = [];
    await resolveLaunch(entry, { credentials, surroundings }, value => secrets.push(value));
    return secrets;
  };
  const local = entryOf('a', {
    launch: stdio('npx', ['--api-key=spelled-out', '--port', '80', '${env:AWS_SECRET}'], {
      API_KEY: 'literal-secret',
      MODE: 'fast',
      K: '',
    }),
    needs: [secret('K'), { key: 'HOST', isSecret: false, isRequired: true }],
  });
  const stored = new MemoryCredentials().set('a', 'K', 'stored-secret').set('a', 'HOST', 'db.example');
  expect(await learn(local, stored)).toEqual([
    'spelled-out',
    'aws-secret',
    'literal-secret',
    'stored-secret',
  ]);
  const remote = http('https://ann:pass-in-url@remote.example/?token=in-query&page=two', {
    'X-Api-Key': 'literal-header',
    Accept: 'text/plain',
  });
  expect(await learn(entryOf('b', { launch: remote }))).toEqual([
    'pass-in-url',
    'in-query',
    'literal-header',
  ]);
});
