import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { resourceWorld } from '../../test/support/resourceWorld';
import { noSignal, settle } from '../../test/support/testCore';
import { serveConnection } from './mcpServer';

/** A client that is connected, and what it was told. */
async function world() {
  const core = await resourceWorld();
  const told: string[] = [];
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await serveConnection({ core, log: core.log, version: '1' }, ours, 'window');
  const client = new Client({ name: core.caller.host, version: '1' });
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void told.push('list'));
  client.setNotificationHandler(
    ResourceUpdatedNotificationSchema,
    ({ params }) => void told.push(params.uri),
  );
  await client.connect(theirs);
  onTestFinished(() => client.close());
  const json = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return JSON.parse(content !== undefined && 'text' in content ? content.text : '') as unknown;
  };
  /** Lets the time pass in which changes are gathered. */
  const gathered = async () => {
    core.clock.advance(300);
    await settle();
    return told.splice(0);
  };
  return { core, client, told, json, gathered };
}

test('shows every kind as resources of the protocol, with templates', async () => {
  const { core, client, json } = await world();
  const { uri, workflow, task } = await core.begin();
  await core.call('bb_set', { key: 'plan:a', value: 1 });
  await core.activate(core.caller, 'files');
  core.servers.write('files', 'ready\n');
  const { resources } = await client.listResources();
  expect(resources.map(({ uri: each, mimeType }) => [each, mimeType])).toEqual([
    [`sc://workflows/${workflow}`, 'text/markdown'],
    [uri, 'application/json'],
    ['sc://blackboard/plan', 'application/json'],
    ['sc://servers/files/logs', 'application/json'],
  ]);
  expect(new Set(resources.map(({ name }) => name)).size).toBe(4);
  expect(await json(uri)).toMatchObject({ runId: task, events: [{ kind: 'TASK_STARTED' }] });
  expect(await json('sc://blackboard/plan')).toMatchObject({ entries: [{ key: 'plan:a', value: 1 }] });
  expect(await json('sc://servers/files/logs')).toMatchObject({ logs: [{ message: 'ready' }] });
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    'sc://workflows/{workflow_id}{?format}',
    'sc://runs/{run_id}/events',
    'sc://blackboard/{namespace}',
    'sc://graphs/{graph_id}',
    'sc://graphs/{graph_id}@v{version}',
    'sc://snapshots/{graph_id}/{tx_id}',
    'sc://children/{child_id}/logs',
    'sc://servers/{server}/logs',
    'sc://results/{id}{?offset,limit}',
  ]);
});

test('tells of what was subscribed only, once for many changes, and of a list that changed', async () => {
  const { core, client, told, gathered } = await world();
  const { uri, task } = await core.begin();
  const other = await core.begin('Other');
  await core.call('bb_set', { key: 'plan:a', value: 1 });
  expect(await gathered()).toEqual(['list']);
  await client.subscribeResource({ uri });
  await client.subscribeResource({ uri: 'sc://blackboard/plan' });
  for (let i = 0; i < 5; i += 1) await core.milestone(task, 'More');
  await core.milestone(other.task, 'More');
  await core.call('bb_set', { key: 'plan:b', value: 1 });
  await core.call('bb_set', { key: 'other:b', value: 1 });
  expect(told).toEqual([]);
  expect((await gathered()).sort()).toEqual(['list', 'sc://blackboard/plan', uri].sort());
  await client.unsubscribeResource({ uri });
  await core.milestone(task, 'More');
  expect(await gathered()).toEqual([]);
});

test('tells of a report when something happened in that workflow, milestones too, and of no other', async () => {
  const { core, client, gathered } = await world();
  const [one, two] = [await core.begin(), await core.begin('Other')];
  const report = `sc://workflows/${one.workflow}?format=json`;
  await gathered();
  await client.subscribeResource({ uri: report });
  await client.subscribeResource({ uri: `sc://workflows/${two.workflow}` });
  await core.milestone(one.task, 'Half');
  expect(await gathered()).toEqual([report]);
  const end = { status: 'cancelled' as const, summary: null };
  await core.workflows.completeWorkflow(one.workflow, end, core.caller, noSignal());
  expect(await gathered()).toEqual([report]);
  await core.workflows.delete(one.workflow, noSignal());
  expect(await gathered()).toEqual(['list', report]);
});

test('watches a server whose lines come, and what is heard of a run while nothing else happens', async () => {
  const { core, client, gathered } = await world();
  const { uri } = await core.begin();
  await core.activate(core.caller, 'files');
  await gathered();
  await client.subscribeResource({ uri: 'sc://servers/files/logs' });
  core.servers.write('files', 'one\ntwo\n');
  expect(await gathered()).toEqual(['list', 'sc://servers/files/logs']);
  await client.subscribeResource({ uri });
  core.clock.advance(2_000);
  expect(await gathered()).toEqual([uri]);
});

test('a client that goes away while it subscribes to a run leaves nobody behind who wants signs of life', async () => {
  const { core, client } = await world();
  const { uri } = await core.begin();
  const subscribing = client.subscribeResource({ uri });
  await Promise.all([client.close(), expect(subscribing).rejects.toThrow('closed')]);
  await settle();
  core.clock.advance(10_000);
  expect(core.events.filter(({ kind }) => kind === 'heartbeat')).toEqual([]);
});

test('a client that ends a subscription before it is confirmed has none', async () => {
  const { core, client, gathered } = await world();
  const { uri, task } = await core.begin();
  await gathered();
  await Promise.all([client.subscribeResource({ uri }), client.unsubscribeResource({ uri })]);
  await core.milestone(task, 'More');
  expect(await gathered()).toEqual([]);
  await expect(client.subscribeResource({ uri: 'sc://runs/none/events' })).rejects.toThrow(/-32002/);
  core.clock.advance(10_000);
  expect(core.events.filter(({ kind }) => kind === 'heartbeat')).toEqual([]);
});

test('a value nested deep takes no more room than it has; a flat one is laid out for people', async () => {
  const { core, client } = await world();
  const value: unknown = JSON.parse(`${'['.repeat(199)}${'0,'.repeat(10_000)}0${']'.repeat(199)}`);
  await core.call('bb_set', { key: 'deep:a', value });
  await core.call('bb_set', { key: 'flat:a', value: [0] });
  const text = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return content !== undefined && 'text' in content ? content.text : '';
  };
  expect((await text('sc://blackboard/deep')).length).toBeLessThan(21_000);
  expect(await text('sc://blackboard/flat')).toContain('\n      "value": [\n');
});

test.each(['sc://nothing/x', 'sc://runs/none/events', 'sc://servers/files/logs', 'sc://blackboard/none'])(
  'neither reads nor subscribes %s',
  async uri => {
    const { client } = await world();
    await expect(client.readResource({ uri })).rejects.toThrow(/-32002/);
    await expect(client.subscribeResource({ uri })).rejects.toThrow(/-32002/);
  },
);

test('a client that stops reading is told again only when it took what it was told before', async () => {
  const core = await resourceWorld();
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const waiting: (() => void)[] = [];
  let isStuck = false;
  const send = ours.send.bind(ours);
  ours.send = async (...message) => {
    if (isStuck) await new Promise<void>(resolve => waiting.push(resolve));
    await send(...message);
  };
  await serveConnection({ core, log: core.log, version: '1' }, ours, 'window');
  const client = new Client({ name: 'slow', version: '1' });
  const told: string[] = [];
  client.setNotificationHandler(
    ResourceUpdatedNotificationSchema,
    ({ params }) => void told.push(params.uri),
  );
  await client.connect(theirs);
  onTestFinished(() => client.close());
  const { uri, task } = await core.begin();
  await client.subscribeResource({ uri });
  core.clock.advance(300);
  await settle();
  isStuck = true;
  for (let i = 0; i < 50; i += 1) {
    await core.milestone(task, 'More');
    core.clock.advance(300);
    await settle();
  }
  expect(waiting).toHaveLength(1);
  isStuck = false;
  for (const go of waiting) go();
  await settle();
  core.clock.advance(300);
  await settle();
  expect(told).toEqual([uri, uri]);
});

test('lists all there is of a kind, page by page, and on the first page the newest of each and what servers have', async () => {
  const { core, client } = await world();
  const { uri, workflow } = await core.begin();
  const keys = Array.from({ length: 650 }, (_, i) => `board${i}:key`);
  for (const key of keys) await core.call('bb_set', { key, value: 1 });
  core.servers.add('web', {
    tools: [],
    offers: { resources: true },
    lists: { resources: [{ uri: 'a://theirs', name: 'theirs' }] },
  });
  await core.activate(core.caller, 'web');
  const pages: string[][] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { resources, nextCursor } = await client.listResources(cursor === '' ? {} : { cursor });
    pages.push(resources.map(each => each.uri));
    cursor = nextCursor;
  }
  const boards = keys.map(key => `sc://blackboard/${key.split(':', 1)[0]}`);
  expect(pages.flat().sort()).toEqual([`sc://workflows/${workflow}`, uri, ...boards, 'a://theirs'].sort());
  expect(pages.map(({ length }) => length)).toEqual([500, 153]);
  expect(pages[0]).toEqual(expect.arrayContaining([uri, 'sc://blackboard/board649', 'a://theirs']));
  await expect(client.listResources({ cursor: '9999' })).rejects.toThrow('List it from the start.');
});
