import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GitSnapshots } from '../../src/node/git/gitSnapshots';
import { calm, oneFile, requestOf, type SnapshotWorld } from './world';

let at: SnapshotWorld;

beforeEach(() => {
  at = oneFile();
});
afterEach(() => at.dispose());

/** A folder beside the workspace's first one, with a file in it. */
function beside(name: string, isRepository: boolean): string {
  const folder = join(at.base, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'old.txt'), 'old\n');
  if (!isRepository) return folder;
  at.gitIn(folder, 'init', '-q', '-b', 'main');
  at.gitIn(folder, 'add', '-A');
  at.gitIn(folder, 'commit', '-q', '-m', 'Begin');
  return folder;
}

/** What a window with these folders tells of the changes. */
async function changesOf(window: GitSnapshots, change: () => void) {
  const start = await window.take(calm);
  change();
  const end = await window.take(calm);
  const request = requestOf(start, end);
  const account = await window.account(request, calm);
  return { request, account, paths: account.own.map(({ status, path }) => `${status} ${path}`) };
}

test('tells and puts back what a task changed in every folder of the workspace', async () => {
  const [library, notes] = [beside('library', true), beside('notes', false)];
  const window = at.open({ otherFolders: () => [library, notes] });
  const { request, account, paths } = await changesOf(window, () => {
    at.write('a.txt', 'changed\n');
    for (const folder of [library, notes]) {
      writeFileSync(join(folder, 'old.txt'), 'changed\n');
      writeFileSync(join(folder, 'new.txt'), 'new\n');
    }
    at.gitIn(library, 'add', '-A');
    at.gitIn(library, 'commit', '-q', '-m', 'Work');
  });
  expect(paths.toSorted()).toEqual([
    'added ../library/new.txt',
    'added ../notes/new.txt',
    'modified ../library/old.txt',
    'modified ../notes/old.txt',
    'modified a.txt',
  ]);
  expect([account.partial, account.isRestorable]).toEqual([null, true]);
  const before = await window.read(request.start, '../library/old.txt', calm);
  expect(Buffer.from(before ?? []).toString()).toBe('old\n');

  const plan = await window.planRestore(request, null, calm);
  await window.applyRestore(plan, new Map(), calm);
  const found = [library, notes].map(folder => [...at.disk(folder)]);
  expect(found).toEqual([[['old.txt', 'old\n']], [['old.txt', 'old\n']]]);
});

test('never takes the files of a folder for new that a person added to the workspace meanwhile', async () => {
  const library = beside('library', true);
  const folders: string[] = [];
  const window = at.open({ otherFolders: () => folders });
  const { request, account, paths } = await changesOf(window, () => {
    at.write('a.txt', 'changed\n');
    folders.push(library);
  });
  expect(paths).toEqual(['modified a.txt']);
  expect(account.partial).toContain('A folder was not in the workspace all the time');
  const plan = await window.planRestore(request, null, calm);
  expect(plan.steps.map(({ path }) => path)).toEqual(['a.txt']);

  const removed = await changesOf(window, () => {
    at.write('a.txt', 'again\n');
    folders.pop();
  });
  expect(removed.paths).toEqual(['modified a.txt']);
});

test('tells once what lies in two folders of the workspace', async () => {
  mkdirSync(at.path('packages/app'), { recursive: true });
  const window = at.open({ otherFolders: () => [at.path('packages/app'), at.folder, join(at.base, 'gone')] });
  const { paths } = await changesOf(window, () => at.write('packages/app/x.txt', 'new\n'));
  expect(paths).toEqual(['added packages/app/x.txt']);
});
