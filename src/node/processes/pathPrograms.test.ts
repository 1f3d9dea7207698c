import { symlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PathPrograms } from './pathPrograms';

let root = '';

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'programs-')));
  await mkdir(join(root, 'bin', 'folder'), { recursive: true });
  await mkdir(join(root, 'more'));
  for (const name of ['bin/tool', 'more/tool', 'more/plain', 'bin/npx.cmd', 'bin/run.exe']) {
    await writeFile(join(root, name), '#!/bin/sh\n');
    await chmod(join(root, name), 0o755);
  }
  await chmod(join(root, 'more', 'plain'), 0o644);
});

afterAll(() => rm(root, { recursive: true }));

function outside(workspaceFolder: string, path: string) {
  return new PathPrograms({ platform: 'linux', variable: () => path, workspaceFolder });
}

test('takes no program from a folder of PATH that is relative or leads into the workspace, and says where one is', () => {
  const workspace = join(root, 'more');
  symlinkSync(workspace, join(root, 'by-link'));
  for (const folder of [workspace, join(root, 'by-link'), '.', '../more']) {
    expect(outside(workspace, `${folder}:${root}/bin`).find('tool', workspace)).toEqual({
      path: join(root, 'bin', 'tool'),
    });
    expect(outside(workspace, `${folder}:${root}/none`).find('tool', workspace)).toEqual({
      searched: [`${root}/none`],
      unusable: { path: join(folder.startsWith('/') ? folder : workspace, 'tool'), why: 'in-workspace' },
    });
  }
});

test('takes no program that is a link into the workspace, unless by its own path', () => {
  const workspace = join(root, 'more');
  symlinkSync(join(workspace, 'tool'), join(root, 'bin', 'linked'));
  const found = outside(workspace, join(root, 'bin'));
  const path = join(root, 'bin', 'linked');
  expect(found.find('linked')).toMatchObject({ unusable: { path, why: 'in-workspace' } });
  expect(found.find(path)).toEqual({ path });
  expect(found.find('./tool', workspace)).toEqual({ path: join(workspace, 'tool') });
});

test("takes the user's own programs where the workspace holds the user's home", () => {
  const path = join(root, 'bin');
  expect(outside('/', path).find('tool')).toEqual({ path: join(path, 'tool') });
  expect(outside('/', 'bin').find('tool', root)).toMatchObject({ unusable: { why: 'in-workspace' } });
});

function programs(path: string, platform: NodeJS.Platform = 'linux', extensions?: string) {
  const variables = new Map([['PATH', path]]);
  if (extensions !== undefined) variables.set('PATHEXT', extensions);
  return new PathPrograms({ platform, variable: name => variables.get(name) });
}

test('takes none from the repository around the workspace either', async () => {
  const repository = await mkdtemp(join(root, 'repository-'));
  const workspace = join(repository, 'packages', 'app');
  await mkdir(workspace, { recursive: true });
  await mkdir(join(repository, '.git'));
  await mkdir(join(repository, 'bin'));
  await writeFile(join(repository, 'bin', 'tool'), '#!/bin/sh\n');
  await chmod(join(repository, 'bin', 'tool'), 0o755);
  const found = outside(workspace, `${repository}/bin:${root}/bin`).find('tool', workspace);
  expect(found).toEqual({ path: join(root, 'bin', 'tool') });
});

test('finds a program in the first folder of PATH that has it', () => {
  const path = [join(root, 'bin'), join(root, 'more')].join(':');
  expect(programs(path).find('tool')).toEqual({ path: join(root, 'bin', 'tool') });
});

test('says where it looked in vain, each folder once, the working folder never', () => {
  const path = `${root}/none::${root}/bin:${root}/bin:`;
  expect(programs(path).find('absent', root)).toEqual({ searched: [`${root}/none`, `${root}/bin`] });
  expect(programs('').find('tool', join(root, 'bin'))).toEqual({ searched: [] });
});

test('tells a folder and a file without permission apart', () => {
  expect(programs(join(root, 'bin')).find('folder')).toMatchObject({
    unusable: { path: join(root, 'bin/folder'), why: 'directory' },
  });
  expect(programs('').find(join(root, 'more/plain'))).toEqual({
    searched: [join(root, 'more')],
    unusable: { path: join(root, 'more/plain'), why: 'not-executable' },
  });
});

test('goes on to a usable program behind an unusable one', () => {
  expect(programs(`${root}/more:${root}/bin`).find('folder')).toHaveProperty('unusable');
  expect(programs(`${root}/more:${root}/bin`).find('tool')).toEqual({ path: join(root, 'more/tool') });
});

test('takes a path as it is, a relative one from the working folder', () => {
  expect(programs('').find(join(root, 'bin/tool'))).toEqual({ path: join(root, 'bin/tool') });
  expect(programs('').find('./bin/tool', root)).toEqual({ path: join(root, 'bin/tool') });
  expect(programs('').find('../bin/tool', join(root, 'more'))).toEqual({ path: join(root, 'bin/tool') });
  expect(programs(join(root, 'bin')).find('./tool', join(root, 'bin', 'folder'))).toEqual({
    searched: [join(root, 'bin/folder')],
  });
});

test.each(['', '.', '..', '/', 'a\0b', 'x'.repeat(10_000)])('finds no program called %.20j', name => {
  expect(programs(join(root, 'bin')).find(name, root)).not.toHaveProperty('path');
});

// Windows joins with "\", so on other systems only the folder can be checked: by the endings that were tried.
test('tries the endings of PATHEXT on Windows', () => {
  const found = programs('C:\\bin;"C:\\Program Files\\x";', 'win32', '.EXE;.CMD').find('npx');
  expect(found).toEqual({ searched: ['C:\\bin', 'C:\\Program Files\\x'] });
});
