import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { overStdio, start } from './clients';
import { world } from './world';

const FILES = 300;

/** A task that changed many files of a real repository, and an agent that may restore it. */
async function changed() {
  const of = world({});
  const folder = join(of.folder, 'workspace');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
  const writeAll = (text: string) => {
    for (let i = 0; i < FILES; i++) writeFileSync(join(folder, `file-${i}.txt`), `${text} ${i}\n`);
  };
  writeAll('before');
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  const begun = await overStdio(of);
  const { structured: workflow } = await begun.agent.call('start_workflow', { name: 'Work' });
  const { structured: task } = await begun.agent.call('start_task', {
    workflow_id: workflow['workflow_id'],
    name: 'Many files',
    goal: 'Change them',
  });
  writeAll('after');
  const id = String(task['task_id']);
  await begun.agent.call('complete_task', { task_id: id, status: 'success', outcome: { summary: 'Done.' } });
  await begun.agent.client.close();
  return { of, folder, id, counts: () => countsOf(folder) };
}

/** How many files hold what was there before the task, and how many what it wrote. */
function countsOf(folder: string) {
  const texts = readdirSync(folder)
    .filter(name => name.startsWith('file-'))
    .map(name => readFileSync(join(folder, name), 'utf8'));
  const before = texts.filter(text => text.startsWith('before')).length;
  const after = texts.filter(text => text.startsWith('after')).length;
  return { before, after };
}

test.each(['finish', 'undo'] as const)(
  'a restore killed in its middle can be brought to an end: %s',
  async way => {
    const { of, folder, id, counts } = await changed();
    const first = join(folder, 'file-0.txt');
    const killed = start([...of.options, '--allow-restore']);
    const send = (message: object) =>
      killed.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    });
    await killed.line();
    send({ method: 'notifications/initialized' });
    send({
      id: 2,
      method: 'tools/call',
      params: { name: 'mcp_activate', arguments: { name: 'workflow-history' } },
    });
    await killed.line(line => line.includes('"id":2'));
    send({
      id: 3,
      method: 'tools/call',
      params: { name: 'restore_task', arguments: { task_id: id, apply: true } },
    });
    // The middle: some files are back, some are not. One is watched: to read all of them starves the restore.
    await expect.poll(() => readFileSync(first, 'utf8'), { interval: 1 }).toContain('before');
    killed.child.kill('SIGKILL');
    await killed.exit;
    const { before, after } = counts();
    expect(before + after, 'no file is torn').toBe(FILES);

    const { agent } = await overStdio(of, ['--settle-restores', way]);
    const { structured } = await agent.call('get_context', { task_id: id });
    expect(counts()).toEqual(way === 'finish' ? { before: FILES, after: 0 } : { before: 0, after: FILES });
    expect(structured['tasks']).toMatchObject([{ status: way === 'finish' ? 'reverted' : 'success' }]);
  },
);
