import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../support/httpListener';
import { tokenIssuer } from '../support/tokenIssuer';
import { endpointOf, PING, reachedAt } from './endpoints';
import { script, TINY, type World, world } from './world';

/** Picks the instance of a request. `session`: what the request names. */
type Pick = (session: string | undefined) => number;

/** Two instances with one state folder behind one address. `told`: hears which instance opened a session. */
async function behindOneAddress(
  of: World,
  pick: Pick,
  told: (session: string, place: number) => void,
  flags: readonly string[],
) {
  const by = await tokenIssuer();
  const ports: string[] = [];
  const proxy = await listen((asked, answer) => {
    const session = asked.headers['mcp-session-id'];
    const place = pick(typeof session === 'string' ? session : undefined);
    const { method, url: path, headers } = asked;
    const passed = request({ port: ports[place], host: '127.0.0.1', method, path, headers }, given => {
      const opened = given.headers['mcp-session-id'];
      if (typeof opened === 'string') told(opened, place);
      answer.writeHead(given.statusCode ?? 500, { ...given.headers, 'x-instance': String(place) });
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  onTestFinished(() => proxy.close());
  for (const _instance of [1, 2]) {
    const { listening } = await endpointOf(of, by, '--public-url', proxy.origin, ...flags);
    ports.push(new URL(`http://${listening}`).port);
  }
  return { by, ...reachedAt(`${proxy.origin}/mcp`) };
}

/** One after the other. */
function inTurn(): Pick {
  let turn = 0;
  return () => turn++ % 2;
}

const FLAGS = ['--approve', 'tiny', '--core', 'tiny,workflow-history', '--enable-blackboard'];

test('any instance answers a request of the newer era about what is kept, and calls servers that are always on', async () => {
  const of = world({ tiny: script(TINY) });
  const door = await behindOneAddress(of, inTurn(), () => undefined, FLAGS);
  const token = await door.by.sign();
  const seen = new Set<string | null>();
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}) => {
    const answer = await door.ask(token, 'tools/call', { name, arguments: args });
    seen.add(answer.headers.get('x-instance'));
    const { result } = (await answer.json()) as {
      readonly result: { readonly structuredContent?: Readonly<Record<string, unknown>> };
    };
    return { text: JSON.stringify(result), said: result.structuredContent ?? {} };
  };
  const { said: workflow } = await call('start_workflow', { name: 'Together' });
  const task = { workflow_id: workflow['workflow_id'], name: 'Task', goal: 'Go on' };
  const { said: started } = await call('start_task', task);
  const id = { task_id: started['task_id'] };
  expect((await call('log_milestone', { ...id, message: 'Half' })).text).not.toContain('"isError":true');
  expect((await call('get_context', id)).said['tasks']).toMatchObject([id]);
  const done = await call('complete_task', { ...id, status: 'success', outcome: { summary: 'Done.' } });
  expect(done.said).toMatchObject({ status: 'success' });
  await call('bb_set', { key: 'shared', value: 7 });
  expect((await call('bb_get', { key: 'shared' })).said).toMatchObject({ entry: { value: 7 } });
  for (const _turn of [1, 2]) expect((await call('tiny__ping')).text).toContain('pong');
  expect(seen).toEqual(new Set(['0', '1']));
});

test('a session lives in one instance: it is found where requests go back there, and nowhere else', async () => {
  const of = world({ tiny: script(TINY) });
  const places = new Map<string, number>();
  const turn = inTurn();
  let isSticky = true;
  const pick: Pick = session =>
    isSticky && session !== undefined ? (places.get(session) ?? 0) : turn(session);
  const door = await behindOneAddress(of, pick, (session, place) => places.set(session, place), [
    '--approve',
    'tiny',
  ]);
  const token = await door.by.sign();
  const agents = [await door.agent(token), await door.agent(token)];
  for (const { agent } of agents) {
    expect((await agent.call('mcp_activate', { name: 'tiny' })).isError).toBe(false);
    expect((await agent.call('tiny__ping')).text).toBe('pong');
  }
  expect(new Set(places.values())).toEqual(new Set([0, 1]));
  isSticky = false;
  const session = { 'mcp-session-id': agents[0]?.transport.sessionId ?? '' };
  const statuses = [1, 2].map(async () => (await door.post(`Bearer ${token}`, PING, session)).status);
  // A client opens a new one then (MCP 2025-11-25, Session Management).
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200, 404]));
});

test('what is switched on for the newer era is so in one instance, and the other says what to do', async () => {
  const of = world({ tiny: script(TINY) });
  const door = await behindOneAddress(of, inTurn(), () => undefined, ['--approve', 'tiny']);
  const token = await door.by.sign();
  const call = async (name: string, args = {}) =>
    await (await door.ask(token, 'tools/call', { name, arguments: args })).text();
  expect(await call('mcp_activate', { name: 'tiny' })).toContain('"state":"started"');
  expect(await call('tiny__ping')).toMatch(/Call mcp_activate with name .*not-active-here/);
  expect(await call('tiny__ping')).toContain('pong');
});
