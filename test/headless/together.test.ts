import { expect, test } from 'vitest';
import { type Agent, overStdio } from './clients';
import { realServer, world } from './world';

const MARK = { node_id: 'src/login', type: 'working', intensity: 1 };

test('two programs on one workspace leave trails for each other, and find them after a restart', async () => {
  const shared = world({});
  const [{ agent: ada }, { agent: ben }] = [await overStdio(shared), await overStdio(shared)];
  expect(await ada.toolNames()).not.toContain('stig_mark');
  expect((await ada.call('stig_mark', MARK)).code).toBe('not-active-here');
  for (const agent of [ada, ben]) await agent.call('mcp_activate', { name: 'stigmergy' });

  await ada.call('stig_mark', MARK);
  expect((await ben.call('stig_mark', MARK)).structured).toMatchObject({ point: { intensity: 2 } });
  await ben.call('stig_batch', { entries: [{ ...MARK, node_id: 'src/mail' }] });
  expect((await ada.call('stig_mark', MARK)).structured).toMatchObject({ node_total: { intensity: 3 } });
  expect((await ada.call('stig_decay', { half_life_ms: 86_400_000, min_intensity: 0.5 })).isError).toBe(
    false,
  );
  await ada.client.close();
  await ben.client.close();

  const { agent: eve } = await overStdio(shared, ['--enable-stigmergy']);
  expect((await eve.call('mcp_activate', { name: 'stigmergy' })).isError).toBe(false);
  expect((await eve.call('mcp_info')).structured).toMatchObject({ features: { enableStigmergy: true } });
  expect((await eve.call('stig_snapshot')).structured).toMatchObject({
    heatmap: { cells: [{ node_id: 'src/login' }, { node_id: 'src/mail' }] },
    pheromone_bounds: { min_intensity: 0.5 },
  });
  const { code } = await eve.call('stig_mark', { ...MARK, type: ' ' });
  expect(code).toBe('E-STIG-TYPE');
});

test('our own prompt comes first, whatever else is switched on, and can be filled in and completed', async () => {
  const { agent } = await overStdio(world({ everything: realServer('everything') }), ['--approve', 'all']);
  await agent.call('mcp_activate', { name: 'everything' });
  const { prompts } = await agent.client.listPrompts();
  expect(prompts[0]).toMatchObject({
    name: 'work_together',
    arguments: [{ name: 'goal', required: true }, {}, {}],
  });
  expect(prompts.length).toBeGreaterThan(1);

  const ask = (given: Record<string, string>) =>
    agent.client.getPrompt({ name: 'work_together', arguments: given });
  const { messages } = await ask({ goal: 'Mend the login', role: 'lead' });
  expect(messages).toMatchObject([
    { role: 'user', content: { text: expect.stringContaining('Mend the login') } },
  ]);
  await expect(ask({ role: 'lead' })).rejects.toMatchObject({
    code: -32_602,
    message: expect.stringContaining('goal'),
  });

  const ref = { type: 'ref/prompt' as const, name: 'work_together' };
  const { completion } = await agent.client.complete({ ref, argument: { name: 'role', value: 'l' } });
  expect(completion.values).toEqual(['lead']);
});

test('of two that follow the prompt, the second is told where it came too late', async () => {
  const shared = world({});
  const [{ agent: ada }, { agent: ben }] = [await overStdio(shared), await overStdio(shared)];
  const { messages } = await ada.client.getPrompt({
    name: 'work_together',
    arguments: { goal: 'Mend it' },
  });
  const [message] = messages;
  const text = message?.content.type === 'text' ? message.content.text : '';
  const calls = [...text.matchAll(/^ {3}([a-z_]+) (\{.*\})$/gm)].map(([, tool = '', input = '']) => ({
    tool,
    input: JSON.parse(input) as Readonly<Record<string, unknown>>,
  }));
  const codes = async (agent: Agent) => {
    const told: string[] = [];
    for (const { tool, input } of calls) {
      const { code } = await agent.call(tool, input);
      if (code !== undefined) told.push(`${tool} ${code}`);
    }
    return told;
  };
  expect(await codes(ada)).toEqual([]);
  expect(await codes(ben)).toEqual([
    'bb_batch_set E-BULK-PARTIAL',
    'bb_set E-BB-CONFLICT',
    'bb_set E-BB-CONFLICT',
    'bb_set E-BB-CONFLICT',
  ]);
});

test('two programs that award the same task at once give it to one agent, and both know to whom', async () => {
  const shared = world({});
  const flags = ['--enable-cnp'];
  const [{ agent: ada }, { agent: ben }] = [await overStdio(shared, flags), await overStdio(shared, flags)];
  for (let round = 0; round < 10; round += 1) {
    const bids = [
      { agent_id: 'ada', cost: 1 },
      { agent_id: 'ben', cost: 1 },
    ];
    const { structured } = await ada.call('cnp_announce', {
      task_id: `t${round}`,
      award: 'manual',
      manual_bids: bids,
    });
    const { call_id } = structured as { call_id: string };
    const answers = await Promise.all([
      ada.call('cnp_award', { call_id, agent_id: 'ada' }),
      ben.call('cnp_award', { call_id, agent_id: 'ben' }),
    ]);
    expect(answers.map(({ code }) => code).filter(code => code !== undefined)).toEqual(['E-CNP-STATE']);
    const [hers, his] = await Promise.all([ada, ben].map(agent => agent.call('cnp_list', { call_id })));
    expect(hers?.structured).toEqual({ ...his?.structured, op_id: hers?.structured?.['op_id'] });
  }
});
