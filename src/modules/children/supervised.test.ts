import { expect, test } from 'vitest';
import { childWorld, SCRIPT, stateOf, turns } from '../../../test/support/childWorld';
import { PROGRAM } from '../../../test/support/nativeCalls';
import { chat, noSignal } from '../../../test/support/testCore';
import { addBuiltInTools } from '../../mcp/builtInModules';

test('a child that crashes is restarted later each time; the breaker pauses, one probe is made, then it is given up', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'w' });
  for (const delay of [250, 500]) {
    agents.last.exit(1);
    const started = agents.started.length;
    core.clock.advance(delay - 1);
    expect(agents.started).toHaveLength(started);
    core.clock.advance(1);
    await turns();
    expect(agents.started).toHaveLength(started + 1);
  }
  agents.last.exit(1);
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'starting', breaker: 'open', restarts: 2 });
  core.clock.advance(14_999);
  expect(agents.started).toHaveLength(3);
  core.clock.advance(1);
  await turns();
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'ready', breaker: 'half-open', restarts: 3 });
  agents.last.exit(1);
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'error', breaker: 'half-open' });
  core.clock.advance(60_000);
  expect(agents.started).toHaveLength(4);
  const kinds = core.events.flatMap(({ kind, cat }) =>
    cat === 'child' && kind !== 'child_changed' ? [kind] : [],
  );
  expect(kinds).toEqual([
    'child_spawned',
    'child_restart',
    'child_restart',
    'breaker_open',
    'breaker_half_open',
    'child_restart',
    'child_error',
  ]);
});

test('a child that works again after a crash starts anew with its failures', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'w' });
  for (let i = 0; i < 4; i += 1) {
    agents.last.exit(1);
    core.clock.advance(250);
    await turns();
    const sent = call('child_send', { child_id: 'w', payload: 1, expect: 'final' });
    await turns();
    agents.last.say({ type: 'done' });
    expect((await sent).result).toMatchObject({ answer: { message: { type: 'done' } } });
  }
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'ready', breaker: 'closed', restarts: 4 });
});

test('whoever waits for an answer of a child that crashed or was stopped is told, and gets no answer of before', async () => {
  const { call, agents, core } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'w' });
  const send = async () => {
    const sent = call('child_send', { child_id: 'w', payload: 1, expect: 'final', timeout_ms: 100_000 });
    await turns();
    return { sent };
  };
  const first = await send();
  agents.last.say({ type: 'done', text: 'the first' });
  await first.sent;

  const { sent } = await send();
  const joined = call('plan_join', { children: ['w'] });
  agents.last.exit(3);
  const lost = 'It exited with code 3. It had not answered what it was sent.';
  expect((await sent).result).toMatchObject({ answer: { stream: 'meta', message: lost }, timed_out: false });
  expect((await joined).result).toMatchObject({ success_count: 0, results: [{ state: 'failed' }] });
  expect((await call('child_collect', { child_id: 'w' })).result).toMatchObject({
    final: lost,
    is_error: true,
    is_working: false,
  });

  core.clock.advance(250);
  await turns();
  const third = await send();
  await call('child_kill', { child_id: 'w' });
  expect((await third.sent).result).toMatchObject({
    answer: { message: expect.stringContaining('It had not answered') },
  });
  expect((await call('plan_join', { children: ['w'] })).result).toMatchObject({ success_count: 0 });
});

test('what was not to be restarted is not, and an end of its own is no crash', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'a', restart: false });
  agents.last.exit(3);
  expect(await stateOf(call, 'a')).toMatchObject({ state: 'error', reason: 'It exited with code 3.' });
  await call('child_create', { ...SCRIPT, child_id: 'b' });
  agents.last.exit(0);
  expect(await stateOf(call, 'b')).toMatchObject({ state: 'terminated' });
  core.clock.advance(60_000);
  expect(agents.started).toHaveLength(2);
  const { result } = await call('child_send', { child_id: 'b', payload: 1 });
  expect(result).toMatchObject({ error: 'E-CHILD-STATE', hint: expect.stringContaining('child_create') });
});

test.each([
  ['messages', { messages: 1 }],
  ['bytes_in', { bytes_in: 3 }],
])('a message over the budget of %s is refused and not sent', async (limit, budget) => {
  const { call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'w', budget });
  await call('child_send', { child_id: 'w', payload: 1 });
  const { result } = await call('child_send', { child_id: 'w', payload: 'long' });
  expect(result).toMatchObject({ error: 'E-CHILD-LIMIT', details: { limit } });
  expect(agents.last.sent).toEqual([1]);
  await call('child_set_limits', { child_id: 'w', limits: { messages: 5, bytes_in: 50 } });
  expect((await call('child_send', { child_id: 'w', payload: 'long' })).isError).toBe(false);
});

test.each([
  ['tokens', { tokens: 10 }, { type: 'progress', tokens: 11 }],
  ['bytes of output', { bytes_out: 20 }, { type: 'progress', text: 'a text that is too long for this' }],
  ['tool calls', { tool_calls: 0 }, { type: 'tool_call', title: 'Read file' }],
])('a child over its budget of %s is stopped', async (words, budget, message) => {
  const { call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'w', budget });
  agents.last.say(message);
  await turns();
  expect(agents.last.isRunning).toBe(false);
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'killed', reason: expect.stringContaining(words) });
});

test('a child whose time is over is stopped to the millisecond, and one that takes too much memory or CPU time', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'w', budget: { wallclock_ms: 5_000 } });
  core.clock.advance(5_000);
  expect(agents.last.isRunning).toBe(true);
  core.clock.advance(1);
  await turns();
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'killed', usage: { wallclock_ms: 5_001 } });
  await call('child_create', { ...SCRIPT, child_id: 'm', budget: { memory_mb: 100 } });
  agents.use = new Map([[agents.last.pid, { memoryBytes: 101 * 1_048_576, cpuSeconds: 0 }]]);
  core.clock.advance(2_000);
  await turns();
  expect(await stateOf(call, 'm')).toMatchObject({ state: 'killed', usage: { memory_mb: 101 } });
  await call('child_create', { ...SCRIPT, child_id: 'c', budget: { cpu_seconds: 3 } });
  agents.use = new Map([[agents.last.pid, { memoryBytes: 0, cpuSeconds: 3 }]]);
  core.clock.advance(2_000);
  await turns();
  expect(await stateOf(call, 'c')).toMatchObject({ state: 'ready', usage: { cpu_seconds: 3 } });
  agents.use = new Map([[agents.last.pid, { memoryBytes: 0, cpuSeconds: 3.01 }]]);
  core.clock.advance(2_000);
  await turns();
  expect(await stateOf(call, 'c')).toMatchObject({
    state: 'killed',
    reason: 'Its budget of 3 seconds of CPU time is used up.',
    usage: { cpu_seconds: 3.01 },
  });
});

test('CPU time counts through restarts, never goes down, and a limit that is set later holds', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'c' });
  await call('child_set_limits', { child_id: 'c', limits: { cpu_seconds: 10 } });
  const seen = async (cpuSeconds: number) => {
    agents.use = new Map([[agents.last.pid, { memoryBytes: 0, cpuSeconds }]]);
    core.clock.advance(2_000);
    await turns();
    return await stateOf(call, 'c');
  };
  expect(await seen(6)).toMatchObject({ state: 'ready', usage: { cpu_seconds: 6 } });
  // A process of its group has gone that nobody waited for.
  expect(await seen(2)).toMatchObject({ state: 'ready', usage: { cpu_seconds: 6 } });
  agents.last.exit(1);
  core.clock.advance(250);
  await turns();
  expect(await seen(4)).toMatchObject({ state: 'ready', restarts: 1, usage: { cpu_seconds: 10 } });
  expect(await seen(5)).toMatchObject({ state: 'killed', usage: { cpu_seconds: 11 } });
});

test('silence makes a child idle, a word wakes it, and silence at work has it restarted where a heartbeat is asked for', async () => {
  const { core, call, agents } = await childWorld();
  const timeouts = { idle_ms: 1_000, heartbeat_ms: 3_000 };
  await call('child_create', { ...SCRIPT, child_id: 'w', timeouts });
  core.clock.advance(1_000);
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'idle' });
  agents.last.say('hello');
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'ready' });
  await call('child_send', { child_id: 'w', payload: 1 });
  core.clock.advance(1_000);
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'idle', pending: 1 });
  agents.last.say({ type: 'heartbeat' });
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'running' });
  core.clock.advance(3_000);
  core.clock.advance(250);
  await turns();
  expect(agents.started).toHaveLength(2);
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'ready', restarts: 1, pending: 0 });
});

test('a child that is not ready in time leaves nothing running', async () => {
  const { core, call, agents } = await childWorld();
  const creating = call('child_create', { ...SCRIPT, child_id: 'w', ready_type: 'hello' });
  await turns();
  agents.last.say({ type: 'other' });
  core.clock.advance(2_000);
  expect((await creating).result).toMatchObject({ error: 'E-CHILD-TIMEOUT' });
  expect(agents.last.isRunning).toBe(false);
  expect((await call('child_status', {})).result).toMatchObject({ children: [] });
  const second = call('child_create', { ...SCRIPT, child_id: 'w', ready_type: 'hello' });
  await turns();
  agents.last.say({ type: 'hello' });
  expect((await second).result).toMatchObject({ state: 'ready', ready_message: { type: 'hello' } });
});

test('with wait_for_ready: false a child is there at once, gets its first message when it is ready, and says why it never was', async () => {
  const { core, call, agents } = await childWorld();
  const given = { ...SCRIPT, ready_type: 'hello', wait_for_ready: false, ready_timeout_ms: 5_000 };
  const { result } = await call('child_create', { ...given, child_id: 'w', initial_payload: { n: 1 } });
  expect(result).toMatchObject({ state: 'starting', ready_message: null, workdir: expect.any(String) });
  await turns();
  expect(agents.last.sent).toEqual([]);
  agents.last.say({ type: 'hello' });
  await turns();
  expect(agents.last.sent).toEqual([{ n: 1 }]);
  await call('child_create', { ...given, child_id: 'late' });
  await turns();
  core.clock.advance(5_000);
  await turns();
  expect(await stateOf(call, 'late')).toMatchObject({
    state: 'error',
    reason: expect.stringContaining('5000'),
  });
  expect(agents.last.isRunning).toBe(false);
});

test.each([
  ['SIGTERM', 'terminated', true],
  ['SIGKILL', 'killed', false],
])('a child is stopped with %s without being asked', async (signal, state, inTime) => {
  const { call } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'w' });
  const { result } = await call('child_cancel', { child_id: 'w', signal });
  expect(result).toMatchObject({ state, stopped_in_time: inTime });
});

test('a loop is seen and advised about, not acted on', async () => {
  const { call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'w' });
  const say = (title: string) => agents.last.say({ type: 'tool_call', title, input: { a: 1 } });
  for (const tool of ['read', 'write', 'read', 'write']) say(tool);
  expect(await stateOf(call, 'w')).toMatchObject({ loop: null });
  say('read');
  expect(await stateOf(call, 'w')).toMatchObject({ loop: { advice: 'warn' } });
  say('write');
  say('read');
  expect(await stateOf(call, 'w')).toMatchObject({ loop: { advice: 'kill' }, state: 'ready' });
  // Three in turn are work, not a circle.
  for (const tool of ['another', 'read', 'write', 'another', 'read', 'write', 'another', 'read', 'write'])
    say(tool);
  expect(await stateOf(call, 'w')).toMatchObject({ loop: null });
  say('another');
  expect(await stateOf(call, 'w')).toMatchObject({ loop: null });
});

test('cancelling asks first, and kills what does not listen', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'a' });
  agents.last.stopsOnInterrupt = true;
  expect((await call('child_cancel', { child_id: 'a' })).result).toMatchObject({
    state: 'terminated',
    stopped_in_time: true,
  });
  await call('child_create', { ...SCRIPT, child_id: 'b' });
  await call('child_send', { child_id: 'b', payload: 1 });
  const cancelling = call('child_cancel', { child_id: 'b' });
  await turns();
  expect(agents.last).toMatchObject({ interrupts: 1, isRunning: true });
  core.clock.advance(2_000);
  expect((await cancelling).result).toMatchObject({ state: 'killed', stopped_in_time: false });
  // An ACP agent can stop what it does and go on.
  await call('child_create', { agent: 'opencode', child_id: 'c', record: false });
  await call('child_send', { child_id: 'c', payload: 'Work' });
  const keeping = call('child_cancel', { child_id: 'c', keep: true });
  await turns();
  agents.last.say({ type: 'result', stop_reason: 'cancelled' });
  expect((await keeping).result).toMatchObject({ state: 'ready', stopped_in_time: true });
});

test('a program that the question to stop ends is not started again, and has stopped in time', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'a' });
  agents.last.stopsOnInterrupt = 'signal';
  const cancelling = call('child_cancel', { child_id: 'a' });
  await turns();
  core.clock.advance(2_000);
  expect((await cancelling).result).toMatchObject({
    state: 'terminated',
    reason: 'It was cancelled.',
    stopped_in_time: true,
  });
  expect(agents.started).toHaveLength(1);
});

test('a child that crashed and waits to be started again is not started after it was cancelled', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'a' });
  agents.last.exit(1);
  const cancelling = call('child_cancel', { child_id: 'a' });
  await turns();
  core.clock.advance(2_000);
  expect((await cancelling).result).toMatchObject({ reason: 'It was cancelled.' });
  expect(agents.started).toHaveLength(1);
});

test('whoever stops waiting for a child to stop has cancelled it all the same', async () => {
  const { core, call, agents } = await childWorld();
  addBuiltInTools(core, PROGRAM);
  await core.gateway.activate(chat('anna'), 'children', 'agent', noSignal());
  await call('child_create', { ...SCRIPT, child_id: 'a' });
  await call('child_send', { child_id: 'a', payload: 1 });
  const leaving = new AbortController();
  const { signal } = leaving;
  const cancelling = core.toolbox.answer(chat('anna'), 'child_cancel', { child_id: 'a' }, { signal });
  await turns();
  leaving.abort();
  await cancelling;
  await turns();
  expect(agents.last.isRunning).toBe(false);
  expect(await stateOf(call, 'a')).toMatchObject({ state: 'killed', reason: 'It was cancelled.' });
});
