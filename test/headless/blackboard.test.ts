import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Agent, overStdio } from './clients';
import { type World, world } from './world';

/** A program on a state folder that others share, with the blackboard in every session. */
async function program({ options }: World, state: string): Promise<Agent> {
  const shared = { ...world({}), options: [...options, '--state', state] };
  return (await overStdio(shared, ['--enable-blackboard'])).agent;
}

async function twoPrograms(): Promise<readonly [Agent, Agent]> {
  const of = world({});
  const state = join(of.folder, 'shared');
  return [await program(of, state), await program(of, state)];
}

/** Waits for the next change, as an agent would. */
const next = async (agent: Agent, from: unknown) =>
  (await agent.call('bb_watch', { start_version: from, wait_ms: 30_000 })).structured;

test('the module is off until a session switches it on', async () => {
  const { agent } = await overStdio(world({}));
  expect((await agent.toolNames()).filter(name => name.startsWith('bb_'))).toEqual([]);
  expect((await agent.call('bb_get', { key: 'a' })).code).toBe('not-active-here');
  await agent.call('mcp_activate', { name: 'blackboard' });
  expect((await agent.call('bb_set', { key: 'a', value: { b: ['\ud800', 1] } })).structured).toMatchObject({
    value: { b: ['\ud800', 1] },
    version: 1,
  });
  expect((await agent.call('bb_get', { key: 'a' })).structured).toMatchObject({ entry: { version: 1 } });
});

test('two programs on one folder see what the other changes, refuse stale writes, and hear of what ended', async () => {
  const [one, two] = await twoPrograms();

  const waiting = next(two, 0);
  await one.call('bb_set', { key: 'plan:a', value: 'first', ttl_ms: 86_400_000 });
  expect(await waiting).toMatchObject({
    events: [{ version: 1, kind: 'set', key: 'plan:a', entry: { value: 'first' } }],
    next_version: 1,
  });

  const set = { key: 'plan:a', value: 'of two', expected_version: 1 };
  expect((await two.call('bb_set', set)).isError).toBe(false);
  const refused = await one.call('bb_set', { ...set, value: 'of one' });
  expect(JSON.parse(refused.text)).toMatchObject({
    ok: false,
    error: 'E-BB-CONFLICT',
    details: { key: 'plan:a', expected: 1, found: 2 },
  });
  expect(await next(one, 1)).toMatchObject({ events: [{ version: 2, entry: { value: 'of two' } }] });

  const soon = await two.call('bb_set', { key: 'soon', value: 1, ttl_ms: 100 });
  expect(await next(one, 2)).toMatchObject({ events: [{ version: 3, kind: 'set' }] });
  expect(await next(one, 3)).toMatchObject({
    events: [{ version: 4, kind: 'expire', key: 'soon', reason: 'ttl', previous: { value: 1 } }],
  });
  expect(soon.structured).toMatchObject({ version: 3 });
  expect(await next(two, 3)).toMatchObject({ events: [{ version: 4, kind: 'expire' }] });
});

test('a hundred readers that wait all hear of one change, and the program answers others meanwhile', async () => {
  const { agent } = await overStdio(world({}), ['--enable-blackboard']);
  const readers = Array.from({ length: 100 }, () => next(agent, 0));
  expect((await agent.call('bb_query')).structured).toMatchObject({ entries: [] });
  await agent.call('bb_set', { key: 'a', value: 1 });
  for (const answer of await Promise.all(readers)) expect(answer).toMatchObject({ next_version: 1 });
});

test('a reader that gives up leaves the program as it was', async () => {
  const { agent, stderr } = await overStdio(world({}), ['--enable-blackboard']);
  const caller = new AbortController();
  const wait = { name: 'bb_watch', arguments: { wait_ms: 30_000 } };
  const waiting = agent.client.callTool(wait, undefined, { signal: caller.signal });
  await agent.call('bb_query');
  caller.abort();
  await expect(waiting).rejects.toThrow(/abort/i);
  expect((await agent.call('bb_set', { key: 'a', value: 1 })).isError).toBe(false);
  expect(stderr()).not.toContain('failed');
});
