import { expect, test } from 'vitest';
import { leaf, planWorld, rest, soon } from '../../../test/support/planWorld';

const tree = leaf('noop', { id: 'n', input: { x: 1 } });
const nodes = (count: number) => ({
  type: 'sequence',
  children: Array.from({ length: count - 1 }, () => leaf('noop')),
});
const deep = (levels: number): unknown =>
  levels === 1 ? leaf('noop') : { type: 'inverter', child: deep(levels - 1) };

test.each([
  ['plan_run_bt', 'timeout_ms', 60_000, { tree }],
  ['plan_run_reactive', 'tick_ms', 5_000, { tree }],
  ['plan_run_reactive', 'budget_ms', 5_000, { tree }],
  ['plan_run_reactive', 'timeout_ms', 300_000, { tree }],
] as const)('%s takes %s up to %i', async (tool, field, most, given) => {
  const { core, call } = await planWorld();
  expect((await soon(core, call(tool, { ...given, [field]: most }))).result).toMatchObject({
    status: 'success',
  });
  for (const wrong of [most + 1, 0, -1, 1.5, Number.NaN, '5'])
    expect((await call(tool, { ...given, [field]: wrong })).result['error']).toBe('E-PLAN-INVALID-INPUT');
  expect(core.plans.all()).toHaveLength(1);
});

test.each([
  ['5,000 nodes', nodes(5_000), nodes(5_001)],
  ['100 levels', deep(100), deep(101)],
  [
    'a wait of a day',
    { type: 'timeout', timeout_ms: 86_400_000, child: tree },
    { type: 'timeout', timeout_ms: 86_400_001, child: tree },
  ],
  [
    'one attempt',
    { type: 'retry', max_attempts: 1, child: tree },
    { type: 'retry', max_attempts: 0, child: tree },
  ],
  ['a name of 200 characters', leaf('noop', { id: 'x'.repeat(200) }), leaf('noop', { id: 'x'.repeat(201) })],
  ['an input of 100 levels', leaf('noop', { input: nested(99) }), leaf('noop', { input: nested(101) })],
])('a tree has %s at most', async (_what, fits, tooMuch) => {
  const { core, call } = await planWorld();
  expect((await call('plan_dry_run', { plan_id: 'p', tree: fits })).result).toMatchObject({ can_run: true });
  expect((await call('plan_dry_run', { plan_id: 'p', tree: tooMuch })).result['error']).toBe(
    'E-PLAN-INVALID-INPUT',
  );
  expect(core.plans.all()).toEqual([]);
});

test('what is far too large is refused at once, whatever its form', async () => {
  const { call } = await planWorld();
  const text = `${'{"type":"inverter","child":'.repeat(5_000)}{"type":"task","tool":"noop"}${'}'.repeat(5_000)}`;
  for (const odd of [nodes(100_000), deep(200), text, 7, null, [], 'x'])
    expect((await call('plan_run_bt', { tree: odd })).result['error']).toBe('E-PLAN-INVALID-INPUT');
});

test('fields that are not given have the values that the protocol says', async () => {
  const { core, call } = await planWorld();
  const { result } = await soon(core, call('plan_run_reactive', { tree }));
  expect(result).toEqual({
    run_id: expect.any(String),
    status: 'success',
    ticks: 1,
    calls: 1,
    last_output: { x: 1 },
    invocations: [],
    returned: {},
    failure: null,
    job_id: null,
    graph_id: null,
    node_id: null,
    child_id: null,
    loop_ticks: 0,
    scheduler_ticks: 1,
    duration_ms: expect.any(Number),
    idempotent: false,
    idempotency_key: null,
    op_id: expect.stringMatching(/^plan_run_reactive_op_/),
  });
  const { result: status } = await call('plan_status', { run_id: result['run_id'] });
  expect(status['runs']).toEqual([
    {
      run_id: result['run_id'],
      plan: 'n',
      mode: 'reactive',
      state: 'done',
      progress: 100,
      last_event_seq: 3,
      started_at: expect.any(Number),
      updated_at: expect.any(Number),
      finished_at: expect.any(Number),
      paused_at: null,
      dry_run: false,
      correlation: { op_id: result['op_id'] },
      supports_pause: false,
      supports_resume: false,
      last_event: { leaf: 'n', status: 'success', at: expect.any(Number) },
      running: [],
      waiting: null,
      failure: null,
    },
  ]);
});

test('a leaf gets what the one before gave whole, however much a model would read of it', async () => {
  const { core, call } = await planWorld();
  const text = 'x'.repeat(200_000);
  const copy = (from: string) => ({
    type: 'sequence',
    children: [
      leaf('files__write', { id: 'a', input: { text: { $from: '/vars/text' } }, output_key: 'all' }),
      leaf('files__write', { id: 'b', input: { text: { $text: from } } }),
    ],
  });
  const run = async (from: string, variables: object) => {
    const asked = call('plan_run_bt', { tree: copy(from), variables, return: ['/outputs/b/input/text'] });
    return (await soon(core, asked)).result;
  };
  expect(await run('{/outputs/a/input/text}', { text })).toMatchObject({
    returned: { '/outputs/b/input/text': text },
  });
  // What is too long to be kept is not passed on in part.
  for (const from of ['{/outputs/a}', '{/vars/all}'])
    expect(await run(from, { text: text.repeat(2) })).toMatchObject({
      status: 'failure',
      failure: { code: 'E-PLAN-NO-VALUE', leaf: 'b', message: expect.stringContaining('too long') },
    });
});

test('a pointer that can name nothing is refused before anything runs', async () => {
  const { core, call } = await planWorld();
  for (const pointer of ['outputs/a', 'a', '/a', '$.outputs.a', '/outputs/'])
    for (const [name, input] of [
      ['plan_run_bt', { tree: leaf('noop', { id: 'a' }), return: [pointer] }],
      ['plan_reduce', { children: ['r'], reducer: 'concat', spec: { pointer } }],
    ] as const)
      expect((await call(name, input)).result).toMatchObject({
        error: 'E-PLAN-INVALID-INPUT',
        message: expect.stringContaining('begins with /outputs/<leaf id> or /vars/<name>'),
      });
  expect(core.plans.all()).toEqual([]);
});

test('who is told to retry is not sent to the same mistake again', async () => {
  const { core, call } = await planWorld();
  const after = (bad: object) => ({ type: 'sequence', children: [leaf('files__write'), bad] });
  const nextOf = async (bad: object) =>
    (await soon(core, call('plan_run_bt', { tree: after(bad) }))).result['next'];
  expect(await nextOf(leaf('files__fail'))).toContain('retry_of');
  expect(await nextOf(leaf('files__read', { input: { $from: '/vars/nobody' } }))).not.toContain('retry_of');
});

test('names that objects have already are names like others', async () => {
  const { core, call } = await planWorld();
  const variables = JSON.parse('{"__proto__":{"polluted":1},"constructor":2}') as unknown;
  const odd = {
    type: 'sequence',
    children: [{ type: 'condition', condition_key: 'toString' }, leaf('noop', { id: '__proto__' })],
  };
  const { result } = await soon(
    core,
    call('plan_run_bt', { tree: odd, variables, return: ['/vars/constructor', '/vars/hasOwnProperty'] }),
  );
  expect(result).toMatchObject({
    status: 'failure',
    returned: { '/vars/constructor': 2, '/vars/hasOwnProperty': null },
  });
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('a run of the same name is not begun twice', async () => {
  const { core, call } = await planWorld();
  await soon(core, call('plan_run_bt', { tree, run_id: 'r' }));
  expect((await call('plan_run_bt', { tree, run_id: 'r' })).result['error']).toBe('E-PLAN-ALREADY-TRACKED');
});

test('at most 32 plans run at a time, and those that ended long ago are forgotten', async () => {
  const { core, call } = await planWorld();
  const long = { type: 'task', tool: 'wait', input: { duration_ms: 60_000 } };
  for (let i = 0; i < 32; i += 1) await call('plan_run_bt', { tree: long, background: true });
  expect((await call('plan_run_bt', { tree, background: true })).result['error']).toBe('E-PLAN-LIMIT');
  core.clock.advance(60_000);
  await soon(core, core.plans.over(core.plans.all()[0]!.id));
  core.clock.advance(31 * 86_400_000);
  await soon(core, call('plan_run_bt', { tree, run_id: 'new' }));
  expect(core.plans.all().map(({ id }) => id)).toEqual(['new']);
});

test('plans are run for many items, waited for and combined', async () => {
  const { core, call } = await planWorld();
  const each = leaf('noop', { input: { $text: '{/vars/index}:{/vars/item}' } });
  const fan = await call('plan_fanout', { tree: each, items: ['a', 'b', 'b'], idempotency_key: 'k' });
  expect(fan.result).toMatchObject({ started: 3, idempotent: false, job_id: expect.any(String) });
  const { children } = fan.result as { readonly children: readonly string[] };
  expect(
    (await call('plan_fanout', { tree: each, items: ['a', 'b', 'b'], idempotency_key: 'k' })).result,
  ).toMatchObject({ children, idempotent: true });
  expect((await soon(core, call('plan_join', { children }))).result).toMatchObject({
    policy: 'all',
    satisfied: true,
    timed_out: false,
    success_count: 3,
    failure_count: 0,
    winner: children[0],
  });
  const reduced = async (reducer: string, spec = {}) =>
    (await call('plan_reduce', { children, reducer, ...(Object.keys(spec).length === 0 ? {} : { spec }) }))
      .result;
  expect(await reduced('concat', { separator: ' ' })).toMatchObject({
    aggregate: '0:a 1:b 2:b',
    children: 3,
    skipped: [],
  });
  expect(await reduced('vote', { pointer: '/vars/item' })).toMatchObject({
    aggregate: 'b',
    votes: 2,
    tie: false,
  });
  expect(await reduced('custom', { template: { all: { $from: '/vars/items/1' } } })).toMatchObject({
    aggregate: { all: '1:b' },
  });
  expect(await reduced('custom')).toMatchObject({ error: 'E-PLAN-INVALID-INPUT' });
  expect((await call('plan_join', { children, quorum_count: 4 })).result['error']).toBe(
    'E-PLAN-INVALID-INPUT',
  );
  expect((await call('plan_join', { children: ['nobody'] })).result['error']).toBe('E-PLAN-NOT-FOUND');
  const many = Array.from({ length: 33 }, () => 'x');
  expect((await call('plan_fanout', { tree: each, items: many })).result['error']).toBe(
    'E-PLAN-INVALID-INPUT',
  );
});

test('the first success, or a quorum, is enough', async () => {
  const { core, call, slow } = await planWorld();
  const either = {
    type: 'selector',
    children: [{ type: 'guard', condition_key: 'item', child: leaf('noop') }, leaf('files__slow')],
  };
  const fan = await call('plan_fanout', { tree: either, items: [true, false, false] });
  const { children } = fan.result;
  expect(
    (await soon(core, call('plan_join', { children, join_policy: 'first_success' }))).result,
  ).toMatchObject({ satisfied: true, success_count: 1 });
  expect(
    (await soon(core, call('plan_join', { children, join_policy: 'quorum', timeout_sec: 1 }))).result,
  ).toMatchObject({ satisfied: false, timed_out: true });
  await slow.end('slow', 'error');
  await slow.end('slow');
  expect((await soon(core, call('plan_join', { children, join_policy: 'quorum' }))).result).toMatchObject({
    satisfied: true,
    success_count: 2,
    failure_count: 1,
  });
});

test('a join that is refused follows nothing from then on', async () => {
  const { core, call } = await planWorld();
  expect((await call('plan_join', { children: ['nobody'] })).result['error']).toBe('E-PLAN-NOT-FOUND');
  await soon(core, call('plan_run_bt', { tree: { id: 'p', root: leaf('noop') } }));
  expect(core.log.lines.filter(line => line.startsWith('error'))).toEqual([]);
});

test('a join whose run is deleted meanwhile says so at once', async () => {
  const { core, call, slow } = await planWorld();
  const run = (id: string, tool: string, background: boolean) =>
    soon(core, call('plan_run_bt', { tree: { id, root: leaf(tool) }, run_id: id, background }));
  await run('over', 'noop', false);
  await run('going', 'files__slow', true);
  const joined = call('plan_join', { children: ['over', 'going'] });
  await rest();
  await core.plans.forget('over');
  expect((await joined).result).toMatchObject({ error: 'E-PLAN-NOT-FOUND', details: { run_id: 'over' } });
  await slow.end('slow');
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i += 1) value = [value];
  return value;
}

test('outputs are kept up to a size, for a leaf and for a run; what is longer is cut and says so', async () => {
  const { core, call } = await planWorld();
  const long = 'x'.repeat(300_000);
  const children = Array.from({ length: 70 }, (_, i) =>
    leaf('noop', { id: `n${i}`, input: { $from: '/vars/long' } }),
  );
  const { result } = await soon(
    core,
    call('plan_run_bt', { tree: { type: 'sequence', children }, variables: { long } }),
  );
  expect(result).toMatchObject({ status: 'success', last_output: null });
  const [run] = core.plans.all();
  const outputs = [...(run?.leaves.values() ?? [])].map(({ output, isCut }) => [
    typeof output === 'string' ? output.length : 0,
    isCut,
  ]);
  expect(outputs[0]).toEqual([262_144, true]);
  expect(outputs.filter(([length]) => length === 0)).toHaveLength(6);
  expect(outputs.at(-1)).toEqual([0, true]);
});

test('the leaf bb_set sets what the tool bb_set would, and refuses what that refuses', async () => {
  const { core, call } = await planWorld();
  const set = async (input: object) =>
    (await soon(core, call('plan_run_bt', { tree: leaf('bb_set', { input }) }))).result;
  expect(await set({ key: 'a', value: 1, tags: [' Red', 'red', 'Blue'] })).toMatchObject({
    status: 'success',
  });
  expect((await call('bb_query', { tags: ['Red'] })).result).toMatchObject({
    entries: [{ key: 'a', tags: ['blue', 'red'] }],
  });
  for (const wrong of [
    { key: 'a\ud800' },
    { key: 'k'.repeat(1_025) },
    { key: 'b', ttl_ms: -1 },
    { key: 'b', ttl_ms: 1e12 },
    { key: 'b', tags: Array.from({ length: 17 }, (_, i) => `t${i}`) },
    { value: 1 },
  ])
    expect(await set(wrong)).toMatchObject({ status: 'failure', failure: { code: 'E-BB-INVALID-INPUT' } });
  expect(await set({ key: 'a', value: 2, expected_version: 7 })).toMatchObject({
    failure: { code: 'E-BB-CONFLICT' },
  });
  expect((await call('resources_list', { prefix: 'sc://blackboard' })).result).toMatchObject({
    items: [{ uri: 'sc://blackboard/a' }],
  });
});

test('a fan-out for which there is no room starts nothing', async () => {
  const { core, call } = await planWorld();
  const long = { type: 'task', tool: 'wait', input: { duration_ms: 60_000 } };
  for (let i = 0; i < 31; i += 1) await call('plan_run_bt', { tree: long, background: true });
  const fan = { tree: long, items: ['a', 'b'], idempotency_key: 'k' };
  expect((await call('plan_fanout', fan)).result).toMatchObject({
    error: 'E-PLAN-LIMIT',
    message: expect.stringContaining('Nothing was started.'),
  });
  expect(core.plans.all()).toHaveLength(31);
  const taken = { tree: long, items: ['a'], run_id: 'f' };
  expect((await call('plan_fanout', taken)).result).toMatchObject({ children: ['f-0'] });
  expect((await call('plan_fanout', { ...fan, items: ['a'] })).result['error']).toBe('E-PLAN-LIMIT');
});

test.each([
  ['plan_run_bt', {}],
  ['plan_run_reactive', {}],
  ['plan_compile_bt', {}],
  ['plan_fanout', { items: [{}] }],
  ['plan_dry_run', { plan_id: 'p' }],
])('%s says that XML goes into xml', async (tool, given) => {
  const { call } = await planWorld();
  const xml =
    '<?xml version="1.0"?>\n<root BTCPP_format="4"><BehaviorTree><AlwaysSuccess/></BehaviorTree></root>';
  for (const text of [xml, ` ${xml}`])
    expect((await call(tool, { ...given, tree: text })).result).toMatchObject({
      error: 'E-PLAN-INVALID-INPUT',
      message: 'at /tree: this is XML',
      hint: 'pass it as xml instead of tree; nothing was run',
    });
  expect((await call(tool, { ...given, xml })).isError).toBe(false);
});
