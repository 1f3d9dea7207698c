import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Agent, overStdio } from './clients';
import { world } from './world';

/** A workspace, with or without git, and an agent on it. */
async function tracked(options: readonly string[] = [], hasGit = true) {
  const of = world({});
  const folder = join(of.folder, 'workspace');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  if (hasGit) {
    git('init', '--quiet', '--initial-branch=main');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Begin');
  }
  const { agent } = await overStdio(of, options);
  const path = (name: string) => join(folder, name);
  return { of, agent, git, write: (name: string, text: string) => writeFileSync(path(name), text), path };
}

async function begun(agent: Agent): Promise<string> {
  const { structured: workflow } = await agent.call('start_workflow', { name: 'Work' });
  const { structured: task } = await agent.call('start_task', {
    workflow_id: workflow['workflow_id'],
    name: 'A task',
    goal: 'Something',
  });
  return String(task['task_id']);
}

const ended = { status: 'success', outcome: { summary: 'Done.' } };

test('accounts for committed, uncommitted, untracked and deleted files of a real repository', async () => {
  const { agent, git, write, path } = await tracked();
  const task = await begun(agent);
  write('committed.txt', 'new\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'One commit');
  write('é "odd".txt', 'untracked\n');
  execFileSync('rm', [path('hello.txt')]);
  const { structured } = await agent.call('complete_task', { task_id: task, ...ended });
  expect(structured['files_changed']).toEqual({
    added: ['committed.txt', 'é "odd".txt'],
    modified: [],
    deleted: ['hello.txt'],
    renamed: [],
  });
  expect(structured['commits']).toMatchObject([{ subject: 'One commit' }]);
  expect(git('status', '--porcelain')).toContain('hello.txt');
});

test('accounts for a folder without git as well', async () => {
  const { agent, write } = await tracked([], false);
  const task = await begun(agent);
  write('hello.txt', 'Changed.\n');
  write('new.txt', 'new\n');
  const { structured } = await agent.call('complete_task', { task_id: task, ...ended });
  expect(structured['files_changed']).toMatchObject({ added: ['new.txt'], modified: ['hello.txt'] });
});

test('goes on after a restart with what was recorded, and shows it as a resource', async () => {
  const { of, agent, write } = await tracked();
  const task = await begun(agent);
  write('hello.txt', 'Changed before the restart.\n');
  await agent.client.close();
  const { agent: next } = await overStdio(of);
  expect((await next.call('get_context')).structured['tasks']).toMatchObject([
    { task_id: task, status: 'abandoned' },
  ]);
  await next.call('complete_task', { task_id: task, ...ended });
  const { resources } = await next.client.listResources();
  const { contents } = await next.client.readResource({ uri: resources[0]?.uri ?? '' });
  expect(contents[0]).toMatchObject({
    mimeType: 'text/markdown',
    text: expect.stringContaining('hello.txt'),
  });
  await expect(next.client.readResource({ uri: 'sc://workflows/none' })).rejects.toThrow(/-32002/);
});

test('puts files back only where a flag allowed it, and the plan is shown by a module that is off at first', async () => {
  const { agent, write, path } = await tracked();
  const task = await begun(agent);
  write('hello.txt', 'Changed.\n');
  await agent.call('complete_task', { task_id: task, ...ended });
  expect(await agent.call('restore_task', { task_id: task })).toMatchObject({ code: 'not-active-here' });
  expect((await agent.call('mcp_activate', { name: 'workflow-history' })).text).toContain('restore_task');
  expect(await agent.toolNames()).toContain('restore_task');
  const plan = await agent.call('mcp_call_tool', {
    server: 'workflow-history',
    tool: 'restore_task',
    arguments: { task_id: task },
  });
  expect(plan.structured).toMatchObject({ applied: false, totals: { write: 1 } });
  expect(await agent.call('restore_task', { task_id: task, apply: true })).toMatchObject({
    code: 'needs-person',
  });
  expect(readFileSync(path('hello.txt'), 'utf8')).toBe('Changed.\n');
  await agent.call('mcp_deactivate', { name: 'workflow-history' });
  expect(await agent.toolNames()).not.toContain('restore_task');
});

test('puts files back where a flag allowed it', async () => {
  const { agent, write, path } = await tracked(['--allow-restore']);
  const task = await begun(agent);
  write('hello.txt', 'Changed.\n');
  write('new.txt', 'new\n');
  await agent.call('complete_task', { task_id: task, ...ended });
  await agent.call('mcp_activate', { name: 'workflow-history' });
  const { structured } = await agent.call('restore_task', { task_id: task, apply: true });
  expect(structured).toMatchObject({ applied: true });
  expect(readFileSync(path('hello.txt'), 'utf8')).toBe('Hello from a real file.\n');
  expect(existsSync(path('new.txt'))).toBe(false);
});
