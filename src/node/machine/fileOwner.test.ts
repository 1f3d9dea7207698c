import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isWithin, realPath } from './insideFolder';
import { fileOwner } from './fileOwner';

function folderWith(...folders: readonly string[]): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-owner-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  return root;
}

test("a file is the workspace's by its name, by its links, and where nothing is yet", () => {
  const root = folderWith('work/deep', 'mine');
  const work = join(root, 'work');
  writeFileSync(join(work, 'servers.json'), '{}');
  writeFileSync(join(root, 'mine', 'servers.json'), '{}');
  symlinkSync(join(work, 'servers.json'), join(root, 'mine', 'link.json'));
  symlinkSync(work, join(root, 'alias'));
  symlinkSync(join(root, 'mine', 'servers.json'), join(work, 'out.json'));
  symlinkSync(join(work, 'deep'), join(root, 'mine', 'deep'));
  const owners = [
    [join(work, 'servers.json'), work],
    [join(root, 'mine', 'link.json'), work],
    [join(root, 'alias', 'servers.json'), work],
    [join(work, 'servers.json'), join(root, 'alias')],
    [join(work, 'out.json'), work],
    [join(root, 'mine', 'deep', 'not-yet.json'), work],
    [join(work, '..', 'work', 'servers.json'), work],
  ] as const;
  for (const [file, workspace] of owners)
    expect([file, fileOwner(file, workspace)]).toEqual([file, 'workspace']);
  for (const file of [join(root, 'mine', 'servers.json'), join(root, 'work-2', 'servers.json'), homedir()])
    expect([file, fileOwner(file, work)]).toEqual([file, 'user']);
  expect(fileOwner(join(work, 'servers.json'), undefined)).toBe('user');
});

test('the repository around the workspace counts as the workspace', () => {
  const root = folderWith('repo/.git', 'repo/packages/a', 'beside');
  const workspace = join(root, 'repo', 'packages', 'a');
  expect(fileOwner(join(root, 'repo', 'servers.json'), workspace)).toBe('workspace');
  expect(fileOwner(join(root, 'beside', 'servers.json'), workspace)).toBe('user');
});

test('so does the repository that brought the one around the workspace along', () => {
  const root = folderWith('repo/.git', 'repo/vendor/sub/deep');
  writeFileSync(join(root, 'repo', 'vendor', 'sub', '.git'), 'gitdir: ../../.git/modules/sub\n');
  const file = join(root, 'repo', 'servers.json');
  expect(fileOwner(file, join(root, 'repo', 'vendor', 'sub', 'deep'))).toBe('workspace');
});

test('knows what lies in a folder', () => {
  expect([
    isWithin('/a/b', '/a'),
    isWithin('/a', '/a'),
    isWithin('/ab', '/a'),
    isWithin('/a/..b', '/a'),
  ]).toEqual([true, true, false, true]);
  expect(realPath('/nowhere/at/all')).toBe('/nowhere/at/all');
});
