import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { knowsItsTree } from './indexTree';

let folder: string;
const git = (...args: readonly string[]): Buffer =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: folder });
const isKnown = (): Promise<boolean | undefined> => knowsItsTree(join(folder, '.git'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-index-'));
  git('init', '-q');
  // A folder whose name is the extension's.
  mkdirSync(join(folder, 'TREE'));
  for (const name of ['1', '2']) {
    writeFileSync(join(folder, 'TREE', name), name);
    git('add', '-A');
    git('commit', '-q', '-m', name);
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['--hard', true],
  ['--keep', true],
  ['--merge', true],
  ['--mixed', false],
])('after reset %s: %s', async (way, expected) => {
  git('reset', '-q', way, 'HEAD~1');
  expect(await isKnown()).toBe(expected);
});

test('nothing is known without an index', async () => {
  rmSync(join(folder, '.git', 'index'));
  expect(await isKnown()).toBeUndefined();
  writeFileSync(join(folder, '.git', 'index'), 'TREE');
  expect(await isKnown()).toBeUndefined();
});
