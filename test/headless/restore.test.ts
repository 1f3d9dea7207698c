import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Agent, overStdio, start } from './clients';
import { world } from './world';

const ALLOWED = ['--allow-restore'];
const ended = { status: 'success', outcome: { summary: 'Done.' } };

/** A real repository, and an agent that may restore in it. */
async function repository(files: Readonly<Record<string, string>>) {
  const of = world({});
  const folder = join(of.folder, 'workspace');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  const path = (name: string) => join(folder, name);
  const write = (name: string, text: string | Buffer) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  const read = (name: string) => readFileSync(path(name), 'utf8');
  const open = async () => {
    const { agent } = await overStdio(of, ALLOWED);
    await agent.call('mcp_activate', { name: 'workflow-history' });
    return agent;
  };
  return { of, git, path, write, read, open, agent: await open() };
}

async function begun(agent: Agent, facts: object = {}, name = 'A task'): Promise<string> {
  const { structured: workflow } = await agent.call('start_workflow', { name: 'Work' });
  const { structured: task } = await agent.call('start_task', {
    workflow_id: workflow['workflow_id'],
    name,
    goal: 'Something',
    ...facts,
  });
  return String(task['task_id']);
}

const statusOf = async (agent: Agent, task: string) => {
  const { structured } = await agent.call('get_context', { task_id: task });
  return (structured['tasks'] as { status: string }[])[0]?.status;
};

test('restores part by part, in one program and the next, and takes each part back', async () => {
  const { agent, open, write, read, path } = await repository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const task = await begun(agent);
  write('a.txt', 'task\n');
  write('b.txt', 'task\n');
  write('new.txt', 'task\n');
  await agent.call('complete_task', { task_id: task, ...ended });

  const part = await agent.call('restore_task', { task_id: task, paths: ['a.txt'], apply: true });
  expect(part.text).toContain('Written (1): a.txt.\nSkipped, not requested (2): b.txt, new.txt.');
  expect(part.text).not.toContain('as they were before');
  expect([read('a.txt'), read('b.txt'), await statusOf(agent, task)]).toEqual(['a\n', 'task\n', 'success']);
  await agent.client.close();

  const next = await open();
  const rest = await next.call('restore_task', { task_id: task, apply: true });
  expect(rest.text).toContain('All files that the task changed are back to their state before the task.');
  expect([read('b.txt'), existsSync(path('new.txt')), await statusOf(next, task)]).toEqual([
    'b\n',
    false,
    'reverted',
  ]);
  const dry = await next.call('restore_task', { task_id: task, undo: true });
  expect(dry.text).toContain(`restore_task with task_id "${task}", undo: true, apply: true.`);
  expect(read('b.txt')).toBe('b\n');
  await next.call('restore_task', { task_id: task, undo: true, apply: true });
  expect([read('a.txt'), read('b.txt'), read('new.txt')]).toEqual(['a\n', 'task\n', 'task\n']);
  expect(await statusOf(next, task)).toBe('success');
  await next.call('restore_task', { task_id: task, undo: true, apply: true });
  expect(read('a.txt')).toBe('task\n');
  expect(await next.call('restore_task', { task_id: task, undo: true })).toMatchObject({
    code: 'no-restore',
  });
});

test('says that the uncommitted work of the user is lost which the task committed and threw away, and brings it back', async () => {
  const { agent, git, write, read, path } = await repository({ 'a.txt': 'a\n' });
  write('a.txt', 'person\n');
  write('draft.txt', 'draft\n');
  const task = await begun(agent);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Work in progress');
  git('reset', '--quiet', '--hard', 'HEAD~1');
  const done = await agent.call('complete_task', { task_id: task, ...ended });
  expect(done.text).toContain('Work from before the task was lost: a.txt, draft.txt. Tell the user.');
  expect([done.structured['status'], read('a.txt'), existsSync(path('draft.txt'))]).toEqual([
    'awaiting_review',
    'a\n',
    false,
  ]);
  await agent.call('restore_task', { task_id: task, apply: true });
  expect([read('a.txt'), read('draft.txt')]).toEqual(['person\n', 'draft\n']);
});

test('plans to write nothing behind a link that the task made and that is to stay, and restores the rest', async () => {
  const { agent, of, write, read, path } = await repository({ 'd/a.txt': 'a\n', 'b.txt': 'b\n' });
  const outside = join(of.folder, 'outside');
  mkdirSync(outside);
  const task = await begun(agent);
  rmSync(path('d'), { recursive: true });
  symlinkSync(outside, path('d'));
  write('b.txt', 'task\n');
  await agent.call('complete_task', { task_id: task, ...ended });
  const choices = { d: 'keep' };
  const planned = await agent.call('restore_task', { task_id: task, choices });
  expect(planned.text).toContain('Would write (1): b.txt.\nWould keep, as chosen (2): d, d/a.txt.');
  const done = await agent.call('restore_task', { task_id: task, choices, apply: true });
  expect(done.text).toContain('Written (1): b.txt.\nKept, as chosen (2): d, d/a.txt.');
  expect([read('b.txt'), readdirSync(outside), lstatSync(path('d')).isSymbolicLink()]).toEqual([
    'b\n',
    [],
    true,
  ]);
});

test('takes the restore of a committed file with keys back that is ignored', async () => {
  const { agent, git, write, read } = await repository({ '.gitignore': '.env\n' });
  write('.env', 'KEY=1\n');
  git('add', '--force', '.env');
  git('commit', '--quiet', '--message', 'Settings');
  const task = await begun(agent);
  write('.env', 'KEY=2\n');
  await agent.call('complete_task', { task_id: task, ...ended });
  await agent.call('restore_task', { task_id: task, apply: true });
  expect(read('.env')).toBe('KEY=1\n');
  await agent.call('restore_task', { task_id: task, undo: true, apply: true });
  expect(read('.env')).toBe('KEY=2\n');
});

test('removes what a task made in a repository of its own, as tools do for a new project, and brings it back', async () => {
  const { agent, write, read, path } = await repository({ 'a.txt': 'a\n' });
  const task = await begun(agent);
  write('app/index.js', 'app\n');
  write('app/src/main.js', 'main\n');
  const inApp = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: path('app'),
    });
  inApp('init', '--quiet');
  inApp('add', '--all');
  inApp('commit', '--quiet', '--message', 'Initial commit');
  await agent.call('complete_task', { task_id: task, ...ended });
  const done = await agent.call('restore_task', { task_id: task, apply: true });
  expect(done.text).toContain('Deleted (2): app/index.js, app/src/main.js.');
  expect([existsSync(path('app/index.js')), await statusOf(agent, task)]).toEqual([false, 'reverted']);
  await agent.call('restore_task', { task_id: task, undo: true, apply: true });
  expect([read('app/index.js'), read('app/src/main.js')]).toEqual(['app\n', 'main\n']);
});

test('keeps a restore that cannot be taken back now, until it can', async () => {
  const { agent, git, write, path } = await repository({ 'big.txt': 'x'.repeat(6 * 1024 * 1024) });
  const task = await begun(agent);
  rmSync(path('big.txt'));
  await agent.call('complete_task', { task_id: task, ...ended });
  await agent.call('restore_task', { task_id: task, apply: true });
  write('big.txt', 'y'.repeat(6 * 1024 * 1024));
  const refused = await agent.call('restore_task', { task_id: task, undo: true, apply: true });
  expect(refused.text).toContain('Nothing to restore for task');
  expect(refused.text).toContain('The restore is not undone, and the task stays reverted.');
  expect([await statusOf(agent, task), existsSync(path('big.txt'))]).toEqual(['reverted', true]);
  git('checkout', '--', 'big.txt');
  await agent.call('restore_task', { task_id: task, undo: true, apply: true });
  expect([await statusOf(agent, task), existsSync(path('big.txt'))]).toEqual(['success', false]);
});

test('asks about conflicts with the arguments that answer, and merges, keeps or puts back as chosen', async () => {
  const lines = (...texts: string[]) => texts.map(text => `${text}\n`).join('');
  const before = { 'a.txt': lines('1', '2', '3'), 'b.txt': 'b\n', 'c.txt': 'c\n' };
  const { agent, write, read } = await repository(before);
  const task = await begun(agent);
  write('a.txt', lines('1', 'task', '3'));
  write('b.txt', 'task\n');
  write('c.txt', 'task\n');
  await agent.call('complete_task', { task_id: task, ...ended });
  write('a.txt', lines('1', 'person', '3'));
  write('b.txt', 'person\n');
  write('c.txt', 'person\n');

  const refused = await agent.call('restore_task', { task_id: task, apply: true });
  expect(refused.code).toBe('conflicts-open');
  expect(refused.text).toContain('a.txt (It was changed after the task in the same lines.');
  expect(refused.text).toContain('or file by file, e.g. choices: {"a.txt": "merge"}.');
  expect([read('a.txt'), await statusOf(agent, task)]).toEqual([lines('1', 'person', '3'), 'success']);

  const done = await agent.call('restore_task', {
    task_id: task,
    apply: true,
    conflicts: 'keep',
    choices: { 'a.txt': 'merge', 'b.txt': 'before' },
  });
  expect(done.text).toContain('Written with conflict markers, to merge by hand (1): a.txt.');
  expect(done.text).toContain('Kept, as chosen (1): c.txt.');
  expect(read('a.txt')).toMatch(/<<<<<<< now\nperson\n[^]*2\n>>>>>>> before the task/);
  expect([read('b.txt'), read('c.txt'), await statusOf(agent, task)]).toEqual(['b\n', 'person\n', 'success']);
});

test('never says that files are as before where one is too large to be kept, or came by a merge', async () => {
  const { agent, git, write, read } = await repository({ 'a.txt': 'a\n' });
  git('checkout', '--quiet', '-b', 'other');
  write('theirs.txt', 'theirs\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Theirs');
  git('checkout', '--quiet', 'main');
  write('big.bin', Buffer.alloc(6 * 1024 * 1024));
  const task = await begun(agent);
  git('merge', '--quiet', '--no-edit', 'other');
  write('a.txt', 'task\n');
  write('big.bin', Buffer.alloc(6 * 1024 * 1024, 7));
  await agent.call('complete_task', { task_id: task, ...ended });
  const { text, structured } = await agent.call('restore_task', { task_id: task, apply: true });
  expect(text).toContain('Written (1): a.txt.');
  expect(text).toContain(
    "Couldn't be restored (1): big.bin (No copy of its content before the task was kept).",
  );
  expect(text).toContain('Skipped, from checkout, merge, rebase or pull (1): theirs.txt.');
  expect(text).not.toMatch(/are back to their state/);
  expect(structured).toMatchObject({ status: 'success' });
  expect(read('theirs.txt')).toBe('theirs\n');
});

test('restores what tasks share only by name and choice, and names the other task', async () => {
  const { agent, write, read } = await repository({ 'both.txt': 'before\n' });
  const one = await begun(agent, {}, 'One');
  const two = await begun(agent, {}, 'Two');
  write('both.txt', 'after\n');
  for (const task of [two, one]) await agent.call('complete_task', { task_id: task, ...ended });
  const dry = await agent.call('restore_task', { task_id: one });
  expect(dry.text).toContain(`Ran at the same time: "Two" (${two})`);
  expect(dry.text).toContain('paths: ["both.txt"], and choose.');
  const named = { task_id: one, paths: ['both.txt'], apply: true };
  expect(await agent.call('restore_task', named)).toMatchObject({ code: 'conflicts-open' });
  await agent.call('restore_task', { ...named, conflicts: 'merge' });
  expect(read('both.txt')).toBe('before\n');
});

test("restores a shared file by name also when all of the task's own files are back", async () => {
  const { agent, write, read } = await repository({ 'both.txt': 'before\n' });
  const one = await begun(agent, { areas: ['one'] }, 'One');
  const two = await begun(agent, { areas: ['two'] }, 'Two');
  write('one/1.txt', '1\n');
  write('two/2.txt', '2\n');
  write('both.txt', 'after\n');
  for (const task of [two, one]) await agent.call('complete_task', { task_id: task, ...ended });
  const first = await agent.call('restore_task', { task_id: one, apply: true });
  expect(first.text).toContain('paths: ["both.txt"], and choose.');
  expect(first.text).toContain('by a subtask, another task or a person (1): two/2.txt.');
  expect(await statusOf(agent, one)).toBe('reverted');
  const named = { task_id: one, paths: ['both.txt'], conflicts: 'before', apply: true };
  expect(await agent.call('restore_task', named)).toMatchObject({ isError: false });
  expect(read('both.txt')).toBe('before\n');
  await agent.call('restore_task', { task_id: one, undo: true, apply: true });
  expect([read('both.txt'), await statusOf(agent, one)]).toEqual(['after\n', 'reverted']);
  expect(await agent.call('restore_task', { task_id: one, paths: ['one/1.txt'] })).toMatchObject({
    code: 'not-restorable',
  });
});

test('does not restore a task that goes on; names what to do, and does it then', async () => {
  const { agent, write, path } = await repository({ 'a.txt': 'a\n' });
  const task = await begun(agent);
  write('new.txt', 'x\n');
  const refused = await agent.call('restore_task', { task_id: task, apply: true });
  expect(refused).toMatchObject({ code: 'not-restorable' });
  expect(refused.text).toContain(`Call complete_task with task_id "${task}" first`);
  expect([existsSync(path('new.txt')), await statusOf(agent, task)]).toEqual([true, 'in_progress']);
  await agent.call('complete_task', { task_id: task, ...ended });
  await agent.call('restore_task', { task_id: task, apply: true });
  expect(existsSync(path('new.txt'))).toBe(false);
});

test('puts a folder back that became a link to a folder, and takes that back', async () => {
  const { agent, write, read, path } = await repository({ 'dir/f.txt': 'f\n', 'other/f.txt': 'other\n' });
  const task = await begun(agent);
  rmSync(path('dir'), { recursive: true });
  symlinkSync('other', path('dir'));
  write('more.txt', 'x\n');
  await agent.call('complete_task', { task_id: task, ...ended });
  const { text } = await agent.call('restore_task', { task_id: task, apply: true });
  expect(text).toContain('All files that the task changed are back to their state before the task.');
  expect([lstatSync(path('dir')).isDirectory(), read('dir/f.txt'), read('other/f.txt')]).toEqual([
    true,
    'f\n',
    'other\n',
  ]);
  await agent.call('restore_task', { task_id: task, undo: true, apply: true });
  expect([lstatSync(path('dir')).isSymbolicLink(), read('dir/f.txt'), read('other/f.txt')]).toEqual([
    true,
    'other\n',
    'other\n',
  ]);
});

test.each(['finish', 'undo'] as const)(
  'a restore of the rest that is killed in its middle leaves the part before it alone: %s',
  async way => {
    const names = Array.from({ length: 300 }, (_, i) => `file-${i}.txt`);
    const made = await repository(Object.fromEntries([...names, 'part.txt'].map(name => [name, 'before\n'])));
    const { of, agent, write, read, path } = made;
    const task = await begun(agent);
    for (const name of [...names, 'part.txt']) write(name, 'after\n');
    await agent.call('complete_task', { task_id: task, ...ended });
    await agent.call('restore_task', { task_id: task, paths: ['part.txt'], apply: true });
    await agent.client.close();

    const killed = start([...of.options, ...ALLOWED]);
    const send = (message: object) =>
      killed.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const call = (id: number, name: string, input: object) =>
      send({ id, method: 'tools/call', params: { name, arguments: input } });
    const clientInfo = { name: 't', version: '1' };
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    });
    await killed.line();
    send({ method: 'notifications/initialized' });
    call(2, 'mcp_activate', { name: 'workflow-history' });
    await killed.line(line => line.includes('"id":2'));
    call(3, 'restore_task', { task_id: task, apply: true });
    const back = () =>
      readdirSync(path('.')).filter(name => name.startsWith('file-') && read(name) === 'before\n').length;
    await expect.poll(back, { interval: 1 }).toBeGreaterThan(0);
    killed.child.kill('SIGKILL');
    await killed.exit;

    const { agent: next } = await overStdio(of, [...ALLOWED, '--settle-restores', way]);
    await next.call('mcp_activate', { name: 'workflow-history' });
    expect([back(), read('part.txt'), await statusOf(next, task)]).toEqual(
      way === 'finish' ? [300, 'before\n', 'reverted'] : [0, 'before\n', 'success'],
    );
    await next.call('restore_task', { task_id: task, undo: true, apply: true });
    expect([back(), read('part.txt'), await statusOf(next, task)]).toEqual(
      way === 'finish' ? [0, 'before\n', 'success'] : [0, 'after\n', 'success'],
    );
  },
);
