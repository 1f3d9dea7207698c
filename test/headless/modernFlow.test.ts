import { expect, test } from 'vitest';
import { overHttp } from './clients';
import { type ModernAgent, modernOverHttp, modernOverStdio } from './modernClients';
import { realServer, script, TINY, world } from './world';

const servers = { filesystem: realServer('filesystem', '${workspaceFolder}'), tiny: script(TINY) };

/** Discover, activate, use and deactivate, as an agent does within one turn. */
async function mainFlow(agent: ModernAgent): Promise<void> {
  const before = await agent.toolNames();
  const found = await agent.call('mcp_discover', { intent: 'read a file in a folder' });
  expect(found.text).toContain('- filesystem (available)');

  const activated = await agent.call('mcp_activate', { name: 'filesystem' });
  expect(activated.structured).toMatchObject({ server: 'filesystem', state: 'started' });
  const names = (activated.structured['tools'] as { readonly name: string }[]).map(({ name }) => name);
  await agent.listChangedTimes(1);
  expect((await agent.toolNames()).toSorted()).toEqual([...before, ...names].toSorted());

  const read = await agent.call('filesystem__read_text_file', { path: 'hello.txt' });
  expect([read.isError, read.text]).toEqual([false, 'Hello from a real file.\n']);

  const off = await agent.call('mcp_deactivate', { name: 'filesystem' });
  expect(off.structured).toMatchObject({ server: 'filesystem', still_active: [] });
  await agent.listChangedTimes(2);
  expect(await agent.toolNames()).toEqual(before);
  const late = await agent.call('filesystem__read_text_file', { path: 'hello.txt' });
  expect(late.code).toBe('not-active-here');
}

test('a client of the newer era does the main job over HTTP', async () => {
  const program = await overHttp(world(servers), ['--approve', 'all']);
  const agent = await modernOverHttp(program);
  expect(agent.client.getServerVersion()).toMatchObject({ name: 'switchyard' });
  expect(agent.client.getInstructions()).toContain('mcp_discover');
  await mainFlow(agent);
});

test('a client of the newer era does the main job over stdio', async () => {
  await mainFlow(await modernOverStdio(world(servers), ['--approve', 'all']));
});

test('a client of the newer era records a task, and hears of its run', async () => {
  const agent = await modernOverStdio(world(servers));
  const { structured: workflow } = await agent.call('start_workflow', { name: 'Work' });
  const { structured: task, text } = await agent.call('start_task', {
    workflow_id: workflow['workflow_id'],
    name: 'A task',
    goal: 'Something',
  });
  const id = String(task['task_id']);
  expect(id, text).toMatch(/^\w/);
  const done = await agent.call('complete_task', {
    task_id: id,
    status: 'success',
    outcome: { summary: 'Done.' },
  });
  expect(done.structured).toMatchObject({ status: 'success' });
});
