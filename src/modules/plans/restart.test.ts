import { expect, test } from 'vitest';
import { toolCaller } from '../../../test/support/callTool';
import { FakePrograms } from '../../../test/support/fakePrograms';
import { leaf, type PlanWorld, planWorld, rest } from '../../../test/support/planWorld';
import { chat, noSignal } from '../../../test/support/testCore';

const sequence = (...children: readonly unknown[]) => ({ id: 'p', root: { type: 'sequence', children } });

/** A world whose program is killed in the middle of a run, and the one that starts after it. */
async function killed(before: (world: PlanWorld) => Promise<unknown>) {
  const programs = new FakePrograms('first');
  const first = await planWorld({ programs });
  await before(first);
  await rest();
  programs.kill('first');
  const second = await planWorld({ programs: programs.as('second'), log: first.core.store.log });
  await rest();
  second.core.clock.advance(1_000);
  await rest();
  return { first, second };
}

test('after a crash a run goes on by itself: what ended is not called again, what only reads is', async () => {
  const tree = sequence(
    leaf('files__write', { id: 'a', output_key: 'a' }),
    leaf('files__slow_read', { id: 'b' }),
    leaf('files__write', { id: 'c', input: { tool: { $from: '/vars/a/tool' } } }),
  );
  const { second } = await killed(async ({ call }) => call('plan_run_bt', { tree, background: true }));
  expect(second.slow.waiting).toEqual(['slow_read']);
  await second.slow.end('slow_read');
  const [run] = second.core.plans.all();
  expect(run).toMatchObject({ state: 'done', program: null });
  expect(second.calls).toEqual(['files.slow_read', 'files.write']);
  expect([...(run?.leaves.values() ?? [])].map(({ calls }) => calls)).toEqual([1, 1, 1]);
});

test.each([
  ['within a moment after it, it is read again', 0, 2],
  ['later, it is not', 5, 1],
])('a leaf that only reads is not waited for: when the program ends %s', async (_when, ms, reads) => {
  const tree = sequence(
    leaf('files__write', { id: 'a' }),
    leaf('files__slow_read', { id: 'b' }),
    leaf('files__slow_read', { id: 'c' }),
    leaf('files__write', { id: 'd' }),
  );
  const { second } = await killed(async ({ call, core, slow }) => {
    await call('plan_run_bt', { tree, background: true });
    await rest();
    await slow.end('slow_read');
    core.clock.advance(ms);
  });
  for (let i = 0; i < reads; i += 1) await second.slow.end('slow_read');
  const [run] = second.core.plans.all();
  expect(run?.state).toBe('done');
  expect(second.calls).toEqual([...Array.from({ length: reads }, () => 'files.slow_read'), 'files.write']);
});

test('a journal that could only be read later has its lost runs go on then', async () => {
  const programs = new FakePrograms('first');
  const first = await planWorld({ programs });
  await first.call('plan_run_bt', {
    tree: sequence(leaf('files__slow_read', { id: 'a' })),
    background: true,
  });
  await rest();
  const second = await planWorld({ programs: programs.as('second'), log: first.core.store.log });
  second.core.clock.advance(1_000);
  await rest();
  programs.kill('first');
  second.core.clock.advance(60_000);
  await rest();
  expect(second.slow.waiting).toEqual([]);

  const what = { seq: null, ts: second.core.clock.now(), stream: 'plans', cat: 'plans', v: 1 };
  for (let i = 0; i < 2; i += 1)
    second.core.bus.publish({ ...what, kind: 'caughtUp', level: 'debug', payload: { type: 'caughtUp' } });
  second.core.clock.advance(1_000);
  await rest();
  expect(second.slow.waiting).toEqual(['slow_read']);
});

test.each([
  ['plan_status', {}],
  ['plan_join', { children: ['r'], timeout_sec: 1 }],
])(
  'a program that was there before goes on with the run of one that was killed, once %s asks',
  async (tool, input) => {
    const programs = new FakePrograms('first');
    const first = await planWorld({ programs });
    await first.call('plan_run_bt', {
      tree: sequence(leaf('files__slow_read')),
      background: true,
      run_id: 'r',
    });
    await rest();
    const second = await planWorld({ programs: programs.as('second'), log: first.core.store.log });
    second.core.clock.advance(1_000);
    await rest();
    void second.call(tool, input);
    await rest();
    expect(second.slow.waiting).toEqual([]);

    programs.kill('first');
    const asked = [second.call(tool, input), second.call(tool, input)];
    await rest();
    expect(second.slow.waiting).toEqual(['slow_read']);
    await second.slow.end('slow_read');
    second.core.clock.advance(1_000);
    await Promise.all(asked);
    expect(second.core.plans.find('r').state).toBe('done');
  },
);

test('a call that may have done its work is not made again unless somebody says so', async () => {
  const tree = sequence(leaf('files__slow', { id: 'a' }), leaf('files__write', { id: 'b' }));
  const { second } = await killed(async ({ call }) =>
    call('plan_run_bt', { tree, background: true, run_id: 'r' }),
  );
  const { call, slow, calls } = second;
  expect(calls).toEqual([]);
  expect((await call('plan_status', { run_id: 'r' })).result).toMatchObject({
    runs: [{ state: 'paused', waiting: { reason: 'interrupted', leaves: ['a'] } }],
  });
  expect((await call('plan_resume', { run_id: 'r' })).result).toMatchObject({
    error: 'E-PLAN-STATE',
    hint: 'pass interrupted: retry, success, or failure',
  });
  await call('plan_resume', { run_id: 'r', interrupted: 'retry' });
  await rest();
  expect(slow.waiting).toEqual(['slow']);
  await slow.end('slow');
  expect(second.core.plans.find('r').state).toBe('done');
});

test.each([
  ['success', 'done', ['files.write']],
  ['failure', 'failed', []],
] as const)('a call that was cut short can count as a %s', async (interrupted, state, called) => {
  const tree = sequence(leaf('files__slow', { id: 'a' }), leaf('files__write', { id: 'b' }));
  const { second } = await killed(async ({ call }) =>
    call('plan_run_bt', { tree, background: true, run_id: 'r' }),
  );
  await second.call('plan_resume', { run_id: 'r', interrupted });
  await rest();
  expect(second.core.plans.find('r').state).toBe(state);
  expect(second.calls).toEqual(called);
});

test('a run that another program still runs is left to it, and obeys from afar', async () => {
  const programs = new FakePrograms('first');
  const first = await planWorld({ programs });
  const tree = sequence(leaf('files__slow', { id: 'a' }));
  await first.call('plan_run_bt', { tree, background: true, run_id: 'r' });
  await rest();
  const second = await planWorld({ programs: programs.as('second'), log: first.core.store.log });
  second.core.clock.advance(2_000);
  await rest();
  expect(second.calls).toEqual([]);
  expect((await second.call('plan_cancel', { run_id: 'r' })).result).toMatchObject({
    run: { state: 'running' },
  });
  await first.core.journal.freshen();
  await rest();
  expect(first.cancelled).toEqual(['slow']);
  await second.core.journal.freshen();
  expect(second.core.plans.find('r').state).toBe('cancelled');
});

test('waits go on where they were, and a run that was paused stays paused', async () => {
  const wait = sequence(leaf('wait', { input: { duration_ms: 5_000 } }), leaf('noop'));
  const { second } = await killed(async ({ call, core }) => {
    await call('plan_run_bt', { tree: wait, background: true, run_id: 'w' });
    await call('plan_run_bt', {
      tree: sequence(leaf('files__slow'), leaf('files__write')),
      background: true,
      run_id: 'p',
    });
    await rest();
    await call('plan_pause', { run_id: 'p' });
    core.clock.advance(2_000);
  });
  expect(second.core.plans.find('p')).toMatchObject({ state: 'paused', waiting: null });
  expect(second.core.plans.find('w').state).toBe('running');
  second.core.clock.advance(4_000);
  await rest();
  expect(second.core.plans.find('w').state).toBe('done');
  expect((await second.call('plan_resume', { run_id: 'p', interrupted: 'success' })).result).toMatchObject({
    state: 'running',
  });
  await rest();
  expect(second.core.plans.find('p').state).toBe('done');
});

test('a program that ends in good order leaves its runs to the next one', async () => {
  const programs = new FakePrograms('first');
  const first = await planWorld({ programs });
  const tree = sequence(leaf('files__slow_read'), leaf('files__write'));
  await first.call('plan_run_bt', { tree, background: true, run_id: 'r' });
  await rest();
  first.core.dispose();
  await rest();
  programs.kill('first');
  const second = await planWorld({ programs: programs.as('second'), log: first.core.store.log });
  second.core.clock.advance(1_000);
  await rest();
  await second.slow.end('slow_read');
  expect(second.core.plans.find('r').state).toBe('done');
});

test('a server that the user does not allow again holds the run until it is allowed', async () => {
  const programs = new FakePrograms('first');
  const first = await planWorld({ programs });
  const tree = sequence(leaf('files__slow_read'));
  await first.call('plan_run_bt', { tree, background: true, run_id: 'r' });
  await rest();
  programs.kill('first');
  const second = await planWorld({ programs: programs.as('second'), log: first.core.store.log });
  for (const session of second.core.gateway.sessions()) await second.core.gateway.endSession(session, 'test');
  second.core.switches.set('files', false);
  second.core.clock.advance(1_000);
  await rest();
  expect(second.core.plans.find('r')).toMatchObject({ state: 'paused', waiting: { reason: 'refused' } });
  second.core.switches.set('files', undefined);
  await second.call('plan_resume', { run_id: 'r' });
  await rest();
  expect(second.slow.waiting).toEqual(['slow_read']);
});

test('a run of a child agent does not go on without it: nobody would hold its calls to what the child may do', async () => {
  const child = chat('child:worker:1');
  const tree = sequence(leaf('files__slow_read', { id: 'a' }), leaf('files__write', { id: 'b' }));
  const { second } = await killed(async ({ core }) => {
    for (const server of ['files', 'plans']) await core.gateway.activate(child, server, 'agent', noSignal());
    const allows = (tool: string): boolean => tool !== 'files__write';
    core.toolbox.limit(child.session, { allows, enter: () => undefined });
    await toolCaller(core, child.session)('plan_run_bt', { tree, background: true, run_id: 'r' });
  });
  const stopped = { state: 'paused', waiting: { reason: 'refused' } };
  expect(second.core.plans.find('r')).toMatchObject(stopped);
  await second.call('plan_resume', { run_id: 'r' });
  await rest();
  expect(second.core.plans.find('r')).toMatchObject(stopped);
  expect(second.core.plans.find('r').waiting?.message).toContain('child agent');
  expect([second.slow.waiting, second.calls]).toEqual([[], []]);
});

test('a run that two agents resume at once goes on once', async () => {
  const tree = sequence(leaf('files__slow_read'), leaf('files__write'));
  const { second } = await killed(async ({ call }) => {
    await call('plan_run_bt', { tree, background: true, run_id: 'r' });
    await rest();
    await call('plan_pause', { run_id: 'r' });
  });
  const resume = async () => (await second.call('plan_resume', { run_id: 'r' })).result;
  const answers = await Promise.all([resume(), resume()]);
  await rest();
  expect(second.slow.waiting).toEqual(['slow_read']);
  expect(answers).toMatchObject([{ state: 'running' }, { error: 'E-PLAN-STATE', hint: 'call plan_status' }]);
  await second.slow.end('slow_read');
  expect(second.core.plans.find('r').state).toBe('done');
  expect(second.calls).toEqual(['files.slow_read', 'files.write']);
});

test('a run that is cancelled while it is being resumed makes no call again', async () => {
  const tree = sequence(leaf('bb_set', { input: { key: 'late', value: 1 } }), leaf('files__write'));
  const { second } = await killed(async ({ call, core }) => {
    core.blackboard.set = () => new Promise(() => undefined);
    await call('plan_run_bt', { tree, background: true, run_id: 'r' });
    await rest();
    await call('plan_pause', { run_id: 'r' });
  });
  const { call, core, calls } = second;
  const resuming = call('plan_resume', { run_id: 'r' });
  await call('plan_cancel', { run_id: 'r' });
  await resuming;
  await rest();
  expect(core.plans.find('r').state).toBe('cancelled');
  expect(core.blackboard.peek('late')).toBeUndefined();
  expect(calls).toEqual([]);
});
