import fc from 'fast-check';
import { expect, test } from 'vitest';
import { http, stdio } from '../../../../test/support/catalogWorld';
import { splitSecrets } from './importSecrets';

// Made at run time, so that no scanner takes this file for a leak.
const KEY = ['gh', 'p_', 'Ab1'.repeat(12)].join('');
const RANDOM = 'aB3'.repeat(12);

function split(launch: Parameters<typeof splitSecrets>[0]) {
  const { launch: shown, secrets } = splitSecrets(launch);
  return { shown, secrets: Object.fromEntries(secrets) };
}

test('takes what is named like a secret out of variables and headers, and leaves the scheme before it', () => {
  expect(split(stdio('npx', ['x'], { API_KEY: 'plain', REGION: 'eu' }))).toEqual({
    shown: stdio('npx', ['x'], { API_KEY: '${input:API_KEY}', REGION: 'eu' }),
    secrets: { API_KEY: 'plain' },
  });
  expect(
    split(http('https://a.example/mcp', { Authorization: `Bearer ${KEY}`, Accept: 'text/plain' })),
  ).toEqual({
    shown: http('https://a.example/mcp', {
      Authorization: 'Bearer ${input:Authorization}',
      Accept: 'text/plain',
    }),
    secrets: { Authorization: KEY },
  });
});

test('takes out passwords by their short names, and what follows Bearer or Basic whatever its name', () => {
  const headers = JSON.stringify({ Authorization: 'Bearer q1w2e3', Accept: 'text/plain' });
  const env = {
    MYSQL_PASS: 'p1',
    DB_PWD: 'p2',
    AUTH_HEADER: 'Bearer abc-123',
    LOGIN: 'Basic dXNlcjpwYXNz',
    H: headers,
  };
  expect(split(stdio('npx', ['--pass=p3', '-e', 'SMTP_PASS=p4'], env)).secrets).toEqual({
    ...{ MYSQL_PASS: 'p1', DB_PWD: 'p2', AUTH_HEADER: 'abc-123', LOGIN: 'dXNlcjpwYXNz', H: 'q1w2e3' },
    ...{ pass: 'p3', SMTP_PASS: 'p4' },
  });
  const ordinary = { PWD: '/home/me', TEXT: 'Basic instructions', FORM: 'Bearer YOUR_TOKEN', MODE: 'bypass' };
  expect(split(stdio('npx', [], ordinary)).secrets).toEqual({});
});

test('leaves variables and placeholders as they are', () => {
  const launch = stdio('npx', ['--api-key', '${env:A}', '--token=${input:b}'], {
    A_TOKEN: '${env:A_TOKEN}',
    B_TOKEN: '<YOUR_TOKEN>',
    C_TOKEN: 'Bearer ${input:c}',
    D_TOKEN: '',
  });
  expect(split(launch)).toEqual({ shown: launch, secrets: {} });
});

test('finds keys in arguments by their flag, and by their looks', () => {
  const args = [
    '--api-key',
    'abc',
    `--token=${KEY}`,
    '-e',
    'MY_TOKEN=s3',
    '--header',
    'Authorization: Bearer q1',
    KEY,
  ];
  const { shown, secrets } = split(stdio('docker', args));
  expect(shown).toMatchObject({
    args: [
      '--api-key',
      '${input:api-key}',
      '--token=${input:token}',
      '-e',
      'MY_TOKEN=${input:MY_TOKEN}',
      '--header',
      'Authorization: Bearer ${input:Authorization}',
      '${input:argument-8}',
    ],
  });
  expect(Object.values(secrets)).toEqual(['abc', KEY, 's3', 'q1', KEY]);
});

test('leaves in arguments what an approval is about: digests, commits, versions, paths', () => {
  const args = [
    'run',
    `ghcr.io/a/b@sha256:${'0a'.repeat(32)}`,
    '-y',
    'pkg@1.2.3',
    '/srv/aB3dE6/aB3dE6gH9jK2mN5pQ8sT1vW4',
  ];
  expect(split(stdio('docker', args)).secrets).toEqual({});
});

test('finds keys in addresses: parameters, passwords, and parts that nobody types', () => {
  const { shown, secrets } = split(http(`https://u:pw@a.example/mcp/${RANDOM}/sse?api_key=k1&region=eu`));
  expect(shown).toMatchObject({
    url: 'https://u:${input:url}@a.example/mcp/${input:url-2}/sse?api_key=${input:api_key}&region=eu',
  });
  expect(secrets).toEqual({ api_key: 'k1', url: 'pw', 'url-2': RANDOM });
});

test('finds keys in parameters of addresses that stand in arguments and variables', () => {
  const address = (key: string) => `https://mcp.a.example/mcp/?aApiKey=${key}&region=eu`;
  const { shown, secrets } = split(
    stdio('npx', ['-y', 'mcp-remote', address('abc-1')], {
      SERVER_URL: address('abc-2'),
      LATER_URL: 'https://${env:HOST}/?token=abc-3&key=${env:K}&access_key=<YOUR_KEY>',
    }),
  );
  expect(shown).toMatchObject({
    args: ['-y', 'mcp-remote', address('${input:aApiKey}')],
    env: {
      SERVER_URL: address('${input:aApiKey-2}'),
      LATER_URL: 'https://${env:HOST}/?token=${input:token}&key=${env:K}&access_key=<YOUR_KEY>',
    },
  });
  expect(Object.values(secrets)).toEqual(['abc-1', 'abc-2', 'abc-3']);
});

test('takes a fallback away that is a secret, and keeps any other', () => {
  expect(
    split(
      stdio('npx', [], {
        API_KEY: '${env:API_KEY:-hunter2}',
        URL: '${env:URL:-http://a}',
        X: `\${env:X:-${KEY}}`,
      }),
    ),
  ).toEqual({
    shown: stdio('npx', [], { API_KEY: '${env:API_KEY}', URL: '${env:URL:-http://a}', X: '${env:X}' }),
    secrets: {},
  });
});

test('hides only the key in a value that is no secret by its name', () => {
  const { shown } = split(
    stdio('npx', [], { NODE_OPTIONS: `--require ./${RANDOM}.js`, DATABASE_URL: 'pg://u:pw@h/d' }),
  );
  expect(shown).toMatchObject({
    env: {
      NODE_OPTIONS: '--require ./${input:NODE_OPTIONS}.js',
      DATABASE_URL: 'pg://u:${input:DATABASE_URL}@h/d',
    },
  });
});

test('putting the secrets back gives the launch as it was', () => {
  const text = fc.string({ maxLength: 60 }).filter(value => !value.includes('${'));
  const key = fc.constantFrom(KEY, RANDOM, 'x', 'Bearer q', 'https://u:p@h/x');
  fc.assert(
    fc.property(
      fc.array(fc.oneof(text, key)),
      fc.dictionary(fc.constantFrom('A_KEY', 'B'), fc.oneof(text, key)),
      (args, env) => {
        const { launch, secrets } = splitSecrets(stdio('npx', args, env));
        const back = (value: string): string =>
          value.replaceAll(/\$\{input:([^{}]*)\}/g, (all, name: string) => secrets.get(name) ?? all);
        expect(launch).toMatchObject({ type: 'stdio' });
        if (launch.type !== 'stdio') return;
        expect(launch.args.map(back)).toEqual(args);
        expect(Object.entries(launch.env).map(([name, value]) => [name, back(value)])).toEqual(
          Object.entries(env),
        );
        for (const secret of secrets.values()) {
          if (secret === KEY || secret === RANDOM) expect(JSON.stringify(launch.env)).not.toContain(secret);
        }
      },
    ),
  );
});
