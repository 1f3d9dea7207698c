import { expect, test } from 'vitest';
import { entryOf, http, programsOf, stdio, surroundingsOf } from '../../../../test/support/catalogWorld';
import type { Programs } from '../entry/ports';
import { runtimeOf } from './runtime';

const here = surroundingsOf({ workspaceFolder: '/srv' });

test('says what is missing, where it was looked for and what brings it', () => {
  expect(
    runtimeOf(entryOf('git', { launch: stdio('uvx', ['mcp-server-git']) }), programsOf('git'), here),
  ).toEqual({
    status: 'missing',
    program: 'uvx',
    searched: ['/usr/bin', '/bin'],
    message:
      'The program "uvx" was not found (searched /usr/bin, /bin). Install uv (https://docs.astral.sh/uv), then try again.',
  });
});

test.each([
  ['dnx', 'Install the .NET 10 SDK or newer (https://dotnet.microsoft.com/download), then try again.'],
  ['pnpm', 'Install pnpm (https://pnpm.io/installation), then try again.'],
  ['podman', 'Install Podman (https://podman.io/docs/installation), then try again.'],
])('says what brings %s', (program, next) => {
  const entry = entryOf('a', { launch: stdio(program, ['x']) });
  expect(runtimeOf(entry, programsOf('git'), here)).toMatchObject({ message: expect.stringContaining(next) });
});

test('looks for required programs too, but not for applications that stand in no PATH', () => {
  const entry = entryOf('a', { requires: ['node>=22.5', 'chrome', 'az'] });
  expect(runtimeOf(entry, programsOf('npx', 'node'), here)).toMatchObject({ program: 'az' });
  expect(runtimeOf(entry, programsOf('npx', 'node', 'az'), here)).toEqual({ status: 'present' });
});

test('replaces variables in the command and looks from the working folder', () => {
  const asked: unknown[] = [];
  const programs: Programs = {
    find(command, cwd) {
      asked.push([command, cwd]);
      return { path: command };
    },
  };
  const launch = { ...stdio('${workspaceFolder}/bin/serve'), cwd: '${userHome}/run' };
  expect(runtimeOf(entryOf('a', { launch }), programs, here).status).toBe('present');
  expect(asked).toEqual([['/srv/bin/serve', '/home/ann/run']]);
  expect(runtimeOf(entryOf('a', { launch: stdio('${env:BIN}/serve') }), programs, here).status).toBe(
    'unknown',
  );
});

/** A machine on which every program is there and can't be started. */
function unusable(why: 'directory' | 'not-executable' | 'in-workspace'): Programs {
  return { find: path => ({ searched: [path], unusable: { path, why } }) };
}

test('tells a folder and a file without permission from a program that is not there', () => {
  const entry = entryOf('a', { launch: stdio('/opt/a') });
  expect(runtimeOf(entry, unusable('directory'), here)).toMatchObject({
    message: '"/opt/a" is a folder, not a program. Install it or fix the command, then try again.',
  });
  expect(runtimeOf(entry, unusable('not-executable'), here)).toMatchObject({
    message: '"/opt/a" is not executable. Install it or fix the command, then try again.',
  });
});

test('says when a program is only where a repository may put any', () => {
  const entry = entryOf('a', { launch: stdio('uvx', ['a']) });
  expect(runtimeOf(entry, unusable('in-workspace'), here)).toMatchObject({
    message:
      'The program "uvx" was found only at "uvx" and is not run from there: that PATH entry is in the workspace or relative, where a repository can place any program. Install uv (https://docs.astral.sh/uv), then try again.',
  });
});

test('tells no secret of a command line that stands in the place of a command', () => {
  const secrets = ['k1-Zq7Wx4v', 'k2-Zq7Wx4v', 'k3-Zq7Wx4v', 'k4-Zq7Wx4v', 'k5-Zq7Wx4v'];
  const [a, b, c, d, e] = secrets;
  const rest = `-e "x" --token=${a} --api-key '${b}' DB_PASS=${c} https://u:${d}@a.example "Authorization: Bearer ${e}"`;
  for (const first of ['node', 'missing']) {
    const told = runtimeOf(entryOf('a', { launch: stdio(`${first} ${rest}`) }), programsOf('node'), here);
    expect(told.status).toBe('missing');
    for (const secret of secrets) expect(JSON.stringify(told)).not.toContain(secret);
    expect(JSON.stringify(told)).toContain('--token=(hidden)');
  }
});

test('needs no program for an HTTP server', () => {
  expect(runtimeOf(entryOf('a', { launch: http('https://a.example') }), programsOf(), here)).toEqual({
    status: 'present',
  });
});

test('says where arguments belong that stand in the command, and only where the rest is a program', () => {
  const message = (command: string) => {
    const found = runtimeOf(entryOf('a', { launch: stdio(command) }), programsOf('node'), here);
    return found.status === 'missing' ? found.message : found.status;
  };
  expect(message('node x.js')).toContain(
    '"command" takes the program only: keep "node" there and move "x.js" into "args".',
  );
  expect(message(' node  "a b.js" --x 1 2 3')).toContain(
    'move "a", "b.js", "--x", "1" and the rest into "args".',
  );
  for (const command of ['my tool', 'nodejs', '/opt/my tool/run']) {
    expect(message(command)).not.toContain('"args"');
    expect(message(command)).toContain('was not found');
  }
});
