import { expect, test } from 'vitest';
import { overStdio } from './clients';
import { script, TINY, world } from './world';

/** Says on stderr that it is there, with a key that it was given. */
const TALKING = `console.error('up with ' + process.env.TOKEN);${TINY}`;

test('a session lists, reads and watches resources, and reads events and logs', async () => {
  const tiny = script(TALKING, { TOKEN: '${KEY}' });
  const { agent } = await overStdio(world({ tiny }), ['--approve', 'all', '--enable-blackboard'], {
    KEY: 'hunter2-token',
  });
  expect(await agent.toolNames()).not.toContain('resources_list');
  expect((await agent.call('resources_list')).code).toBe('not-active-here');
  await agent.call('mcp_activate', { name: 'resources' });
  await agent.call('mcp_activate', { name: 'tiny' });
  await agent.call('tiny__ping');
  const { structured: workflow } = await agent.call('start_workflow', { name: 'Work' });
  const { structured: task } = await agent.call('start_task', {
    workflow_id: workflow['workflow_id'],
    name: 'Task',
    goal: 'To see it',
  });
  await agent.call('bb_set', { key: 'plan:a', value: 1 });

  const { structured: list } = await agent.call('resources_list');
  const uris = (list['items'] as { uri: string }[]).map(({ uri }) => uri);
  const run = `sc://runs/${String(task['task_id'])}/events`;
  expect(uris).toEqual(
    [
      'sc://blackboard/plan',
      run,
      'sc://servers/tiny/logs',
      `sc://workflows/${String(workflow['workflow_id'])}`,
    ].sort(),
  );
  const log = await agent.call('resources_read', { uri: 'sc://servers/tiny/logs' });
  expect(log.structured).toMatchObject({ payload: { logs: [{ message: 'up with •••', stream: 'stderr' }] } });
  const watched = await agent.call('resources_watch', { uri: run, format: 'sse' });
  expect(watched.structured).toMatchObject({ events: [{ kind: 'TASK_STARTED' }], truncated: false });
  const events = await agent.call('events_subscribe', { cats: ['bb', 'gateway'], levels: ['info'] });
  const kinds = (events.structured['events'] as { kind: string }[]).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['SERVER_ACTIVATED', 'BB_SET']));
  expect(events.text).not.toContain('hunter2');
  const tail = await agent.call('logs_tail', { levels: ['debug'], limit: 1 });
  expect(tail.structured).toMatchObject({ entries: [{ message: expect.stringContaining('Tool called') }] });
  const { structured: about } = await agent.call('mcp_info');
  expect(about).toMatchObject({
    features: { enableResources: true, enableEventsBus: true },
    timings: { heartbeatIntervalMs: 2_000 },
    limits: { maxEventHistory: 1_000 },
  });
  const { resources } = await agent.client.listResources();
  expect(resources.map(({ uri }) => uri).sort()).toEqual([...uris].sort());
});

test('a flag switches it on in every session', async () => {
  const { agent } = await overStdio(world({}), ['--enable-events-bus', '--heartbeat-interval-ms', '500']);
  expect((await agent.call('events_subscribe')).isError).toBe(false);
  expect((await agent.call('mcp_info')).structured).toMatchObject({ timings: { heartbeatIntervalMs: 500 } });
});
