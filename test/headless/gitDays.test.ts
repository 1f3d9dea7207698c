import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { topic } from './flow';
import { begun, ended, lines, scene, Shell } from './repositories';

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

test('says what stays of an added submodule after a restore, and how it is removed', async () => {
  const { agent, shell } = await scene(library, ['--allow-restore']);
  const task = await begun(agent);
  addLibrary(shell);
  await ended(agent, task);
  await agent.call('mcp_activate', { name: 'workflow-history' });
  const index = shell.git('ls-files', '--stage');
  const { text } = await agent.call('restore_task', { task_id: task, apply: true });
  expect(text).toContain('Deleted (1): .gitmodules.');
  expect(text).toContain('vendor/lib (It is a submodule that was added. What stays: its entry in the index,');
  expect(shell.git('ls-files', '--stage')).toBe(index);
  for (const [, command = ''] of text.matchAll(/run git (.+?)(?=,)/g))
    shell.git(...command.split(' ').map(word => word.replaceAll('"', '')));
  expect(text).toContain('git rm --cached --ignore-unmatch .gitmodules');
  shell.git('rm', '--quiet', '--cached', '--ignore-unmatch', '.gitmodules');
  for (const folder of ['vendor/lib', '.git/modules/vendor/lib']) {
    expect(text).toContain(JSON.stringify(folder));
    shell.remove(folder);
  }
  expect([shell.git('status', '--short'), shell.git('submodule', 'status')]).toEqual(['', '']);
  expect(shell.read('.git/config')).not.toContain('submodule');
  addLibrary(shell);
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

test.skipIf(process.platform === 'win32')(
  'tells a committed file of an ignored folder as deleted when the folder that it was in becomes a link',
  async () => {
    const { agent, shell } = await scene(
      repository => {
        repository.write('out/ext/file.txt', 'file\n');
        repository.write('real/file.txt', 'real\n');
        repository.commit('Files');
        repository.write('.gitignore', 'out/\n');
        repository.commit('Ignore');
      },
      ['--allow-restore'],
    );
    const task = await begun(agent);
    shell.remove('out/ext');
    symlinkSync('../real', shell.path('out/ext'));
    shell.write('real/file.txt', 'changed\n');
    const told = await ended(agent, task);
    expect(told.own).toEqual(['deleted out/ext/file.txt', 'modified real/file.txt']);
    expect(told.text).not.toContain('incomplete');
    await agent.call('mcp_activate', { name: 'workflow-history' });
    const why = '(1): out/ext/file.txt (It lies behind out/ext, which is no folder and stays).';
    const planned = await agent.call('restore_task', { task_id: task });
    expect(planned.text).toContain(`Would write (1): real/file.txt.\nCan't be restored ${why}`);
    const whole = await agent.call('restore_task', { task_id: task, apply: true });
    expect(whole.text).toContain(`Written (1): real/file.txt.\nCouldn't be restored ${why}`);
    expect([shell.read('real/file.txt'), whole.structured['status']]).toEqual(['real\n', 'success']);
    // Once the link is gone, the rest can be restored.
    rmSync(shell.path('out/ext'));
    const rest = await agent.call('restore_task', { task_id: task, apply: true });
    expect(rest.text).toContain('Written (1): out/ext/file.txt.');
    expect(shell.read('out/ext/file.txt')).toBe('file\n');
  },
);

test.skipIf(process.platform === 'win32')(
  'restores a folder that the task made a link, and foresees which file it cannot reach where the link is to stay',
  async () => {
    const { agent, shell } = await scene(
      repository => {
        repository.write('ext/file.txt', 'file\n');
        repository.write('real/file.txt', 'real\n');
        repository.commit('Files');
      },
      ['--allow-restore'],
    );
    const task = await begun(agent);
    shell.remove('ext');
    symlinkSync('real', shell.path('ext'));
    shell.write('real/file.txt', 'changed\n');
    await ended(agent, task);
    await agent.call('mcp_activate', { name: 'workflow-history' });
    const paths = ['ext/file.txt', 'real/file.txt'];
    const some = await agent.call('restore_task', { task_id: task, paths, apply: true });
    expect(some.text).toContain('ext/file.txt (It lies behind ext, which is no folder and stays).');
    expect(shell.read('real/file.txt')).toBe('real\n');
    const whole = await agent.call('restore_task', { task_id: task, apply: true });
    expect(whole.text).toContain('All files that the task changed are back');
    expect([shell.read('ext/file.txt'), shell.read('real/file.txt')]).toEqual(['file\n', 'real\n']);
  },
);

test.skipIf(process.platform === 'win32')(
  'does not call an account incomplete for a committed file behind a link that was there before',
  async () => {
    const { agent, shell } = await scene(repository => {
      repository.write('out/ext/file.txt', 'file\n');
      repository.commit('Files');
      repository.write('.gitignore', 'out/\n');
      repository.commit('Ignore');
      repository.remove('out/ext');
      mkdirSync(repository.path('out/real'));
      symlinkSync('real', repository.path('out/ext'));
      repository.write('out/ext/file.txt', 'file\n');
    });
    const task = await begun(agent);
    shell.edit('a.txt');
    const told = await ended(agent, task);
    expect(told.own).toEqual(['modified a.txt']);
    expect(told.text).not.toContain('incomplete');
  },
);

test('does not call commits lost that are rewritten on another branch', async () => {
  const { agent, shell } = await scene(repository => {
    topic(repository);
    repository.branch('feature', () => repository.write('feature.txt', lines('feature')));
    repository.git('worktree', 'add', '--quiet', '-b', 'other', '../tree');
    const there = new Shell(repository.path('../tree'), 'Ben');
    there.edit('b.txt');
    there.commit('Of Ben');
  });
  const task = await begun(agent);
  shell.git('rebase', '--quiet', 'topic', 'feature');
  shell.git('switch', '--quiet', 'main');
  const there = new Shell(shell.path('../tree'), 'Ben');
  there.edit('b.txt', 4);
  for (const message of ['Better of Ben', 'Best of Ben'])
    there.git('commit', '--quiet', '--all', '--amend', '--message', message);
  const { text, structured } = await ended(agent, task);
  const now = (branch: string): string => shell.git('rev-parse', '--short=7', branch).trim();
  expect(text).toContain(`"Work on feature" is now ${now('feature')}`);
  expect(text).toContain(`"Of Ben" is now ${now('other')}`);
  expect(text).not.toContain('no longer on any branch');
  expect(structured['status']).toBe('success');
});

test('says that changes in an ignored repository inside are not recorded, where there are any', async () => {
  const { agent, shell } = await scene(repository => {
    repository.write('.gitignore', 'inner/\nothers/\n');
    repository.commit('Ignore');
    for (const place of ['inner', 'others/one', 'others/two']) {
      repository.git('init', '--quiet', place);
      repository.write(`${place}/a.txt`, 'a\n');
      new Shell(repository.path(place)).commit('Begin');
    }
    repository.aMomentLater();
  });
  const task = await begun(agent);
  shell.edit('a.txt');
  expect((await ended(agent, task)).text).not.toContain('incomplete');
  const next = await begun(agent);
  shell.write('inner/a.txt', 'changed\n');
  shell.write('others/two/new/b.txt', 'b\n');
  expect((await ended(agent, next)).text).toContain(
    'The account is incomplete: Changes in these repositories are not recorded, because git ignores their folders: inner, others/two.',
  );
});
