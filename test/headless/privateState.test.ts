import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { Agent } from './clients';
import { PROGRAM, script, TINY, type World, world } from './world';

/** Everything below the folder that others have any right to, with its rights. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => ({ name, mode: lstatSync(join(folder, name)).mode & 0o777 }))
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ name, mode }) => `${mode.toString(8)} ${name}`);
}

/** The program under a mask that takes no right from anybody. */
async function unmasked(of: World): Promise<Agent> {
  const args = [
    '-c',
    'umask 000; exec "$@"',
    'sh',
    process.execPath,
    PROGRAM,
    ...of.options,
    '--approve',
    'all',
    '--allow-restore',
  ];
  const env = { PATH: process.env['PATH'] ?? '', HOME: of.folder };
  return await new Agent().connect(
    new StdioClientTransport({ command: '/bin/sh', args, env, stderr: 'ignore' }),
  );
}

/** Records two tasks and puts the files of the first back, with a server running. */
async function work(agent: Agent, folder: string): Promise<void> {
  expect((await agent.call('mcp_activate', { name: 'tiny' })).isError).toBe(false);
  const { structured: workflow } = await agent.call('start_workflow', { name: 'Work' });
  const workflow_id = workflow['workflow_id'];
  for (const text of ['one', 'two']) {
    const begun = await agent.call('start_task', { workflow_id, name: text, goal: 'Write' });
    writeFileSync(join(folder, 'hello.txt'), text);
    writeFileSync(join(folder, `${text}.txt`), text);
    const task_id = begun.structured['task_id'];
    const outcome = { summary: 'Done.' };
    const ended = await agent.call('complete_task', { task_id, status: 'success', outcome });
    expect(ended.isError, ended.text).toBe(false);
  }
}

test.skipIf(process.platform === 'win32').each([
  ['a repository', true],
  ['a folder without git', false],
])(
  'keeps everything in its state folder for its owner alone, with %s and in a folder that was open',
  async (_, hasGit) => {
    const of = world({ tiny: script(TINY) });
    const [workspace, state] = [join(of.folder, 'workspace'), join(of.folder, 'state')];
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], { cwd: workspace });
    if (hasGit) {
      git('init', '--quiet');
      git('add', '--all');
      git('commit', '--quiet', '--message', 'Begin');
    }
    mkdirSync(state);
    chmodSync(state, 0o755);

    const agent = await unmasked(of);
    await work(agent, workspace);
    expect(readdirSync(state)).toEqual(
      expect.arrayContaining(['journal.db-wal', 'running', 'snapshots', 'roots']),
    );
    expect(openToOthers(state)).toEqual([]);
    await agent.client.close();

    // As an earlier version left them.
    for (const name of ['journal.db', 'journal.lock']) chmodSync(join(state, name), 0o644);
    for (const name of ['snapshots', 'roots']) chmodSync(join(state, name), 0o755);
    writeFileSync(join(state, 'mine.txt'), 'not of ours');
    chmodSync(join(state, 'mine.txt'), 0o644);
    const next = await unmasked(of);
    expect(openToOthers(state)).toEqual(['644 mine.txt']);
    await next.client.close();
    // What the user's own files may be read by is the user's business.
    if (hasGit) expect(statSync(join(workspace, '.git', 'index')).mode & 0o777).toBe(0o644);
  },
);
