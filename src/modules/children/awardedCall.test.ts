import { expect, test } from 'vitest';
import { childWorld, SCRIPT, turns } from '../../../test/support/childWorld';

test('a call is completed with the answer of its child, not with the first thing that it says', async () => {
  const { call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'w' });
  await call('cnp_register_agent', { agent_id: 'w', base_cost: 1 });
  const { call_id } = (await call('cnp_announce', { task_id: 't' })).result;
  const about = { child_id: 'auto', payload: { type: 'do' }, contract_net: { call_id } };
  const sending = call('child_send', { ...about, expect: 'stream' });
  await turns();
  agents.last.say({ type: 'progress', percent: 50 });
  expect((await sending).result).toMatchObject({ answer: { message: { type: 'progress' } } });
  await turns();
  const listed = async () => (await call('cnp_list', { call_id })).result['calls'];
  expect(await listed()).toMatchObject([{ status: 'awarded', outcome: null }]);
  agents.last.say({ type: 'result' });
  await turns();
  expect(await listed()).toMatchObject([{ status: 'completed', outcome: 'success' }]);
});
