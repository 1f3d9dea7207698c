import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type Agent, overHttp, overStdio } from './clients';
import { isJournalShared, world, type World } from './world';

const ended = { status: 'success', outcome: { summary: 'Done.' } };

/** A repository. */
function repository() {
  const of = world({});
  const folder = join(of.folder, 'workspace');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  return { of, write: (name: string, text = `${name}\n`) => writeFileSync(join(folder, name), text), folder };
}

/** An agent of a program that can be killed. */
async function killable(of: World, options: readonly string[] = []) {
  const { started, agent: connect } = await overHttp(of, options);
  const { agent } = await connect();
  return {
    agent,
    async kill() {
      started.child.kill('SIGKILL');
      await started.exit;
    },
  };
}

async function begun(agent: Agent, name: string, workflow?: unknown) {
  const workflowId =
    workflow ?? (await agent.call('start_workflow', { name: 'Work' })).structured['workflow_id'];
  const { structured, text } = await agent.call('start_task', {
    workflow_id: workflowId,
    name,
    goal: 'Something',
  });
  return { id: String(structured['task_id']), workflow: workflowId, text };
}

async function statusOf(agent: Agent, task: string): Promise<unknown> {
  const { structured } = await agent.call('get_context', { task_id: task });
  return (structured['tasks'] as { task_id: string; status: string }[])[0]?.status;
}

test('ends the task of a killed program at the next start, and shares nothing with it', async () => {
  const { of, write } = repository();
  const first = await killable(of);
  const lost = await begun(first.agent, 'Lost');
  write('lost.txt');
  await first.kill();

  const { agent } = await overStdio(of);
  expect(await statusOf(agent, lost.id)).toBe('abandoned');
  const next = await begun(agent, 'Next', lost.workflow);
  expect(next.text).not.toContain('Other tasks are open');
  write('next.txt');
  const { structured } = await agent.call('complete_task', { task_id: next.id, ...ended });
  expect(structured).toMatchObject({
    files_changed: { added: ['next.txt'] },
    attribution: { shared: [] },
  });
});

test('lets the agent of a killed program go on in the middle of its task', async () => {
  const { of, write } = repository();
  const first = await killable(of);
  const { id } = await begun(first.agent, 'Interrupted');
  write('before.txt');
  await first.kill();
  const { agent } = await overStdio(of);
  expect(await statusOf(agent, id)).toBe('abandoned');
  write('after.txt');
  const taken = await agent.call('start_task', { resume_task_id: id });
  expect(taken.structured).toMatchObject({ task_id: id, status: 'in_progress' });
  const { structured } = await agent.call('complete_task', { task_id: id, ...ended });
  expect(structured['files_changed']).toMatchObject({ added: ['after.txt', 'before.txt'] });
});

test('completes the task of a killed program without taking it up first', async () => {
  const { of, write } = repository();
  const first = await killable(of);
  const { id } = await begun(first.agent, 'Interrupted');
  write('before.txt');
  await first.kill();
  const { agent } = await overStdio(of);
  write('after.txt');
  const { structured } = await agent.call('complete_task', { task_id: id, ...ended });
  expect(structured).toMatchObject({
    status: 'success',
    files_changed: { added: ['after.txt', 'before.txt'] },
  });
});

test('names the task of another living program and leaves it alone; of one that dies it says nothing any more', async () => {
  const { of } = repository();
  const first = await killable(of);
  const theirs = await begun(first.agent, 'Theirs');
  const { agent } = await overStdio(of);
  expect(await statusOf(agent, theirs.id)).toBe('in_progress');
  const mine = await begun(agent, 'Mine', theirs.workflow);
  expect(mine.text).toContain(`"Theirs" (${theirs.id}): in progress for 0 min, another program`);
  await first.kill();
  const { text } = await begun(agent, 'Later', theirs.workflow);
  expect(text).toContain('"Mine"');
  expect(text).not.toContain('"Theirs"');
  expect(await statusOf(agent, theirs.id)).toBe('abandoned');
});

// It writes into the file.
test.skipIf(isJournalShared)('does not touch the task of a program of another machine', async () => {
  const { of, folder } = repository();
  const { agent: first } = await overStdio(of);
  const { id } = await begun(first, 'Elsewhere');
  await first.client.close();
  // As a shared state folder has it: the same journal, written by a machine of another name.
  const file = join(folder, '..', 'state', 'journal.db');
  expect(readFileSync(file).length).toBeGreaterThan(0);
  const database = new DatabaseSync(file);
  database.exec(`UPDATE events SET payload = replace(payload, '\\"place\\":\\"', '\\"place\\":\\"another ')`);
  database.close();
  const { agent } = await overStdio(of);
  expect(await statusOf(agent, id)).toBe('stale');
});

test('restores what a killed program had changed', async () => {
  const { of, write, folder } = repository();
  const first = await killable(of);
  const { id } = await begun(first.agent, 'Lost');
  write('hello.txt', 'Changed.\n');
  await first.kill();
  const { agent } = await overStdio(of, ['--allow-restore']);
  await agent.call('mcp_activate', { name: 'workflow-history' });
  const { structured } = await agent.call('restore_task', { task_id: id, apply: true });
  expect(structured).toMatchObject({ applied: true, totals: { write: 1 } });
  expect(readFileSync(join(folder, 'hello.txt'), 'utf8')).toBe('Hello from a real file.\n');
});
