import { expect, test } from 'vitest';
import { addBuiltInTools } from '../../mcp/builtInModules';
import { PROGRAM } from '../../../test/support/nativeCalls';
import { leaf, planWorld, rest, soon } from '../../../test/support/planWorld';
import { chat, noSignal } from '../../../test/support/testCore';
import { readXml } from './xml/readXml';

const sequence = (...children: readonly unknown[]) => ({ id: 'p', root: { type: 'sequence', children } });

test('one call makes many, and their results stay out of the answer unless asked for', async () => {
  const { core, call, calls } = await planWorld();
  const tree = sequence(
    leaf('files__read', { id: 'first', input: { path: { $from: '/vars/path' } }, output_key: 'text' }),
    leaf('files__write', { id: 'second', input: { text: { $text: 'copy of {/outputs/first/input/path}' } } }),
    leaf('noop', { id: 'third', input: { $from: '/vars/text/tool' } }),
  );
  const { result } = await soon(
    core,
    call('plan_run_bt', {
      tree,
      variables: { path: '/a' },
      return: ['/outputs/second/input', '/outputs/none'],
    }),
  );
  expect(result).toMatchObject({
    status: 'success',
    calls: 3,
    last_output: 'read',
    invocations: [],
    returned: { '/outputs/second/input': { text: 'copy of /a' }, '/outputs/none': null },
    failure: null,
    idempotent: false,
  });
  expect(calls.slice(-2)).toEqual(['files.read', 'files.write']);
});

test('a saved plan that is given whole as the tree brings its variables, and those of the call count before them', async () => {
  const { core, call } = await planWorld();
  const input = { a: { $from: '/vars/folder' }, b: { $from: '/vars/depth' } };
  const tree = {
    ...sequence(leaf('files__write', { id: 'w', input })),
    description: 'Collects what changed',
    variables: { folder: 'docs', depth: 1 },
  };
  const given = { tree, variables: { depth: 2 }, return: ['/outputs/w/input'] };
  expect((await soon(core, call('plan_run_bt', given))).result).toMatchObject({
    status: 'success',
    returned: { '/outputs/w/input': { a: 'docs', b: 2 } },
  });
});

test.each([
  '<wait input=\'{"duration_ms":5000}\'/>',
  '<wait duration_ms="5000"/>',
  '<Sleep msec="5000"/>',
  '<Sleep msec="{pause}"/>',
])('a wait takes as long as is written: %s', async wait => {
  const { core, call } = await planWorld();
  const tree = readXml(`<root BTCPP_format="4"><BehaviorTree ID="T">${wait}</BehaviorTree></root>`);
  const before = core.clock.now();
  await soon(core, call('plan_run_bt', { tree, variables: { pause: '5000' } }));
  expect(core.clock.now() - before).toBeGreaterThanOrEqual(5_000);
});

test.each([[{ ms: 5 }], [{ duration_ms: 'long' }], [{ duration_ms: -1 }], ['5000']])(
  'a wait of no time fails and says what it takes: %j',
  async input => {
    const { core, call } = await planWorld();
    const { result } = await soon(core, call('plan_run_bt', { tree: leaf('wait', { input }) }));
    expect(result).toMatchObject({
      status: 'failure',
      failure: {
        code: 'E-PLAN-INVALID-INPUT',
        message: 'The leaf "wait" takes {"duration_ms": milliseconds}.',
      },
    });
  },
);

test('null is a value of an input, and a default that is null stands for nothing', async () => {
  const { core, call } = await planWorld();
  const input = {
    a: { $from: '/vars/owner' },
    b: { $from: '/vars/nobody', default: null },
    c: { $from: '/vars/owner', default: 'me' },
    d: { $text: 'for {/vars/owner}' },
    e: { $from: '/outputs/w/input/none' },
  };
  const tree = sequence(
    leaf('files__write', { id: 'w', input: { none: null } }),
    leaf('files__write', { id: 'x', input }),
  );
  const asked = call('plan_run_bt', { tree, variables: { owner: null }, return: ['/outputs/x/input'] });
  expect((await soon(core, asked)).result).toMatchObject({
    status: 'success',
    returned: { '/outputs/x/input': { a: null, b: null, c: 'me', d: 'for null', e: null } },
  });
  const nothing = sequence(leaf('files__write', { input: { a: { $from: '/outputs/w/nothing' } } }));
  const { result } = await soon(core, call('plan_run_bt', { tree: nothing }));
  expect(result).toMatchObject({ status: 'failure', failure: { code: 'E-PLAN-NO-VALUE' } });
});

test('a leaf gives the same whichever client runs the plan, and in the background', async () => {
  const { core, call } = await planWorld();
  addBuiltInTools(core, PROGRAM);
  await core.gateway.activate(chat('anna'), 'blackboard', 'agent', noSignal());
  await core.blackboard.set({ key: 'k', value: 1, tags: [] }, { origin: {} });
  const pointer = '/outputs/g/entry/value';
  const run = async (run_id: string, isTextAlone: boolean, background: boolean) => {
    const callingClient = {
      isTextAlone,
      hidesTools: false,
      isImpatient: false,
      isListTaken: () => Promise.resolve(true),
    };
    const input = { tree: leaf('bb_get', { id: 'g', input: { key: 'k' } }), run_id, background };
    const options = { signal: noSignal(), callingClient };
    await soon(core, core.toolbox.answer(chat('anna'), 'plan_run_bt', input, options));
    await rest();
    return (await call('plan_status', { run_id, return: [pointer] })).result['result'];
  };
  for (const isTextAlone of [false, true])
    for (const background of [false, true])
      expect(await run(`${isTextAlone}-${background}`, isTextAlone, background)).toMatchObject({
        returned: { [pointer]: 1 },
      });
});

test('a leaf that fails ends the run, by name and code and without what the server said', async () => {
  const { core, call } = await planWorld();
  const tree = sequence(leaf('files__read'), leaf('files__fail', { id: 'bad' }), leaf('files__write'));
  const { result, text } = await soon(core, call('plan_run_bt', { tree }));
  expect(result).toMatchObject({
    status: 'failure',
    calls: 2,
    failure: { code: 'tool-error', leaf: 'bad' },
    invocations: [{ leaf: 'bad', tool: 'files__fail', status: 'failure', input: null, output: null }],
  });
  expect(JSON.stringify(result['failure'])).not.toContain('SECRET');
  expect(text.length).toBeLessThan(1_000);
});

test('a tool that nobody has is named with its place, before anything runs', async () => {
  const { core, call, calls } = await planWorld();
  const before = calls.length;
  const tree = sequence(leaf('files__write'), {
    type: 'inverter',
    child: leaf('files__wrote', { id: 'typo' }),
  });
  const { isError, result } = await soon(core, call('plan_run_bt', { tree }));
  expect(isError).toBe(true);
  expect(result).toMatchObject({
    error: 'E-PLAN-TOOL',
    details: { place: '/root/children/1/child', leaves: [{ leaf: 'typo', code: 'unknown-tool' }] },
  });
  expect(calls.length).toBe(before);
  expect(core.plans.all()).toEqual([]);
});

test('a run is paused, goes on, and is cancelled with its calls', async () => {
  const { core, call, slow, cancelled } = await planWorld();
  const tree = sequence(
    leaf('files__slow', { id: 'a' }),
    leaf('files__slow', { id: 'b' }),
    leaf('files__slow'),
  );
  const started = await soon(core, call('plan_run_bt', { tree, background: true }));
  expect(started.result).toMatchObject({ status: 'running' });
  const run_id = started.result['run_id'];
  await rest();
  expect(slow.waiting).toEqual(['slow']);
  expect((await call('plan_pause', { run_id })).result).toMatchObject({ state: 'paused', running: ['a'] });
  await slow.end('slow');
  // It has ended, and is known to have; nothing new begins.
  expect((await call('plan_status', { run_id })).result).toMatchObject({
    runs: [{ state: 'paused', running: [], last_event: { leaf: 'a', status: 'success' } }],
  });
  expect(slow.waiting).toEqual([]);
  expect((await call('plan_resume', { run_id })).result).toMatchObject({ state: 'running' });
  await rest();
  expect(slow.waiting).toEqual(['slow']);
  expect((await call('plan_cancel', { run_id, reason: 'enough' })).result).toMatchObject({
    outcome: 'requested',
  });
  await rest();
  expect(cancelled).toEqual(['slow']);
  expect((await call('plan_status', { run_id })).result).toMatchObject({
    runs: [{ state: 'cancelled', failure: { code: 'E-CANCEL-PLAN', message: 'enough' } }],
  });
  expect((await call('plan_pause', { run_id })).result['error']).toBe('E-PLAN-COMPLETED');
  expect((await call('plan_resume', { run_id: 'nobody' })).result['error']).toBe('E-PLAN-NOT-FOUND');
});

test('a run whose caller gives up, or is cancelled, is cancelled, and says why', async () => {
  const { core, call, slow, cancelled } = await planWorld();
  addBuiltInTools(core, PROGRAM);
  const runOf = async (run_id: string) => (await call('plan_status', { run_id })).result['runs'];
  const begin = async (id: string, signal: AbortSignal) => {
    const input = { tree: leaf('files__slow'), run_id: id, op_id: id };
    const over = core.toolbox.answer(chat('anna'), 'plan_run_bt', input, { signal });
    await rest();
    return { over };
  };
  // As a client says it whose user waited long enough.
  const patience = new AbortController();
  const givenUp = await begin('given-up', patience.signal);
  patience.abort('McpError: MCP error -32001: Request timed out');
  await givenUp.over;
  expect(await runOf('given-up')).toMatchObject([
    { state: 'cancelled', failure: { code: 'E-CANCEL-PLAN', message: 'Its caller gave up.' } },
  ]);

  const { over } = await begin('stopped', new AbortController().signal);
  const [operation] = core.operations.find('stopped');
  if (operation !== undefined) core.operations.cancel(operation, { by: 'agent', reason: 'the disk is full' });
  await over;
  expect(await runOf('stopped')).toMatchObject([
    { state: 'cancelled', failure: { message: expect.stringContaining('op_cancel (the disk is full)') } },
  ]);
  expect(cancelled).toEqual(['slow', 'slow']);
  await slow.end('slow');
});

test('a selector goes another way when a leaf fails, a parallel node makes its calls at once', async () => {
  const { core, call, slow } = await planWorld();
  const tree = {
    type: 'selector',
    children: [
      leaf('files__fail'),
      { type: 'parallel', policy: 'all', children: [leaf('files__slow'), leaf('files__slow_read')] },
    ],
  };
  const running = call('plan_run_bt', { tree });
  await rest();
  expect(slow.waiting).toEqual(['slow', 'slow_read']);
  await slow.end('slow_read');
  await slow.end('slow');
  expect((await running).result).toMatchObject({ status: 'success', calls: 3 });
  expect(core.plans.all()).toMatchObject([{ state: 'done' }]);
});

test('the last output of a run is that of a leaf that came to its end with one', async () => {
  const { core, call, slow } = await planWorld();
  const race = { type: 'parallel', policy: 'any', children: [leaf('files__read'), leaf('files__slow')] };
  const tree = { type: 'sequence', children: [race, leaf('wait')] };
  const { result } = await soon(core, call('plan_run_bt', { tree, run_id: 'r' }));
  expect(result).toMatchObject({ status: 'success', last_output: { tool: 'read' } });
  expect((await call('plan_reduce', { children: ['r'], reducer: 'concat' })).result).toMatchObject({
    aggregate: [{ tool: 'read' }],
    skipped: [],
  });
  await slow.end('slow');
});

test('waits, pauses between attempts and limits take their time', async () => {
  const { core, call } = await planWorld();
  const tree = {
    type: 'selector',
    children: [
      { type: 'retry', max_attempts: 3, backoff_ms: 100, child: leaf('files__fail', { id: 'f' }) },
      { type: 'timeout', timeout_ms: 500, child: leaf('files__slow', { id: 's' }) },
      leaf('wait', { input: { duration_ms: 1_000 } }),
    ],
  };
  const began = core.clock.now();
  const { result } = await soon(core, call('plan_run_bt', { tree, invocations: 'all' }));
  expect(result).toMatchObject({
    status: 'success',
    invocations: [
      { leaf: 'f', calls: 3, status: 'failure' },
      { leaf: 's', calls: 1, status: 'halted' },
      { leaf: 'wait', status: 'success' },
    ],
  });
  expect(core.clock.now() - began).toBeGreaterThanOrEqual(1_700);
});

test('a reactive plan stops a call when what agents share says so', async () => {
  const { core, call, slow, cancelled } = await planWorld();
  const tree = {
    type: 'reactive_selector',
    children: [
      { type: 'condition', condition_key: 'stop', expected: true },
      leaf('files__slow', { id: 's' }),
    ],
  };
  const running = call('plan_run_reactive', { tree, tick_ms: 5_000 });
  await rest();
  expect(slow.waiting).toEqual(['slow']);
  await call('bb_set', { key: 'stop', value: false });
  await rest();
  expect(cancelled).toEqual([]);
  await call('bb_set', { key: 'stop', value: true });
  const { result } = await soon(core, running);
  expect(result).toMatchObject({ status: 'success', loop_ticks: 0 });
  expect(cancelled).toEqual(['slow']);
});

test('the same key runs a plan once', async () => {
  const { core, call, calls } = await planWorld();
  const asked = { tree: sequence(leaf('files__write')), idempotency_key: 'k' };
  const first = await soon(core, call('plan_run_bt', asked));
  const before = calls.length;
  const second = await soon(core, call('plan_run_bt', asked));
  expect(second.result).toMatchObject({
    run_id: first.result['run_id'],
    status: 'success',
    idempotent: true,
  });
  expect(calls.length).toBe(before);
  const other = await soon(core, call('plan_run_bt', { ...asked, variables: { a: 1 } }));
  expect(other.result['error']).toBe('E-IDEMPOTENCY-CONFLICT');
});

test.each([
  ['no tree', {}, 'E-PLAN-INVALID-INPUT', '/'],
  ['two', { tree: leaf('noop'), xml: '<root/>' }, 'E-PLAN-INVALID-INPUT', '/'],
  ['an unknown type', { tree: sequence({ type: 'loop' }) }, 'E-PLAN-INVALID-INPUT', '/root/children/0/type'],
  [
    'an unknown field',
    { tree: sequence(leaf('noop', { inputs: 1 })) },
    'E-PLAN-INVALID-INPUT',
    '/root/children/0',
  ],
  ['no child', { tree: { type: 'inverter' } }, 'E-PLAN-INVALID-INPUT', '/root/child'],
  [
    'too many needed',
    { tree: { type: 'parallel', policy: { mode: 'quota', threshold: 2 }, children: [leaf('noop')] } },
    'E-PLAN-INVALID-INPUT',
    '/root/policy/threshold',
  ],
  ['a run in a run', { tree: leaf('plan_run_bt') }, 'E-PLAN-TOOL', '/root'],
])('%s is refused with its place', async (_what, given, error, place) => {
  const { call, core } = await planWorld();
  const { result } = await call('plan_run_bt', given);
  expect(result).toMatchObject({ error, details: { place } });
  expect(core.plans.all()).toEqual([]);
});

test('a tree without end uses up its budget and says so', async () => {
  const { core, call } = await planWorld();
  const tree = { type: 'repeat', cycles: -1, child: leaf('noop') };
  const { result } = await soon(core, call('plan_run_bt', { tree }));
  expect(result).toMatchObject({ status: 'failure', failure: { code: 'E-PLAN-BUDGET' } });
});

test('whoever follows the events of a reactive run hears how its queue stands, and no values', async () => {
  const { core, call } = await planWorld();
  await soon(
    core,
    call('plan_run_reactive', { tree: leaf('noop', { input: { token: 'SECRET' } }), run_id: 'r' }),
  );
  const { result } = await call('events_subscribe', { run_id: 'r', cats: ['scheduler', 'bt'] });
  const events = result['events'] as readonly { readonly kind: string; readonly data: unknown }[];
  expect(events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'PLAN_STARTED',
      'SCHEDULER_EVENT_ENQUEUED',
      'SCHEDULER_TICK_RESULT',
      'PLAN_ENDED',
    ]),
  );
  expect(events.find(({ kind }) => kind === 'SCHEDULER_TICK_RESULT')?.data).toMatchObject({
    event_type: 'taskReady',
    msg: 'scheduler_tick_result',
    pending_before: 1,
    pending_after: 0,
    base_priority: 100,
  });
  expect(JSON.stringify(events)).not.toContain('SECRET');
});

test('a run that has ended is forgotten when somebody says so, with what it was given', async () => {
  const { core, call } = await planWorld();
  const tree = leaf('noop', { input: { token: 'SECRET' } });
  await soon(core, call('plan_run_bt', { tree, run_id: 'r' }));
  await soon(
    core,
    call('plan_run_bt', {
      tree: leaf('wait', { input: { duration_ms: 60_000 } }),
      run_id: 'live',
      background: true,
    }),
  );
  await expect(core.plans.forget('live')).rejects.toMatchObject({ code: 'E-PLAN-STATE' });
  await core.plans.forget('r');
  expect((await call('plan_status', { run_id: 'r' })).result['error']).toBe('E-PLAN-NOT-FOUND');
  await core.journal.compact();
  expect(JSON.stringify([core.store.log.rows, core.store.log.states])).not.toContain('SECRET');
});
