import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resourceWorld } from '../../../../test/support/resourceWorld';
import type { EventLevel } from '../../../core/journal/event';

type World = Awaited<ReturnType<typeof resourceWorld>>;
type Told = Readonly<Record<string, unknown>> & { readonly seq: number; readonly kind: string };

function tell(
  core: World,
  kind: string,
  payload: unknown = {},
  level: EventLevel = 'info',
  cat = 'gateway',
): void {
  core.bus.publish({ seq: null, ts: core.clock.now(), stream: cat, kind, cat, level, payload, v: 1 });
}

async function events({ call }: World, input: object = {}): Promise<readonly Told[]> {
  return (await call('events_subscribe', input)).result['events'] as Told[];
}

/** What a client makes of the stream. */
function decoded(stream: unknown, format: 'jsonlines' | 'sse'): unknown[] {
  if (format === 'jsonlines')
    return String(stream)
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as unknown);
  const found: unknown[] = [];
  const parser = createParser({
    onEvent({ id, event, data }) {
      const value = JSON.parse(data) as Told;
      expect({ id, event }).toEqual({ id: String(value.seq), event: value.kind });
      found.push(value);
    },
  });
  parser.feed(String(stream));
  return found;
}

test('tells what happened field by field, with every hint there and null where it is unknown', async () => {
  const core = await resourceWorld();
  await core.activate(core.caller, 'files');
  const { result } = await core.call('events_subscribe', { op_id: undefined });
  const told = result['events'] as Told[];
  expect(told.find(({ kind }) => kind === 'SERVER_ACTIVATED')).toEqual({
    seq: expect.any(Number),
    ts: core.clock.now(),
    cat: 'gateway',
    kind: 'SERVER_ACTIVATED',
    level: 'info',
    job_id: null,
    run_id: null,
    op_id: null,
    graph_id: null,
    node_id: null,
    child_id: null,
    msg: 'server_activated',
    data: { server: 'files', by: 'agent' },
  });
  expect(Object.keys(result).sort()).toEqual([
    'count',
    'events',
    'format',
    'next_seq',
    'op_id',
    'stream',
    'truncated',
  ]);
  expect(result).toMatchObject({
    format: 'jsonlines',
    count: told.length,
    next_seq: told.length,
    truncated: false,
    op_id: expect.stringMatching(/^events_subscribe_op_/),
  });
  expect(told.map(({ seq }) => seq)).toEqual(told.map((_, i) => i + 1));
});

test('names the run of what happens in a task, in capitals', async () => {
  const core = await resourceWorld();
  const { task, workflow } = await core.begin();
  await core.milestone(task, 'Half');
  expect(await events(core, { run_id: task })).toMatchObject([
    { cat: 'workflow', kind: 'TASK_STARTED', run_id: task, data: { task, workflow, name: 'Write it' } },
    { cat: 'taskActivity', kind: 'MILESTONE_LOGGED', run_id: task, data: { message: 'Half' } },
  ]);
});

test('gives what coordination modules tell under its documented kind', async () => {
  const core = await resourceWorld();
  await core.call('consensus_vote', { votes: [{ voter: 'a', value: 'x' }], op_id: 'vote-1' });
  const [vote] = await events(core, { cats: ['consensus'], op_id: 'vote-1' });
  expect(vote).toMatchObject({
    kind: 'CONSENSUS_DECISION',
    op_id: 'vote-1',
    data: { outcome: 'x', tally: { x: 1 } },
  });
});

test('filters by category, level and hint; cnp is another word for contract_net', async () => {
  const core = await resourceWorld();
  tell(core, 'cnp_call_announced', {}, 'info', 'cnp');
  tell(core, 'failed', {}, 'error');
  expect(await events(core, { cats: ['cnp'] })).toMatchObject([{ cat: 'contract_net' }]);
  expect(await events(core, { cats: ['contract_net'] })).toHaveLength(1);
  expect(await events(core, { levels: ['error', 'warn'] })).toMatchObject([{ kind: 'FAILED' }]);
  for (const hint of ['job_id', 'run_id', 'op_id', 'graph_id', 'node_id', 'child_id']) {
    core.bus.publish({
      seq: null,
      ts: core.clock.now(),
      stream: 'x',
      kind: hint,
      cat: 'graph',
      level: 'info',
      payload: {},
      v: 1,
      [hint]: 'it',
    });
    expect(await events(core, { [hint]: 'it', cats: ['graph'] })).toMatchObject([{ [hint]: 'it' }]);
  }
});

test('what is filtered out moves next_seq on', async () => {
  const core = await resourceWorld();
  tell(core, 'one', {}, 'error');
  for (let i = 0; i < 5; i += 1) tell(core, 'more');
  const { result } = await core.call('events_subscribe', { levels: ['error'] });
  expect(result).toMatchObject({ count: 1, next_seq: 6 });
  const next = await core.call('events_subscribe', { levels: ['error'], from_seq: 6 });
  expect(next.result).toMatchObject({ count: 0, next_seq: 6, stream: '' });
});

test('gives 100 where nothing is said, and 500 at most', async () => {
  const core = await resourceWorld();
  for (let i = 0; i < 600; i += 1) tell(core, 'more');
  expect(await events(core)).toHaveLength(100);
  expect(await events(core, { limit: 500 })).toHaveLength(500);
  expect(await events(core, { limit: 1 })).toHaveLength(1);
});

test.each([
  [{ limit: 501 }],
  [{ limit: 0 }],
  [{ limit: 1.5 }],
  [{ from_seq: -1 }],
  [{ levels: ['loud'] }],
  [{ cats: [] }],
  [{ cats: Array.from({ length: 11 }, () => 'gateway') }],
  [{ format: 'xml' }],
  [{ run_id: ' ' }],
  [{ more: 1 }],
])('refuses %j by the catalogue', async input => {
  const { isError, result } = await (await resourceWorld()).call('events_subscribe', input);
  expect([isError, result['error'], result['hint']]).toEqual([true, 'E-EVT-INVALID-INPUT', 'invalid_input']);
});

test('names the categories to who asks for one that is none', async () => {
  const { result } = await (await resourceWorld()).call('events_subscribe', { cats: ['gatway', 'bb'] });
  expect(result).toMatchObject({
    error: 'E-EVT-FILTER-UNSUPPORTED',
    message: expect.stringContaining('gatway'),
    details: { unknown: ['gatway'], cats: expect.arrayContaining(['gateway', 'bb']) },
  });
});

test('tells a reader that is ahead of everything that the numbers began anew', async () => {
  const { result } = await (await resourceWorld()).call('events_subscribe', { from_seq: 900 });
  expect(result).toMatchObject({
    error: 'E-EVT-INVALID',
    hint: 'start again with from_seq 0',
    details: { from_seq: 900, last_seq: expect.any(Number) },
  });
});

test('begins with the oldest of 1,000 that are kept, and says so', async () => {
  const core = await resourceWorld();
  for (let i = 0; i < 1_500; i += 1) tell(core, 'more');
  const { result } = await core.call('events_subscribe', { from_seq: 3, limit: 1 });
  expect(result).toMatchObject({ truncated: true, events: [{ seq: 501 }] });
  expect((await core.call('events_subscribe', { from_seq: 500, limit: 1 })).result['truncated']).toBe(false);
});

test('says so too to a reader that goes back to what it had read', async () => {
  const core = await resourceWorld();
  for (let i = 0; i < 1_100; i += 1) {
    tell(core, 'more');
    if (i === 9) await events(core, { from_seq: 10 });
  }
  expect((await core.call('events_subscribe', { from_seq: 10 })).result['truncated']).toBe(false);
  expect((await core.call('events_subscribe', { from_seq: 5 })).result['truncated']).toBe(true);
});

test('JSON lines and server-sent events are the same, field by field, whatever is told', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 400 });
  const rows = fc.array(fc.record({ message: text, progress: fc.option(fc.integer()) }), { maxLength: 20 });
  const core = await resourceWorld();
  let from = 0;
  await fc.assert(
    fc.asyncProperty(rows, async given => {
      for (const payload of [...given, { message: '\n\ndata: {}\n\r\u2028\u2029\0\ud800' }]) {
        tell(core, 'milestoneLogged', payload);
      }
      const [lines, sse] = await Promise.all(
        (['jsonlines', 'sse'] as const).map(async format => {
          const { result } = await core.call('events_subscribe', { format, from_seq: from });
          expect(decoded(result['stream'], format)).toEqual(result['events']);
          return result['events'];
        }),
      );
      expect(lines).toEqual(sse);
      from += given.length + 1;
    }),
  );
});

test('from any number and with any page, each event comes once and in order, also while more happens', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 9 }),
      fc.nat(20),
      fc.array(fc.nat(6), { maxLength: 12 }),
      async (limit, from, meanwhile) => {
        const core = await resourceWorld();
        let count = 0;
        const happen = (times: number): void => {
          for (let i = 0; i < times; i += 1) tell(core, `event${++count}`);
        };
        happen(20);
        const seen: number[] = [];
        for (let next = from; ;) {
          happen(meanwhile.pop() ?? 0);
          const { result } = await core.call('events_subscribe', { from_seq: next, limit });
          seen.push(...(result['events'] as Told[]).map(({ seq }) => seq));
          next = Number(result['next_seq']);
          if (result['count'] === 0) break;
        }
        expect(seen).toEqual(Array.from({ length: count - from }, (_, i) => from + i + 1));
      },
    ),
    { numRuns: 50 },
  );
});

test('a reader that stops reading while 50 MB are produced costs little, disturbs nobody, and goes on where it stopped', async () => {
  const core = await resourceWorld();
  const chunk = 'x'.repeat(50_000);
  const quick = { seen: 0, next: 0 };
  tell(core, 'first');
  await events(core, { levels: ['info', 'warn'] }); // It reads once, and then no more.
  for (let i = 0; i < 1_100; i += 1) {
    tell(core, 'milestoneLogged', { message: chunk, prompt: chunk }, i % 100 === 0 ? 'warn' : 'info');
    const { result } = await core.call('events_subscribe', { from_seq: quick.next, limit: 500 });
    quick.seen += Number(result['count']);
    quick.next = Number(result['next_seq']);
  }
  for (let i = 0; i < 1_000; i += 1) tell(core, 'more', {}, 'debug');
  expect(quick.seen).toBe(1_101);

  const late = await core.call('events_subscribe', { from_seq: 1, levels: ['info', 'warn'], limit: 500 });
  const told = late.result['events'] as Told[];
  expect(late.result['truncated']).toBe(true);
  expect(told.filter(({ level }) => level === 'warn')).toHaveLength(11);
  expect(told.length).toBeLessThanOrEqual(256);
  expect(JSON.stringify(told).length).toBeLessThanOrEqual(524_288);
  expect(told.map(({ seq }) => seq)).toEqual(told.map(({ seq }) => seq).sort((a, b) => a - b));
  expect(told.at(-1)?.seq).toBe(1_101);
});
