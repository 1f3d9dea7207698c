import { expect, test } from 'vitest';
import { resourceWorld } from '../../../../test/support/resourceWorld';

type Entry = Readonly<Record<string, unknown>>;

test('gives the end of our own log, oldest first, and what came after', async () => {
  const { call, logTail, clock } = await resourceWorld();
  const before = logTail?.rows.lastSeq ?? 0;
  for (let i = 1; i <= 5; i += 1) logTail?.info('Line', { number: i });
  const { result } = await call('logs_tail', { limit: 2 });
  expect(result['entries']).toEqual(
    [4, 5].map(number => ({
      seq: before + number,
      ts: clock.now(),
      level: 'info',
      message: `Line number=${number}`,
      data: null,
      job_id: null,
      run_id: null,
      op_id: null,
      graph_id: null,
      node_id: null,
      child_id: null,
    })),
  );
  expect(result).toMatchObject({
    stream: 'server',
    id: null,
    count: 2,
    next_seq: before + 5,
    truncated: true,
  });
  logTail?.warn('More', { token: 'abc' });
  const next = await call('logs_tail', { from_seq: result['next_seq'] });
  expect(next.result).toMatchObject({
    truncated: false,
    entries: [{ level: 'warn', message: 'More token=•••' }],
  });
});

test('filters lines by level, text and time', async () => {
  const { call, logTail, clock } = await resourceWorld();
  clock.advance(1_000);
  logTail?.error('It broke');
  clock.advance(1_000);
  logTail?.info('It works');
  const messages = async (input: object) =>
    ((await call('logs_tail', input)).result['entries'] as Entry[]).map(({ message }) => message);
  expect(await messages({ levels: ['error'] })).toEqual(['It broke']);
  expect(await messages({ filters: { message_contains: 'works' } })).toEqual(['It works']);
  expect(await messages({ filters: { since_ts: clock.now() } })).toEqual(['It works']);
  expect(await messages({ filters: { run_ids: ['t'] } })).toEqual([]);
});

test('gives what happened in a run as lines', async () => {
  const core = await resourceWorld();
  const { task } = await core.begin();
  await core.milestone(task, 'Half');
  const { result } = await core.call('logs_tail', { stream: 'run', id: task });
  expect(result).toMatchObject({
    stream: 'run',
    id: task,
    entries: [
      { message: 'task_started', run_id: task, level: 'info' },
      { message: 'milestone_logged', run_id: task, data: { message: 'Half' } },
    ],
  });
});

test.each([
  [{ stream: 'run' }, 'E-EVT-INVALID-INPUT'],
  [{ stream: 'child' }, 'E-EVT-INVALID-INPUT'],
  [{ stream: 'child', id: 'c1' }, 'E-CHILD-NOTFOUND'],
  [{ stream: 'run', id: 'none' }, 'E-RES-NOT-FOUND'],
  [{ from_seq: 100_000 }, 'E-EVT-INVALID'],
  [{ stream: 'stdout' }, 'E-EVT-INVALID-INPUT'],
  [{ filters: {} }, 'E-EVT-INVALID-INPUT'],
  [{ filters: { since_ts: 2, until_ts: 1 } }, 'E-EVT-INVALID-INPUT'],
  [{ levels: ['info', 'info', 'info', 'info', 'info'] }, 'E-EVT-INVALID-INPUT'],
  [{ limit: 501 }, 'E-EVT-INVALID-INPUT'],
])('refuses %j with %s', async (input, error) => {
  const { isError, result } = await (await resourceWorld()).call('logs_tail', input);
  expect([isError, result['error'], result['tool']]).toEqual([true, error, 'logs_tail']);
  expect(result['hint']).toEqual(expect.any(String));
});
