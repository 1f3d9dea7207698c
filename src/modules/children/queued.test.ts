import { expect, test } from 'vitest';
import { childWorld, SCRIPT, stateOf, turns } from '../../../test/support/childWorld';

const FINAL = { expect: 'final', timeout_ms: 100_000 };

async function working(options: Readonly<Record<string, unknown>> = {}) {
  const world = await childWorld();
  await world.call('child_create', { ...SCRIPT, child_id: 'w', ...options });
  const send = (payload: unknown, given: object = FINAL) =>
    world.call('child_send', { child_id: 'w', payload, ...given });
  return { ...world, send };
}

test('each of several messages gets its own answer, in the order in which they were sent', async () => {
  const { agents, send } = await working();
  await send('one', {});
  const [second, third] = [send('two'), send('three')];
  await turns();
  for (const text of ['1', '2', '3']) agents.last.say({ type: 'result', text });
  expect((await second).result).toMatchObject({ answer: { message: { text: '2' } } });
  expect((await third).result).toMatchObject({ answer: { message: { text: '3' } } });
});

test('a call is completed by the answer to its own message, and fails with it', async () => {
  const { agents, call, send } = await working();
  await call('cnp_register_agent', { agent_id: 'w', base_cost: 1 });
  const { result } = await call('cnp_announce', { task_id: 't' });
  const contract_net = { call_id: result['call_id'] };
  await send('before', {});
  await send('the call', { contract_net });
  const status = async () => {
    const { result: list } = await call('cnp_list', contract_net);
    return JSON.stringify(list);
  };
  agents.last.say({ type: 'result', text: 'of before' });
  await turns();
  expect(await status()).toContain('"status":"awarded"');
  agents.last.say({ type: 'error', message: 'no' });
  await turns();
  expect(await status()).toContain('"outcome":"failure"');
});

test('whoever waits for several answers of a child that crashed is told of each', async () => {
  const { agents, send } = await working();
  const sent = [send('one'), send('two')];
  await turns();
  agents.last.exit(3);
  for (const { result } of await Promise.all(sent))
    expect(result).toMatchObject({ answer: { message: expect.stringContaining('code 3') } });
});

test('an earlier answer is not that to a message at which a program ended with code 0', async () => {
  const { agents, call, send } = await working();
  const first = send('one');
  await turns();
  agents.last.say({ type: 'result', text: 'of the first' });
  await first;
  const second = send('two');
  await turns();
  agents.last.exit(0);
  expect((await second).result).toMatchObject({ state: 'terminated', answer: null, timed_out: false });
  expect((await call('child_collect', { child_id: 'w' })).result).toMatchObject({ final: null });
});

test.each([
  [0, 'success', 1],
  [3, 'failed', 0],
] as const)(
  'the task of a program that ends with code %d without an answer is told as a join tells it',
  async (code, status, won) => {
    const { agents, call, core, send } = await working({ record: true, restart: false });
    const sent = send('one');
    await turns();
    agents.last.exit(code);
    await sent;
    await turns();
    const [child] = core.children.all();
    expect(core.workflows.task(child?.tasks[0] ?? '').completion?.status).toBe(status);
    const { result } = await call('plan_join', { children: ['w'] });
    expect(result).toMatchObject({ success_count: won, failure_count: 1 - won });
  },
);

test('an ACP agent that ends with code 0 within a turn has not answered', async () => {
  const { agents, call, send } = await working({ protocol: 'acp' });
  const sent = send('one');
  await turns();
  agents.last.exit(0);
  expect((await sent).result).toMatchObject({ answer: { message: expect.stringContaining('not answered') } });
  expect((await call('plan_join', { children: ['w'] })).result).toMatchObject({ failure_count: 1 });
});

test('a message waits through all restarts until the program can have it', async () => {
  const { agents, call, core, send } = await working({ protocol: 'acp', record: true });
  agents.areReady = false;
  agents.last.exit(1);
  const sent = send('one');
  core.clock.advance(250);
  await turns();
  agents.last.exit(1);
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'starting', pending: 1 });
  agents.areReady = true;
  core.clock.advance(500);
  await turns();
  expect(agents.last.sent).toEqual(['one']);
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'running', pending: 1 });
  agents.last.say({ type: 'result', text: 'done' });
  expect((await sent).result).toMatchObject({ state: 'ready', answer: { message: { text: 'done' } } });
  expect((await call('child_collect', { child_id: 'w' })).result).toMatchObject({
    tasks: [{ name: 'Message 1', status: 'success' }],
  });
});

test('a message that waits for a child that is given up is refused with the reason', async () => {
  const { agents, core, send } = await working({ protocol: 'acp' });
  agents.areReady = false;
  agents.last.exit(1);
  const sent = send('one');
  for (const pause of [250, 500, 15_000]) {
    core.clock.advance(pause);
    await turns();
    agents.last.exit(1);
  }
  const { result } = await sent;
  expect(result).toMatchObject({ error: 'E-CHILD-STATE', message: expect.stringContaining('failed again') });
});

test('a message is sent once, also where the program ends just when it is ready', async () => {
  const { agents, core, call, send } = await working({ record: true });
  agents.last.exit(1);
  const sent = send('one');
  await turns();
  core.clock.advance(250);
  agents.last.exit(1);
  await turns();
  core.clock.advance(500);
  await turns();
  expect(agents.started.flatMap(agent => agent.sent)).toEqual(['one']);
  agents.last.say({ type: 'result', text: 'done' });
  expect((await sent).result).toMatchObject({ answer: { message: { text: 'done' } } });
  expect((await call('child_collect', { child_id: 'w' })).result).toMatchObject({ is_error: false });
});

test('a start that the system refuses is one failure: one program is started later, and none outlives the child', async () => {
  const { agents, core, call } = await working();
  agents.missing.add(SCRIPT.command);
  agents.last.exit(1);
  core.clock.advance(250);
  await turns();
  expect(await stateOf(call, 'w')).toMatchObject({
    breaker: 'closed',
    reason: 'command not found: worker It is restarted in 500 ms.',
  });
  agents.missing.clear();
  for (const pause of [500, 15_000]) {
    core.clock.advance(pause);
    await turns();
    expect(agents.started.filter(({ isRunning }) => isRunning)).toHaveLength(1);
  }
  await call('child_kill', { child_id: 'w' });
  expect(agents.started.filter(({ isRunning }) => isRunning)).toEqual([]);
});
