import { expect, test } from 'vitest';
import { type Agent, overHttp, overStdio } from './clients';
import { script, TINY, world } from './world';

/** The smallest server, which answers with the metadata that it got. */
const META = script(TINY.replace("text: 'pong'", 'text: JSON.stringify(params?._meta ?? {})'));

/** A call as Codex makes it: it names the thread that the call belongs to. */
async function callIn(agent: Agent, threadId: unknown, name: string, input: object = {}) {
  const result = await agent.client.callTool({ name, arguments: { ...input }, _meta: { threadId, turn: 7 } });
  const error = result._meta?.['switchyard/error'] as { readonly code?: string } | undefined;
  return { code: error?.code, text: JSON.stringify(result.content) };
}

test('each thread of Codex is a session of its own, with limits of its own', async () => {
  const of = world({ tiny: META, other: script(TINY) });
  const { agent } = await overStdio(of, ['--approve', 'all', '--max-active', '1']);
  expect((await callIn(agent, 'one', 'mcp_activate', { name: 'tiny' })).code).toBeUndefined();
  expect((await callIn(agent, 'two', 'mcp_activate', { name: 'other' })).code).toBeUndefined();
  expect((await callIn(agent, 'two', 'tiny__ping')).code).toBe('not-active-here');
  expect((await callIn(agent, 'one', 'other__ping')).code).toBe('not-active-here');
  // The list is one for all of its threads; a call without a thread is the connection's.
  expect(await agent.toolNames()).toEqual(expect.arrayContaining(['tiny__ping', 'other__ping']));
  expect((await agent.call('tiny__ping')).code).toBe('not-active-here');

  const { text } = await callIn(agent, 'one', 'tiny__ping');
  expect(text).toContain('turn');
  expect(text).not.toContain('threadId');
});

test.each([[''], ['x'.repeat(201)], [7], [null], [{}]])(
  'a thread called %j is none: the connection stands for it',
  async threadId => {
    const { agent } = await overStdio(world({ tiny: META }), ['--approve', 'all']);
    await callIn(agent, threadId, 'mcp_activate', { name: 'tiny' });
    expect((await agent.call('tiny__ping')).isError).toBe(false);
  },
);

test('threads end with their connection, what they switched on too', async () => {
  const of = world({ tiny: script(TINY) });
  const program = await overHttp(of, ['--approve', 'all']);
  const { agent: first, transport } = await program.agent();
  const { agent: second } = await program.agent();
  await callIn(first, 'one', 'mcp_activate', { name: 'tiny' });
  expect((await callIn(first, 'one', 'tiny__ping')).code).toBeUndefined();
  await transport.terminateSession();
  expect((await callIn(second, 'one', 'tiny__ping')).code).toBe('not-active-here');
});

test("a session of Copilot goes on in the next program, another one's is another chat", async () => {
  const of = world({});
  const run = async (id: string) => (await overStdio(of, [], { COPILOT_AGENT_SESSION_ID: id })).agent;
  const [one, again, other] = [await run('copilot-1'), await run('copilot-1'), await run('../x')];
  const begin = async (agent: Agent, name: string) => {
    const { structured } = await agent.call('start_workflow', { name });
    return await agent.call('start_task', { workflow_id: structured['workflow_id'], name, goal: 'Go on' });
  };
  await begin(one, 'First');
  const same = await begin(again, 'Second');
  expect(JSON.stringify(same.structured)).toContain('"whose":"this_chat"');
  const stranger = await begin(other, 'Third');
  expect(JSON.stringify(stranger.structured)).not.toContain('"whose":"this_chat"');
});

test('over HTTP, the variable of one Copilot names nobody', async () => {
  const of = world({ tiny: script(TINY) });
  const program = await overHttp(of, ['--approve', 'all'], { COPILOT_AGENT_SESSION_ID: 'copilot-1' });
  const [{ agent: first }, { agent: second }] = [await program.agent(), await program.agent()];
  await first.call('mcp_activate', { name: 'tiny' });
  expect((await second.call('tiny__ping')).code).toBe('not-active-here');
});
