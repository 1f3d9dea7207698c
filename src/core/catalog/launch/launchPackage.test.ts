import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stdio } from '../../../../test/support/catalogWorld';
import { packageOf, withVersion } from './launchPackage';

test.each([
  ['npx', ['-y', 'tavily-mcp'], 'npm', 'tavily-mcp', undefined, false],
  ['npx', ['-y', '@playwright/mcp@latest'], 'npm', '@playwright/mcp', 'latest', false],
  ['npx', ['--package=@scope/a@1.2.3', 'a'], 'npm', '@scope/a', '1.2.3', true],
  ['npx', ['-p', 'b@^1.2.3', 'run-b'], 'npm', 'b', '^1.2.3', false],
  ['npx', ['-p', 'b@1.2.3', '-p', 'c', 'run-b'], 'npm', 'b', '1.2.3', false],
  ['npx', ['-y', 'deepl@0.1.3-beta.0'], 'npm', 'deepl', '0.1.3-beta.0', true],
  ['npx', ['--registry', 'https://r.example', '-y', 'a@1.0.0'], 'npm', 'a', '1.0.0', true],
  ['npx', ['-y', 'github:acme/a'], 'npm', 'github:acme/a', undefined, false],
  ['npx', ['-y', './tools/a'], 'npm', './tools/a', undefined, false],
  ['/usr/bin/npx', ['a@1.0.0', '-p', 'b'], 'npm', 'a', '1.0.0', true],
  ['C:\\node\\NPX.CMD', ['-y', 'a@1.0.0'], 'npm', 'a', '1.0.0', true],
  ['cmd', ['/d', '/c', 'npx', '-y', 'a@1.0.0'], 'npm', 'a', '1.0.0', true],
  ['env', ['-i', 'A=b', 'npx', '-y', 'a@1.0.0'], 'npm', 'a', '1.0.0', true],
  ['node', ['/usr/lib/node_modules/npm/bin/npx-cli.js', '-y', 'a'], 'npm', 'a', undefined, false],
  ['npm', ['exec', '-y', '--', 'a@1.0.0', '--flag'], 'npm', 'a', '1.0.0', true],
  ['npm', ['x', '--package=a@1', '-c', 'run'], 'npm', 'a', '1', false],
  ['pnpm', ['--silent', 'dlx', 'a@1.0.0'], 'npm', 'a', '1.0.0', true],
  ['corepack', ['pnpm', 'dlx', 'a@1.0.0'], 'npm', 'a', '1.0.0', true],
  ['pnpx', ['a'], 'npm', 'a', undefined, false],
  ['yarn', ['dlx', '-q', 'a@1.0.0'], 'npm', 'a', '1.0.0', true],
  ['bunx', ['--bun', 'a@1.0.0'], 'npm', 'a', '1.0.0', true],
  ['bun', ['x', 'a'], 'npm', 'a', undefined, false],
  ['uvx', ['mcp-server-git'], 'PyPI', 'mcp-server-git', undefined, false],
  ['uvx', ['--python', '3.12', 'git-mcp@1.2'], 'PyPI', 'git-mcp', '1.2', true],
  [
    'uvx',
    ['--from', 'redis-mcp-server@latest', 'redis-mcp-server'],
    'PyPI',
    'redis-mcp-server',
    'latest',
    false,
  ],
  ['uvx', ['--from', 'a[cli]==1.2.0rc1', 'a'], 'PyPI', 'a', '1.2.0rc1', true],
  ['uvx', ['--from', 'a>=1,<2', 'a'], 'PyPI', 'a', '>=1,<2', false],
  ['uvx', ['--with', 'b', 'a@1.0'], 'PyPI', 'a', '1.0', false],
  [
    'uvx',
    ['--from', 'git+https://github.com/a/b', 'b'],
    'PyPI',
    'git+https://github.com/a/b',
    undefined,
    false,
  ],
  ['uvx', ['markitdown-mcp@0.0.1a8'], 'PyPI', 'markitdown-mcp', '0.0.1a8', true],
  ['uv', ['tool', 'run', 'a==1.0'], 'PyPI', 'a', '1.0', true],
  ['uv', ['run', '--no-project', '--with', 'a==1.0', '--python', '3.10', 'a'], 'PyPI', 'a', '1.0', true],
  ['pipx', ['run', '--spec', 'a==1.0', 'run-a'], 'PyPI', 'a', '1.0', true],
  [
    'docker',
    ['run', '-i', '--rm', '-e', 'KEY', 'acme/shop', 'stdio'],
    'Docker',
    'acme/shop',
    undefined,
    false,
  ],
  ['docker', ['run', '-it', 'r.example:5000/a/b:1.2.3'], 'Docker', 'r.example:5000/a/b', '1.2.3', true],
  ['podman', ['container', 'run', 'a:latest'], 'Docker', 'a', 'latest', false],
  ['docker', ['run', `a@sha256:${'0'.repeat(64)}`], 'Docker', 'a', `sha256:${'0'.repeat(64)}`, true],
] as const)('names the package that %s %j runs', (command, args, from, name, version, isExact) => {
  expect(packageOf(stdio(command, args))).toEqual({ from, name, version, isExact });
});

test.each([
  ['semgrep', ['mcp']],
  ['npx', ['-y']],
  ['npm', ['run', 'start']],
  ['uv', ['run', 'server.py']],
  ['uv', ['run', '--directory', '/srv', 'server.py']],
  ['bun', ['run', 'x']],
  ['docker', ['mcp', 'gateway', 'run']],
  ['sh', ['-c', 'npx -y a']],
  ['node', ['server.js', 'npx']],
  ['cmd', ['/c']],
  ['./node_modules/.bin/npx', ['-y', 'a']],
] as const)('names none where %s %j runs a program of the machine', (command, args) => {
  expect(packageOf(stdio(command, args))).toBeUndefined();
});

test('reads any command line at once, and none of them fails', () => {
  const words = [
    'npx',
    'env',
    'cmd',
    '/c',
    '-p',
    '--package=',
    '--',
    'uvx',
    'a==1',
    'run',
    'docker',
    'A=b',
    '',
    '@',
  ];
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { minLength: 1 }), all => {
      const [command = '', ...args] = all;
      packageOf(withVersion(stdio(command, args), '1.0.0'));
    }),
  );
  expect(
    packageOf(
      stdio(
        'env',
        Array.from({ length: 100_000 }, () => 'env'),
      ),
    ),
  ).toBeUndefined();
  for (const version of [
    `1${'rc'.repeat(50_000)}!`,
    `1${'.0'.repeat(50_000)}x!`,
    `1${'a1'.repeat(50_000)}+!`,
  ])
    expect(packageOf(stdio('uvx', [`a==${version}`]))?.isExact).toBe(false);
});

test('names none of a remote server', () => {
  expect(packageOf({ type: 'http', url: 'https://a.example', headers: {} })).toBeUndefined();
});

test.each([
  ['npx', ['-y', '@a/b', 'mcp'], '2.0.0', ['-y', '@a/b@2.0.0', 'mcp']],
  ['npx', ['--package=@a/b@1.0.0', 'b'], '2.0.0', ['--package=@a/b@2.0.0', 'b']],
  ['cmd', ['/c', 'npx', '-y', 'a@latest'], '2.0.0', ['/c', 'npx', '-y', 'a@2.0.0']],
  ['uvx', ['a'], '2.0', ['a@2.0']],
  ['uvx', ['--from', 'a[x]@latest', 'a'], '2.0', ['--from', 'a[x]==2.0', 'a']],
  ['docker', ['run', '-i', 'a/b:1.0.0', 'c'], '2.0.0', ['run', '-i', 'a/b:2.0.0', 'c']],
  ['docker', ['run', 'a/b'], `sha256:${'1'.repeat(64)}`, ['run', `a/b@sha256:${'1'.repeat(64)}`]],
  ['npx', ['github:a/b'], '2.0.0', ['github:a/b']],
  ['semgrep', ['mcp'], '2.0.0', ['mcp']],
] as const)('puts a version into %s %j', (command, args, version, expected) => {
  expect(withVersion(stdio(command, args), version)).toEqual(stdio(command, expected));
});
