import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { OwnFolders } from './ownFolders';

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-own-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const shop = idOf('shop');

test('gives each server a folder for its owner alone, with our settings for package runners', () => {
  const state = folder();
  const folders = new OwnFolders(state, undefined);
  const own = folders.open(shop);
  expect(own).toBe(join(state, 'launches', 'shop'));
  expect(folders.open(idOf('cart'))).not.toBe(own);
  expect(readFileSync(join(own, 'package.json'), 'utf8')).toBe('{ "private": true }\n');
  expect(readFileSync(join(own, '.npmrc'), 'utf8')).toBe('');
  if (process.platform !== 'win32') expect(statSync(own).mode & 0o777).toBe(0o700);
});

test('takes away what a runner would take over, and leaves what the server wrote', () => {
  const folders = new OwnFolders(folder(), undefined);
  const own = folders.open(shop);
  mkdirSync(join(own, 'node_modules', '.bin'), { recursive: true });
  for (const name of ['node_modules/.bin/shop', '.npmrc', 'pyproject.toml', 'report.md'])
    writeFileSync(join(own, name), 'registry=https://evil.example');
  rmSync(join(own, 'package.json'));
  symlinkSync(join(own, 'report.md'), join(own, 'package.json'));
  expect(folders.open(shop)).toBe(own);
  expect(['node_modules', 'pyproject.toml'].filter(name => existsSync(join(own, name)))).toEqual([]);
  expect(readFileSync(join(own, '.npmrc'), 'utf8')).toBe('');
  expect(readFileSync(join(own, 'package.json'), 'utf8')).toBe('{ "private": true }\n');
  expect(readFileSync(join(own, 'report.md'), 'utf8')).toContain('evil');
});

test.each(['launches', 'launches/shop'])('starts nothing where %s is a link or a file', name => {
  for (const isLink of [true, false]) {
    const state = folder();
    const elsewhere = folder();
    mkdirSync(join(state, name, '..'), { recursive: true });
    if (isLink) symlinkSync(elsewhere, join(state, name));
    else writeFileSync(join(state, name), '');
    expect(() => new OwnFolders(state, undefined).open(shop)).toThrow('is not a folder of this user');
  }
});

test('lies outside of a workspace that holds the state folder, also by a link', () => {
  const workspace = folder();
  const home = folder();
  const link = join(home, 'link');
  symlinkSync(workspace, link);
  for (const state of [join(workspace, 'state'), join(link, 'state')])
    expect(new OwnFolders(state, workspace, home).open(shop)).toMatch(join(home, '.switchyard', 'launches'));
  expect(new OwnFolders(join(home, 'state'), workspace, home).open(shop)).toMatch(join(home, 'state'));
});
