import { expect, test } from 'vitest';
import { entryOf, MemoryCredentials, stdio, surroundingsOf } from '../../../../test/support/catalogWorld';
import type { CatalogEntry } from '../entry/entry';
import { launchFingerprint, resolveLaunch } from './launch';

function resolved(facts: Partial<CatalogEntry>, workspaceFolder: string | undefined = '/srv/shop') {
  const world = { credentials: new MemoryCredentials(), surroundings: surroundingsOf({ workspaceFolder }) };
  return resolveLaunch(entryOf('shop', facts), world, () => undefined);
}

test.each([
  ['npx', ['-y', 'shop']],
  ['/usr/bin/uvx', ['shop']],
  ['cmd', ['/c', 'npx', 'shop']],
  ['docker', ['run', '-i', '-v', '/data:/data', 'shop']],
] as const)('a package runner starts in a folder of its own: %s %j', async (command, args) => {
  const launch = await resolved({ launch: stdio(command, args) });
  expect(launch).toMatchObject({ startsIn: 'own-folder', shown: { startsIn: 'own-folder' } });
  expect(launch).not.toHaveProperty('cwd');
  expect(launch.shown).not.toHaveProperty('cwd');
});

test('what our registry brings starts in a folder of its own, whatever it is', async () => {
  const launch = stdio('semgrep', ['mcp']);
  expect(await resolved({ launch, source: 'registry' })).toMatchObject({ startsIn: 'own-folder' });
  expect(await resolved({ launch })).toMatchObject({ cwd: '/srv/shop' });
});

test('a module of Python starts there too, which a repository could bring, but for one that the repository names', async () => {
  for (const [command, ...args] of [
    ['python', '-m', 'shop'],
    ['/usr/bin/python3.12', '-u', '-m', 'shop'],
    ['py.exe', '-3', '-m', 'shop'],
    ['python3', '-Im', 'shop'],
  ] as const) {
    const launch = stdio(command, args);
    expect(await resolved({ launch, owner: 'user' })).toMatchObject({ startsIn: 'own-folder' });
    expect(await resolved({ launch, owner: 'workspace' })).toMatchObject({ cwd: '/srv/shop' });
    expect(await resolved({ launch: { ...launch, cwd: '/srv/b' } })).toMatchObject({ cwd: '/srv/b' });
  }
  for (const args of [['shop.py', '-m', 'x'], ['-c', 'pass'], []])
    expect(await resolved({ launch: stdio('python3', args) })).toMatchObject({ cwd: '/srv/shop' });
});

test('a program of the machine works where the user works, a runner where its entry says', async () => {
  expect(await resolved({ launch: stdio('node', ['server.js']) })).toMatchObject({ cwd: '/srv/shop' });
  const launch = { ...stdio('npx', ['shop']), cwd: '${workspaceFolder}/tools' };
  const said = await resolved({ launch, source: 'registry' });
  expect(said).toMatchObject({ cwd: '/srv/shop/tools', shown: { cwd: '/srv/shop/tools' } });
  expect(said).not.toHaveProperty('startsIn');
});

test('an approval of a package runner holds in every workspace, and names the folder in words', async () => {
  const entry = entryOf('shop', { launch: stdio('npx', ['shop']) });
  const hashes = await Promise.all(
    ['/srv/a', '/srv/b', undefined].map(async folder =>
      launchFingerprint(entry, await resolved(entry, folder)),
    ),
  );
  expect(new Set(hashes).size).toBe(1);
});

test.each([
  [['-v', './data:/data']],
  [['--volume=..:/data']],
  [['--mount', 'type=bind,source=./data,target=/data']],
  [['--env-file', '.\\\\env']],
])('a container is given no folder that only the workspace would place: %j', async options => {
  const launch = stdio('docker', ['run', '-i', ...options, 'shop']);
  await expect(resolved({ launch })).rejects.toMatchObject({ code: 'relative-mount' });
  expect(await resolved({ launch: { ...launch, cwd: '/srv' } })).toMatchObject({ cwd: '/srv' });
});
