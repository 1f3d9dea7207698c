import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { topic } from './flow';
import { begun, ended, scene, Shell } from './repositories';

/** A library of somebody else, beside the repository. */
function library(shell: Shell): void {
  shell.git('init', '--quiet', '../library');
  const there = new Shell(shell.path('../library'), 'Ben');
  there.write('lib.txt', 'lib\n');
  there.commit('Library');
}

const addLibrary = (shell: Shell): void => {
  shell.git('submodule', '--quiet', 'add', shell.path('../library'), 'vendor/lib');
};

test('tells a submodule that the task adds, and its later commits', async () => {
  const { agent, shell } = await scene(library);
  const task = await begun(agent);
  addLibrary(shell);
  const added = await ended(agent, task);
  expect(added.own).toEqual(['added .gitmodules', 'added vendor/lib']);
  expect(added.imported).toEqual(['added vendor/lib/lib.txt']);
  expect(added.text).toContain('added vendor/lib');
  const next = await begun(agent);
  const inside = new Shell(shell.path('vendor/lib'));
  inside.edit('lib.txt', 1);
  inside.commit('In the submodule');
  expect((await ended(agent, next)).own).toEqual(['modified vendor/lib', 'modified vendor/lib/lib.txt']);
});

test('tells a submodule that came with a merge as imported, and not again when it is checked out', async () => {
  const { agent, shell } = await scene(repository => {
    library(repository);
    repository.branch('topic', () => addLibrary(repository));
    rmSync(repository.path('vendor'), { recursive: true, force: true });
  });
  const task = await begun(agent);
  shell.git('merge', '--quiet', 'topic');
  const merged = await ended(agent, task);
  expect([merged.own, merged.imported]).toEqual([[], ['added .gitmodules', 'added vendor/lib']]);
  const next = await begun(agent);
  shell.git('submodule', '--quiet', 'update', '--init');
  const checkedOut = await ended(agent, next);
  expect([checkedOut.own, checkedOut.imported]).toEqual([[], ['added vendor/lib/lib.txt']]);
});
