import { expect, test } from 'vitest';
import { resourceWorld } from '../../../test/support/resourceWorld';

async function world(heartbeatIntervalMs?: number) {
  const core = await resourceWorld({
    settings: heartbeatIntervalMs === undefined ? {} : { heartbeatIntervalMs },
  });
  const beats = () => core.events.filter(({ kind }) => kind === 'heartbeat').length;
  const read = async () => await core.call('events_subscribe', { limit: 1 });
  return { ...core, beats, read };
}

test('tells every two seconds of each run that goes on, while somebody reads', async () => {
  const { clock, begin, call, beats, read } = await world();
  const first = await begin('One');
  await begin('Two');
  await read();
  clock.advance(1_999);
  expect(beats()).toBe(0);
  clock.advance(1);
  expect(beats()).toBe(2);
  clock.advance(2_000);
  expect(beats()).toBe(4);
  const { result } = await call('events_subscribe', { run_id: first.task, levels: ['debug'], limit: 1 });
  expect(result['events']).toMatchObject([
    {
      kind: 'HEARTBEAT',
      msg: 'alive',
      cat: 'workflow',
      run_id: first.task,
      data: { task: first.task, status: 'in_progress' },
    },
  ]);
});

test('is silent where nobody reads, a minute after the last one did, and where nothing runs', async () => {
  const { clock, begin, beats, read, workflows, caller } = await world();
  await read();
  clock.advance(10_000);
  expect(beats()).toBe(0);
  const { workflow } = await begin();
  clock.advance(50_000);
  const told = beats();
  expect(told).toBeGreaterThan(0);
  clock.advance(60_000);
  expect(beats()).toBeLessThanOrEqual(told + 1);
  const after = beats();
  clock.advance(60_000);
  expect(beats()).toBe(after);
  await read();
  clock.advance(2_000);
  expect(beats()).toBe(after + 1);
  const end = { status: 'cancelled' as const, summary: null };
  await workflows.completeWorkflow(workflow, end, caller, new AbortController().signal);
  clock.advance(20_000);
  expect(beats()).toBe(after + 1);
});

test('goes on for a client that subscribed to a run, until it ends that', async () => {
  const { clock, begin, beats, heartbeat } = await world();
  const { uri } = await begin();
  heartbeat.hold('sc://workflows/x');
  clock.advance(10_000);
  expect(beats()).toBe(0);
  const held = heartbeat.hold(uri);
  clock.advance(600_000);
  expect(beats()).toBe(300);
  held.dispose();
  clock.advance(10_000);
  expect(beats()).toBe(300);
});

test('is never quicker than four times a second', async () => {
  const { clock, begin, call, beats, read } = await world(1);
  await begin();
  await read();
  clock.advance(1_000);
  expect(beats()).toBe(4);
  const { result } = await call('mcp_info', {});
  expect(result).toMatchObject({ timings: { heartbeatIntervalMs: 250 }, limits: { maxEventHistory: 1_000 } });
});

test('comes once an hour at least, also where a longer time is set than any timer can wait', async () => {
  const { clock, begin, call, beats, heartbeat } = await world(1e12);
  heartbeat.hold((await begin()).uri);
  const { result } = await call('mcp_info', {});
  expect(result).toMatchObject({ timings: { heartbeatIntervalMs: 3_600_000 } });
  clock.advance(7_200_000);
  expect(beats()).toBe(2);
});

test('a run keeps what happened, however long it was watched: of signs of life only the last', async () => {
  const { clock, begin, milestone, call, heartbeat } = await world();
  const { uri, task } = await begin();
  await call('resources_watch', { uri });
  heartbeat.hold(uri);
  clock.advance(1_200_000);
  await milestone(task, 'Half');
  clock.advance(1_200_000);
  const { result } = await call('resources_watch', { uri });
  const rows = result['events'] as { seq: number; kind: string }[];
  expect(rows.map(({ kind }) => kind)).toEqual([
    'TASK_STARTED',
    'HEARTBEAT',
    'MILESTONE_LOGGED',
    'HEARTBEAT',
  ]);
  clock.advance(2_000);
  const next = await call('resources_watch', { uri, from_seq: result['next_seq'] });
  expect(next.result['events']).toMatchObject([{ kind: 'HEARTBEAT' }]);
});
