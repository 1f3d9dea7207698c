import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Agent, overStdio } from './clients';
import { world } from './world';

const ended = { status: 'success', outcome: { summary: 'Done.' } };

/** A repository with one commit and an agent that has begun a task in it. */
async function begun(areas: readonly string[] = [], before: (git: Git) => void = () => undefined) {
  const of = world({});
  const folder = join(of.folder, 'workspace');
  const git: Git = (...args) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  before(git);
  const path = (name: string) => join(folder, name);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  const { agent } = await overStdio(of);
  const task = await startTask(agent, areas);
  return { of, agent, git, path, write, task };
}

type Git = (...args: readonly string[]) => string;

async function startTask(agent: Agent, areas: readonly string[]): Promise<string> {
  const { structured: workflow } = await agent.call('start_workflow', { name: 'Work' });
  const { structured: task } = await agent.call('start_task', {
    workflow_id: workflow['workflow_id'],
    name: 'A task',
    goal: 'Something',
    areas,
  });
  return String(task['task_id']);
}

test.each<[string, (path: (name: string) => string, git: Git) => void]>([
  ['.git deleted', path => rmSync(path('.git'), { recursive: true })],
  [
    '.git made anew',
    (path, git) => {
      rmSync(path('.git'), { recursive: true });
      git('init', '--quiet');
    },
  ],
  ['a garbage index', path => writeFileSync(path('.git/index'), 'garbage')],
  ['a garbage HEAD', path => writeFileSync(path('.git/HEAD'), 'garbage')],
  ['no objects', path => rmSync(path('.git/objects'), { recursive: true })],
])('tells the files of a task that ends with %s', async (_name, damage) => {
  const { agent, git, path, write, task } = await begun();
  write('hello.txt', 'Changed.\n');
  write('new.txt', 'new\n');
  damage(path, git);
  const { structured } = await agent.call('complete_task', { task_id: task, ...ended });
  expect(structured['files_changed']).toMatchObject({
    added: ['new.txt'],
    modified: ['hello.txt'],
    deleted: [],
    renamed: [],
  });
});

test('has a person look at a task that deleted the repository with its commits', async () => {
  const { agent, path, task } = await begun();
  rmSync(path('.git'), { recursive: true });
  const { structured, text } = await agent.call('complete_task', { task_id: task, ...ended });
  expect(structured['status']).toBe('awaiting_review');
  expect(text).toContain(
    '("The account is incomplete: The repository cannot be read any more, so its commits',
  );
});

test.skipIf(process.platform === 'win32')(
  'claims neither success nor scope where git failed at the end, and has a person look at it',
  async () => {
    const of = world({});
    const bin = join(of.folder, 'bin');
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    const broken = join(of.folder, 'broken');
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'git'),
      `#!/bin/sh\nif [ -e '${broken}' ]; then echo 'fatal: out of order' >&2; exit 128; fi\nexec '${real}' "$@"\n`,
    );
    chmodSync(join(bin, 'git'), 0o755);
    execFileSync('git', ['init', '--quiet'], { cwd: join(of.folder, 'workspace') });
    const { agent } = await overStdio(of, [], { PATH: `${bin}${delimiter}${process.env['PATH']}` });
    const task = await startTask(agent, ['src']);
    writeFileSync(join(of.folder, 'workspace', 'hello.txt'), 'Changed.\n');
    writeFileSync(broken, '');
    const { structured } = await agent.call('complete_task', { task_id: task, ...ended });
    expect(structured).toMatchObject({ status: 'awaiting_review' });
    expect(JSON.stringify(structured)).toContain('out of order');
    expect(JSON.stringify(structured)).toContain('The scope was not checked');
  },
);

test('names files that the task hid by rules of its own, and a large folder by its name', async () => {
  const { agent, path, write, task } = await begun();
  write('.gitignore', 'node_modules/\n*.secretly\n');
  write('.git/info/exclude', 'aside.txt\n');
  write('a.secretly', 'x\n');
  write('aside.txt', 'x\n');
  for (let i = 0; i < 300; i += 1) write(`node_modules/${i}.js`, `${i}\n`);
  const { structured } = await agent.call('complete_task', { task_id: task, ...ended });
  expect(structured['files_changed']).toMatchObject({ added: ['.gitignore', 'a.secretly', 'aside.txt'] });
  expect(JSON.stringify(structured)).toContain('Not told file by file');
  expect(existsSync(path('node_modules/1.js'))).toBe(true);
});

test('lists the commits that the task made in a worktree and brought here', async () => {
  const { of, agent, git, task } = await begun();
  const tree = join(of.folder, 'tree');
  git('worktree', 'add', '--quiet', '-b', 'feature', tree);
  writeFileSync(join(tree, 'hello.txt'), 'Changed.\n');
  git('-C', tree, 'commit', '--quiet', '--all', '--message', 'In the worktree');
  git('merge', '--quiet', 'feature');
  const { structured } = await agent.call('complete_task', { task_id: task, ...ended });
  expect(structured['files_changed']).toMatchObject({ modified: ['hello.txt'] });
  expect(structured['commits']).toMatchObject([{ subject: 'In the worktree' }]);
});

test('does not say that work is lost when the task gives up a merge that was open', async () => {
  const { agent, git, path, task } = await begun([], run => {
    const folder = run('rev-parse', '--show-toplevel').trim();
    const commit = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      run('add', '--all');
      run('commit', '--quiet', '--message', name);
    };
    run('switch', '--quiet', '--create', 'topic');
    commit('theirs.txt', 'theirs\n');
    commit('hello.txt', 'Hello from topic.\n');
    run('switch', '--quiet', 'main');
    commit('hello.txt', 'Hello from main.\n');
    expect(() => run('merge', '--quiet', 'topic')).toThrow('Command failed');
    writeFileSync(join(folder, 'draft.txt'), 'draft\n');
  });
  git('merge', '--abort');
  rmSync(path('draft.txt'));
  const { text } = await agent.call('complete_task', { task_id: task, ...ended });
  expect(text).toContain('deleted theirs.txt');
  expect(text).toContain('Work from before the task was lost: draft.txt. Tell the user.');
});

test.skipIf(process.getuid?.() !== 0)('names the repository inside that git does not trust', async () => {
  const { agent, write, task } = await begun([], git => {
    const inner = join(git('rev-parse', '--show-toplevel').trim(), 'inner');
    git('init', '--quiet', inner);
    writeFileSync(join(inner, 'a.txt'), 'a\n');
    execFileSync('chown', ['-R', '1234:1234', inner]);
  });
  write('inner/a.txt', 'changed\n');
  const { text } = await agent.call('complete_task', { task_id: task, ...ended });
  expect(text).toContain(
    'The account is incomplete: inner was not recorded: git does not trust the repository',
  );
});

test('tells a committed file in an ignored folder that is built again after it was gone', async () => {
  const { agent, path, write, task } = await begun([], git => {
    const dist = git('rev-parse', '--show-toplevel').trim();
    mkdirSync(join(dist, 'dist'));
    writeFileSync(join(dist, 'dist', 'app.js'), 'one\n');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Build');
    writeFileSync(join(dist, '.gitignore'), 'dist/\n');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Ignore the build');
  });
  const next = async (before: string) => {
    const { structured } = await agent.call('complete_task', { task_id: before, ...ended });
    return { changed: structured['files_changed'], task: await startTask(agent, []) };
  };
  rmSync(path('dist'), { recursive: true });
  const gone = await next(task);
  expect(gone.changed).toMatchObject({ deleted: ['dist/app.js'] });
  write('dist/app.js', 'two\n');
  const back = await next(gone.task);
  expect(back.changed).toMatchObject({ added: ['dist/app.js'] });
  write('dist/app.js', 'three\n');
  expect((await next(back.task)).changed).toMatchObject({ modified: ['dist/app.js'] });
});

test.skipIf(process.platform !== 'linux')('names files whose names are not UTF-8', async () => {
  const { agent, path, task, write } = await begun();
  const odd = Buffer.concat([Buffer.from(path('caf')), Buffer.from([0xe9])]);
  writeFileSync(odd, 'x\n');
  write('hello.txt', 'Changed.\n');
  const { structured } = await agent.call('complete_task', { task_id: task, ...ended });
  expect(structured['files_changed']).toMatchObject({ added: ['caf�E9'], modified: ['hello.txt'] });
  expect(readFileSync(odd, 'utf8')).toBe('x\n');
});

test.skipIf(process.platform !== 'linux')(
  'tells a rename by case alone whatever the settings say',
  async () => {
    const { agent, git, task } = await begun([], run => run('config', 'core.ignorecase', 'true'));
    git('-c', 'core.ignorecase=false', 'mv', 'hello.txt', 'Hello.txt');
    const { structured } = await agent.call('complete_task', { task_id: task, ...ended });
    expect(structured['files_changed']).toMatchObject({
      added: [],
      deleted: [],
      renamed: [{ from: 'hello.txt', to: 'Hello.txt' }],
    });
  },
);
