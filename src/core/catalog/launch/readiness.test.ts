import { expect, test } from 'vitest';
import {
  entryOf,
  http,
  MemoryCredentials,
  MemorySignIns,
  secret,
  stdio,
  surroundingsOf,
} from '../../../../test/support/catalogWorld';
import type { CatalogEntry } from '../entry/entry';
import { readinessOf } from './readiness';

const sentry = entryOf('sentry', { needs: [secret('SENTRY_AUTH_TOKEN')] });

function readiness(
  entry: CatalogEntry,
  {
    variables = {},
    folder,
    credentials = new MemoryCredentials(),
    signIns = new MemorySignIns(),
  }: {
    readonly variables?: Readonly<Record<string, string>>;
    readonly folder?: string;
    readonly credentials?: MemoryCredentials;
    readonly signIns?: MemorySignIns;
  } = {},
) {
  return readinessOf(entry, {
    credentials,
    signIns,
    surroundings: surroundingsOf({ variables, workspaceFolder: folder }),
  });
}

/** The keys an entry misses; none where it is available. */
function missing(...parameters: Parameters<typeof readiness>): readonly string[] {
  const found = readiness(...parameters);
  return found.status === 'missing-credentials' ? found.keys : [];
}

test('names the missing key and says how to bring it', () => {
  expect(readiness(sentry)).toEqual({
    status: 'missing-credentials',
    keys: ['SENTRY_AUTH_TOKEN'],
    missing: [{ key: 'SENTRY_AUTH_TOKEN', kind: 'value', isSecret: true }],
    isStoreLocked: false,
    message: 'Missing SENTRY_AUTH_TOKEN. The user can enter it.',
  });
});

test('says where to get a key for servers of the shipped registry only', () => {
  const homepage = 'https://sentry.example';
  expect(readiness({ ...sentry, source: 'registry', homepage })).toMatchObject({
    message: expect.stringMatching(/Where to get it: https:\/\/sentry\.example$/),
  });
  expect(readiness({ ...sentry, homepage })).toMatchObject({
    message: expect.not.stringContaining('sentry.example'),
  });
});

test('accepts a key from the store, the entry itself or the environment', () => {
  expect(
    missing(sentry, { credentials: new MemoryCredentials().set('sentry', 'SENTRY_AUTH_TOKEN', 'v') }),
  ).toEqual([]);
  expect(missing(sentry, { variables: { SENTRY_AUTH_TOKEN: 'v' } })).toEqual([]);
  expect(missing({ ...sentry, launch: stdio('npx', [], { SENTRY_AUTH_TOKEN: 'v' }) })).toEqual([]);
  const named = { ...sentry, launch: stdio('npx', [], { SENTRY_AUTH_TOKEN: '${env:MY_TOKEN}' }) };
  expect(missing(named, { variables: { MY_TOKEN: 'v' } })).toEqual([]);
  expect(missing(named)).toEqual(['MY_TOKEN']);
});

test("does not take another server's key", () => {
  const credentials = new MemoryCredentials().set('other', 'SENTRY_AUTH_TOKEN', 'v');
  expect(missing(sentry, { credentials })).toEqual(['SENTRY_AUTH_TOKEN']);
});

test.each(['', '  ', '<YOUR_KEY>', 'xxx', 'changeme', '${UNSET}'])(
  'takes the value %j for no value',
  value => {
    const entry = { ...sentry, launch: stdio('npx', [], { SENTRY_AUTH_TOKEN: value }) };
    expect(missing(entry)).toEqual([value.startsWith('$') ? 'UNSET' : 'SENTRY_AUTH_TOKEN']);
    expect(missing(sentry, { variables: { SENTRY_AUTH_TOKEN: value } })).toEqual(['SENTRY_AUTH_TOKEN']);
  },
);

test('finds placeholders in arguments, addresses and headers, and says that the configuration must be edited', () => {
  expect(
    missing(
      entryOf('a', { launch: stdio('npx', ['a', '--api-key', 'YOUR_KEY', '--org=<YOUR_ORG>', 'TODO']) }),
    ),
  ).toEqual(['--api-key', '--org', 'argument 5']);
  expect(missing(entryOf('a', { launch: http('https://your-domain.example/mcp') }))).toEqual(['url']);
  expect(
    readiness(entryOf('a', { launch: http('https://a.example', { 'X-Key': 'Bearer YOUR_KEY' }) })),
  ).toMatchObject({
    missing: [{ key: 'X-Key', kind: 'text' }],
    message:
      'Replace the placeholder of X-Key in settings. If the value is intended, the user can add "allow_placeholders": true to the entry.',
  });
});

test('asks for inputs and for variables inside arguments and headers', () => {
  const entry = entryOf('db', { launch: stdio('npx', ['--dsn', 'sqlite:///${input:path}', '${env:KEY}']) });
  expect(missing(entry)).toEqual(['path', 'KEY']);
  expect(
    missing(entryOf('a', { launch: http('https://a.example', { Authorization: 'Bearer ${env:T}' }) })),
  ).toEqual(['T']);
});

test('does without an optional key', () => {
  const needs = [{ key: 'T', isSecret: true, isRequired: false }];
  expect(
    missing(entryOf('a', { needs, launch: http('https://a.example', { Authorization: 'Bearer ${env:T}' }) })),
  ).toEqual([]);
  expect(missing(entryOf('a', { needs, launch: stdio('npx', [], { T: '' }) }))).toEqual([]);
});

test('asks for a required key that the configuration of an HTTP server uses nowhere', () => {
  expect(missing(entryOf('a', { needs: [secret('K')], launch: http('https://a.example') }))).toEqual(['K']);
});

test('says that a locked keyring is in the way, and does not fall over', () => {
  const credentials = new MemoryCredentials();
  credentials.isLocked = true;
  expect(readiness(sentry, { credentials })).toMatchObject({
    status: 'missing-credentials',
    message:
      "Missing SENTRY_AUTH_TOKEN. The credential store is locked or can't be read: unlock the keyring, then try again.",
  });
  expect(readiness(sentry, { credentials, variables: { SENTRY_AUTH_TOKEN: 'v' } }).status).toBe('available');
});

test('asks for a folder where the server works on one', () => {
  const entry = entryOf('files', { launch: stdio('npx', ['${workspaceFolder}']) });
  expect(readiness(entry)).toMatchObject({
    missing: [{ key: 'workspaceFolder', kind: 'folder' }],
    message: 'Open a folder: "files" needs an open folder (workspaceFolder).',
  });
  expect(readiness(entry, { folder: '/work' }).status).toBe('available');
});

test('says who switched a server off, whatever else is missing', () => {
  expect(readiness({ ...sentry, disabledBy: 'workspace', origin: '.switchyard/servers.json' })).toEqual({
    status: 'disabled',
    by: 'workspace',
    message:
      '"sentry" is switched off for this workspace. Only the user can enable it again, in .switchyard/servers.json.',
  });
  expect(
    readiness({ ...sentry, disabledBy: 'policy', disabledReason: 'Its package is gone.' }),
  ).toMatchObject({
    message:
      '"sentry" is not offered. Its package is gone. Call mcp_discover to find another server for the job.',
  });
});

test('calls a built-in module available', () => {
  expect(readiness(entryOf('workflow', { launch: { type: 'native' } }))).toEqual({ status: 'available' });
});

test('treats a key called __proto__ as any other', () => {
  expect(missing(entryOf('a', { needs: [secret('__proto__'), secret('constructor')] }))).toEqual([
    '__proto__',
    'constructor',
  ]);
});

test('asks for a sign-in where only that opens a server, and no longer when somebody signed in', () => {
  const linear = entryOf('linear', { launch: http('https://linear.example'), signsIn: true });
  expect(readiness(linear)).toEqual({
    status: 'missing-credentials',
    keys: ['sign-in'],
    missing: [{ key: 'sign-in', kind: 'sign-in', isSecret: false }],
    isStoreLocked: false,
    message: '"linear" needs a sign-in in the browser. The user can sign in to linear.',
  });
  const signIns = new MemorySignIns();
  signIns.signIn('linear');
  expect(readiness(linear, { signIns })).toEqual({ status: 'available' });
});

test('takes a key in the header instead of a sign-in, and names it', () => {
  const github = entryOf('github', {
    launch: http('https://github.example', { Authorization: 'Bearer ${env:PAT}' }),
    needs: [{ key: 'PAT', isSecret: true, isRequired: false }],
    signsIn: true,
  });
  expect(readiness(github)).toMatchObject({
    keys: ['PAT', 'sign-in'],
    message:
      '"github" needs a sign-in in the browser. The user can sign in to github. PAT works instead. The user can enter it.',
  });
  expect(readiness(github, { variables: { PAT: 'v' } })).toEqual({ status: 'available' });
});

test('asks for a sign-in when the server asked for one', () => {
  const signIns = new MemorySignIns();
  signIns.needed.add('wiki');
  expect(missing(entryOf('wiki', { launch: http('https://wiki.example') }), { signIns })).toEqual([
    'sign-in',
  ]);
});

/** Each form of a placeholder, blank ones aside. */
const FORMS = [
  '${UNSET}',
  '<YOUR_KEY>',
  'YOUR_KEY',
  'REPLACE_ME',
  'TODO',
  'xxxx',
  'sk-xxxx',
  'changeme',
  'change-me',
  'put_key_here',
];

test.each([...FORMS, '', '   '])('finds %j in env, args, url and headers alike', form => {
  const isMissing = (launch: CatalogEntry['launch']): boolean =>
    readiness(entryOf('a', { launch })).status === 'missing-credentials';
  expect({
    env: isMissing(stdio('npx', ['a'], { KEY: form })),
    args: isMissing(stdio('npx', ['a', '--key', form])),
    url: isMissing(http(form.trim() === '' ? form : `https://a.example/mcp?key=${form}`)),
    headers: isMissing(http('https://a.example', { 'X-Key': form })),
  }).toEqual({ env: true, args: true, url: true, headers: true });
});

test.each(FORMS)('finds %j as a part of a longer value, and beside a key that is there', form => {
  const launches = [
    stdio('npx', ['a', `--key=${form}`]),
    stdio('npx', ['a'], { KEY: `Bearer ${form}` }),
    http('https://a.example', { Authorization: `Bearer ${form}` }),
    http(`https://a.example/mcp?team=red&key=${form}&v=2`),
  ];
  const credentials = new MemoryCredentials().set('a', 'OTHER', 'v');
  const needs = [secret('OTHER')];
  for (const launch of launches) {
    const found = readiness(entryOf('a', { launch, needs }), { credentials, variables: { OTHER: 'v' } });
    expect([launch, found.status]).toEqual([launch, 'missing-credentials']);
  }
});

test('takes a blank value for one where it is no key, and whatever an entry says is meant', () => {
  const blank = entryOf('a', { launch: stdio('npx', ['--prefix', '', ' '], { MODE: '', SIZE: 'xxxl' }) });
  expect(missing(blank)).toEqual([]);
  const local = entryOf('a', { launch: stdio('npx', [], { DB_PASSWORD: '', MYSQL_PASS: '' }) });
  expect(missing(local)).toEqual([]);
  expect(missing({ ...local, needs: [{ key: 'MYSQL_PASS', isSecret: true, isRequired: true }] })).toEqual([
    'MYSQL_PASS',
  ]);
  const keys = entryOf('a', { launch: stdio('npx', ['--token', ''], { API_KEY: '', REGION: '' }) });
  expect(missing({ ...keys, needs: [{ key: 'REGION', isSecret: false, isRequired: true }] })).toEqual([
    '--token',
    'API_KEY',
    'REGION',
  ]);
  expect(missing({ ...keys, allowsPlaceholders: true })).toEqual([]);
  const said = { ...keys, launch: stdio('npx', ['<YOUR_KEY>', '${API_KEY}'], { API_KEY: 'changeme' }) };
  expect(missing({ ...said, allowsPlaceholders: true })).toEqual([]);
  const unset = { ...keys, launch: stdio('npx', ['${env:GONE}']), allowsPlaceholders: true } as const;
  expect(missing(unset)).toEqual(['GONE']);
});

test('offers the way round only where a placeholder stands, in an entry that can say so', () => {
  const entry = entryOf('a', { launch: stdio('npx', [], { API_KEY: 'xxx' }) });
  const message = (of: CatalogEntry) => {
    const found = readiness(of);
    return 'message' in found ? found.message : '';
  };
  expect(message(entry)).toContain('"allow_placeholders": true');
  for (const source of ['registry', 'imported'] as const)
    expect(message({ ...entry, source })).not.toContain('allow_placeholders');
  expect(message({ ...entry, launch: stdio('npx', ['${env:GONE}']) })).not.toContain('allow_placeholders');
});

test('says how a variable is left to a shell, only where it is spelled as one of a shell in an argument', () => {
  const message = (launch: CatalogEntry['launch']) => {
    const found = readiness(entryOf('a', { launch }));
    return 'message' in found ? found.message : '';
  };
  expect(message(stdio('sh', ['-c', 'echo ${FOO}']))).toContain(
    'To let a shell expand ${FOO}, write it with two dollars in the entry: $${FOO}.',
  );
  expect(message(stdio('sh', ['-c', 'echo $${FOO}']))).toBe('');
  for (const launch of [
    stdio('a', ['${env:FOO}']),
    stdio('a', [], { A: '${FOO}' }),
    http('https://a/${FOO}'),
  ])
    expect(message(launch)).not.toContain('two dollars');
});
