import { expect, test } from 'vitest';
import { calls, says, scriptedEndpoint } from '../support/scriptedEndpoint';
import { tokenIssuer } from '../support/tokenIssuer';
import { endpointOf } from './endpoints';
import { realServer, script, TINY, world } from './world';

const servers = () => world({ everything: realServer('everything'), unapproved: script(TINY) });

/** A plan of one leaf that asks the model, with these servers. */
const asking = (...names: readonly string[]) => ({
  tree: {
    id: 'p',
    root: {
      type: 'task',
      id: 'ask',
      tool: 'llm_round',
      input: {
        model: 'm',
        prompt: 'Go',
        servers: names.map(name => ({ name, require_approval: 'never' })),
      },
    },
  },
  return: ['/outputs/ask'],
});

test('a plan of somebody who may work asks the model, whose calls have the rights of that person', async () => {
  const by = await tokenIssuer();
  const model = await scriptedEndpoint(
    calls(['echo', '{"message":"hello"}'], ['bb_delete', '{"key":"k"}']),
    says('Done.'),
  );
  const door = await endpointOf(servers(), by, '--approve', 'everything', '--model-endpoint', model.url);
  const { agent } = await door.agent(await by.sign());
  await agent.call('mcp_activate', { name: 'plans' });
  await agent.call('mcp_activate', { name: 'blackboard' });
  await agent.call('bb_set', { key: 'k', value: 'kept' });

  const { structured } = await agent.call('plan_run_bt', asking('everything', 'blackboard'));
  expect(structured).toMatchObject({
    status: 'success',
    returned: { '/outputs/ask': { text: 'Done.', tool_calls: [{ tool: 'echo' }, { tool: 'bb_delete' }] } },
  });
  const told = model.asked[1]?.messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  expect(told).toEqual([
    'Echo: hello',
    expect.stringContaining('This needs the scope switchyard:administer'),
  ]);
  expect((await agent.call('bb_get', { key: 'k' })).text).toContain('kept');
});

test('a round starts nothing that was not approved, and nobody asks for one over HTTP', async () => {
  const by = await tokenIssuer();
  const model = await scriptedEndpoint(says('Never.'));
  const door = await endpointOf(servers(), by, '--approve', 'everything', '--model-endpoint', model.url);
  const administers = 'switchyard:read switchyard:work switchyard:administer';
  const { agent } = await door.agent(await by.sign({ scope: administers }));
  await agent.call('mcp_activate', { name: 'plans' });
  const { structured } = await agent.call('plan_run_bt', asking('unapproved'));
  expect(structured).toMatchObject({ status: 'failure' });

  const authorization = `Bearer ${await by.sign({ scope: administers })}`;
  const body = JSON.stringify({
    model: 'm',
    messages: [{ role: 'user', content: 'Go' }],
    tools: [],
    input: 'Go',
  });
  for (const path of ['/llm-exec/round', '/v1/llm-exec/round/stream', '/v1/responses']) {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(door.at(path), { method: 'POST', headers, body });
    expect([path, answer.status]).toEqual([path, 404]);
  }
  expect(model.asked).toEqual([]);
});
