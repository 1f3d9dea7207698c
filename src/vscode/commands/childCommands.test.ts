import { expect, test } from 'vitest';
import { commandWorld } from '../../../test/support/commandWorld';
import { editor } from '../../../test/support/fakeEditor';
import { toolCaller } from '../../../test/support/callTool';
import { turns } from '../../../test/support/childWorld';

async function world() {
  const commands = await commandWorld();
  return { ...commands, call: toolCaller(commands.core) };
}

test('without a child agent, each command says so', async () => {
  const { run, texts } = await world();
  for (const command of ['openChild', 'sendToChild', 'stopChild', 'openChildChanges']) await run(command);
  expect(texts()).toEqual([
    'No child agents yet. Agents start them with child_create.',
    'No child agents are running.',
    'No child agents are running.',
    'No work of a child agent has been recorded.',
  ]);
});

test('a message that a person types goes to the child: JSON as it is, text as a prompt', async () => {
  const { run, call, agents, texts } = await world();
  await call('child_create', { command: 'worker', child_id: 'w', record: false });
  const page = { scheme: 'switchyard-child', query: 'w' };
  await run('sendToChild', page, '{"type":"do"}');
  await run('sendToChild', { child: 'w' }, 'Look around');
  await run('sendToChild', undefined, 'w', 'Again');
  await run('sendToChild', { child: 'w' }, undefined);
  expect(agents.last.sent).toEqual([
    { type: 'do' },
    { type: 'prompt', prompt: 'Look around' },
    { type: 'prompt', prompt: 'Again' },
  ]);
  expect(texts()).toContain('Sent to "w".');
  await call('child_create', { agent: 'opencode', child_id: 'o', record: false });
  await run('sendToChild', { child: 'o' }, '{"x": 1}');
  expect(agents.last.sent).toEqual([{ prompt: '{"x": 1}' }]);
});

test('a child that is stopped by a person is gone, with the reason', async () => {
  const { run, call, agents, children } = await world();
  await call('child_create', { command: 'worker', child_id: 'w', record: false });
  await run('stopChild', { child: 'w' });
  await turns();
  expect(agents.last.isRunning).toBe(false);
  expect(children.all()).toMatchObject([{ state: 'terminated', reason: 'The user stopped it.' }]);
  await run('stopChild', { child: 'w' });
  expect(editor.asked).toEqual([]);
});

test('the changes of a child are the page of its last message', async () => {
  const { run, call, agents, panels, children } = await world();
  await call('child_create', { agent: 'opencode', child_id: 'w' });
  for (const payload of ['one', 'two']) {
    await call('child_send', { child_id: 'w', payload });
    agents.last.say({ type: 'plan', entries: [{ content: 'Step', status: 'in_progress' }] });
    agents.last.say({ type: 'result', text: 'Done' });
    await call('child_collect', { child_id: 'w' });
  }
  await run('openChildChanges', { child: 'w' });
  const tasks = children.all()[0]?.tasks ?? [];
  expect(tasks).toHaveLength(4);
  expect(panels).toEqual([`task ${tasks[2]}`]);
});

test('a person releases areas of an agent, whose call is cancelled', async () => {
  const { run, call, texts, core } = await world();
  await run('releaseAreas');
  const manual_bids = [{ agent_id: 'carl', cost: 1 }];
  for (const areas of [['docs'], ['src']]) await call('cnp_announce', { task_id: 't', manual_bids, areas });
  const [docs] = core['contract-net'].leases();
  await run('releaseAreas', undefined, 'src');
  await run('releaseAreas', { lease: docs?.call });
  expect(texts()).toEqual(['No areas are leased.', 'Released: src.', 'Released: docs.']);
  expect(core['contract-net'].leases()).toEqual([]);
});
