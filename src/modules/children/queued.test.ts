import { expect, test } from 'vitest';
import { childWorld, SCRIPT, turns } from '../../../test/support/childWorld';

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

test('an ACP agent that ends with code 0 within a turn has not answered', async () => {
  const { agents, call, send } = await working({ protocol: 'acp' });
  const sent = send('one');
  await turns();
  agents.last.exit(0);
  expect((await sent).result).toMatchObject({ answer: { message: expect.stringContaining('not answered') } });
  expect((await call('plan_join', { children: ['w'] })).result).toMatchObject({ failure_count: 1 });
});
