import { once } from 'node:events';
import { expect, test } from 'vitest';
import { calls, says, scriptedEndpoint } from '../support/scriptedEndpoint';
import { type Agent, overHttp, overStdio } from './clients';
import { realServer, world } from './world';

const ASK = {
  type: 'task',
  id: 'ask',
  tool: 'llm_round',
  input: {
    model: 'm',
    prompt: { $text: 'PROMPT-SECRET: echo {/vars/word}' },
    servers: [{ name: 'everything', allowed_tools: ['echo'], require_approval: 'never' }],
  },
};
const TELL = {
  type: 'task',
  id: 'tell',
  tool: 'everything__echo',
  input: { message: { $from: '/outputs/ask/text' } },
};
const tree = { id: 'p', root: { type: 'sequence', children: [ASK, TELL] } };
const KEY = { SWITCHYARD_MODEL_KEY: 'MODEL-KEY-SECRET' };
const servers = () => world({ everything: realServer('everything') });

async function ready(agent: Agent): Promise<void> {
  for (const name of ['everything', 'plans']) await agent.call('mcp_activate', { name });
}

test('a plan over stdio asks a model that uses a real server, and gives its answer to the next leaf', async () => {
  const model = await scriptedEndpoint(calls(['echo', '{"message":"hello"}']), says('It said hello.'));
  const options = ['--approve', 'all', '--model-endpoint', model.url];
  const { agent, stderr } = await overStdio(servers(), options, KEY);
  await ready(agent);
  const { structured } = await agent.call('plan_run_bt', {
    tree,
    variables: { word: 'hello' },
    return: ['/outputs/ask/tool_calls', '/outputs/tell'],
  });
  expect(structured).toMatchObject({
    status: 'success',
    returned: {
      '/outputs/ask/tool_calls': [{ server: 'everything', tool: 'echo' }],
      '/outputs/tell': 'Echo: It said hello.',
    },
  });
  expect(model.headers[0]).toMatchObject({ authorization: 'Bearer MODEL-KEY-SECRET' });
  expect(model.asked[0]?.messages).toEqual([{ role: 'user', content: 'PROMPT-SECRET: echo hello' }]);
  expect(stderr()).not.toContain('SECRET');
});

test('without a model the plan is refused before anything runs', async () => {
  const { agent } = await overStdio(servers(), ['--approve', 'all']);
  await ready(agent);
  const refused = JSON.parse(
    (await agent.call('plan_run_bt', { tree, variables: { word: 'x' } })).text,
  ) as object;
  expect(refused).toMatchObject({
    error: 'E-PLAN-TOOL',
    details: {
      leaves: [
        { leaf: 'ask', code: 'E-PLAN-NO-MODEL', message: expect.stringContaining('--model-endpoint') },
      ],
    },
  });
  expect((await agent.call('plan_status')).structured).toMatchObject({ runs: [] });
});

test('a program that is killed in the middle of a round asks the model again only when told to', async () => {
  const of = servers();
  const asked = Promise.withResolvers<void>();
  const silent = await scriptedEndpoint(() => asked.resolve());
  const options = ['--approve', 'all', '--model-endpoint'];
  const first = await overHttp(of, [...options, silent.url], KEY);
  const { agent } = await first.agent();
  await ready(agent);
  const variables = { word: 'x' };
  await agent.call('plan_run_bt', { tree, variables, run_id: 'r', background: true });
  await asked.promise;
  first.started.child.kill('SIGKILL');
  await first.started.exit;

  const model = await scriptedEndpoint(says('Again.'));
  const second = await overHttp(of, [...options, model.url], KEY);
  const { agent: next } = await second.agent();
  await ready(next);
  await expect
    .poll(async () => (await next.call('plan_status', { run_id: 'r' })).structured)
    .toMatchObject({ runs: [{ state: 'paused', waiting: { leaves: ['ask'] } }] });
  expect(model.asked).toEqual([]);
  await next.call('plan_resume', { run_id: 'r', interrupted: 'retry' });
  await expect
    .poll(async () => (await next.call('plan_status', { run_id: 'r' })).structured)
    .toMatchObject({ runs: [{ state: 'done' }] });
  expect(model.asked).toHaveLength(1);
});

test('who gives up a plan ends the request to the model', async () => {
  const gone = Promise.withResolvers<void>();
  const model = await scriptedEndpoint(async response => {
    await once(response, 'close');
    gone.resolve();
  });
  const { agent } = await overStdio(servers(), ['--approve', 'all', '--model-endpoint', model.url], KEY);
  await ready(agent);
  await agent.call('plan_run_bt', { tree, variables: { word: 'x' }, run_id: 'r', background: true });
  await expect.poll(() => model.asked.length).toBe(1);
  await agent.call('plan_cancel', { run_id: 'r' });
  await gone.promise;
});

test('a dry run shows a task graph without what is to be avoided', async () => {
  const { agent } = await overStdio(servers(), ['--approve', 'all']);
  await ready(agent);
  const node = (id: string, tool: string) => ({ id, attributes: { bt_tool: tool } });
  const graph = {
    id: 'g',
    nodes: [node('a', 'noop'), node('b', 'nowhere__x'), node('c', 'everything__echo')],
    edges: ['ab', 'bc'].map(([from, to]) => ({ from: { nodeId: from }, to: { nodeId: to } })),
  };
  const { structured } = await agent.call('plan_dry_run', {
    plan_id: 'p',
    graph,
    reroute_avoid: { node_ids: ['b'] },
  });
  expect(structured).toMatchObject({ can_run: false, rewrite_preview: { applied: 1, can_run: true } });
});
