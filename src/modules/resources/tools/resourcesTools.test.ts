import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolCaller } from '../../../../test/support/callTool';
import { resourceWorld } from '../../../../test/support/resourceWorld';
import { textResult } from '../../../../test/support/fakeServers';

type Row = Readonly<Record<string, unknown>> & { readonly seq: number };

const MILLION = 1_000_000;

function rowsOf(answer: { readonly result: Readonly<Record<string, unknown>> }): readonly Row[] {
  return answer.result['events'] as Row[];
}

function decoded(
  stream: unknown,
): { readonly id: string | undefined; readonly event: string; readonly data: unknown }[] {
  const found: { id: string | undefined; event: string; data: unknown }[] = [];
  const parser = createParser({
    onEvent: ({ id, event = '', data }) => void found.push({ id, event, data: JSON.parse(data) as unknown }),
  });
  parser.feed(String(stream));
  return found;
}

function snake(row: Row): Record<string, unknown> {
  const named = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [named(name), value]));
}

test('lists every kind that there is, by address', async () => {
  const core = await resourceWorld({ settings: { maxResultBytes: 2_048 } });
  const { uri, workflow, task } = await core.begin();
  core.servers.add('files', { tools: ['read'], answer: async () => textResult('long'.repeat(600)) });
  await core.activate(core.caller, 'files');
  core.servers.write('files', 'ready\n');
  await core.callServer('files__read');
  const { result } = await core.call('resources_list', {});
  expect(result['items']).toEqual([
    { uri: expect.stringMatching(/^sc:\/\/results\/id-/), kind: 'result', metadata: { characters: 2_400 } },
    { uri, kind: 'run_events', metadata: { name: 'Write it', status: 'in_progress', workflowId: workflow } },
    { uri: 'sc://servers/files/logs', kind: 'server_logs', metadata: { serverId: 'files' } },
    {
      uri: `sc://workflows/${workflow}`,
      kind: 'workflow',
      metadata: { name: 'Work', status: 'in_progress' },
    },
  ]);
  const some = await core.call('resources_list', { prefix: 'sc://runs/', limit: 1, op_id: 'mine' });
  expect(some.result).toEqual({ items: [expect.objectContaining({ uri })], op_id: 'mine' });
  expect(JSON.parse(some.text)).toEqual({ tool: 'resources_list', result: some.result });
  expect(task).not.toBe('');
});

test.each([
  ['resources_list', { limit: 501 }],
  ['resources_list', { limit: 0 }],
  ['resources_list', { prefix: ' ' }],
  ['resources_list', { more: 1 }],
  ['resources_read', {}],
  ['resources_read', { uri: '' }],
  ['resources_watch', { uri: 'sc://runs/a/events', limit: 501 }],
  ['resources_watch', { uri: 'sc://runs/a/events', from_seq: -1 }],
  ['resources_watch', { uri: 'sc://runs/a/events', format: 'jsonlines' }],
  ['resources_watch', { uri: 'sc://runs/a/events', keys: Array.from({ length: 21 }, () => 'k') }],
  ['resources_watch', { uri: 'sc://runs/a/events', run: {} }],
  ['resources_watch', { uri: 'sc://runs/a/events', run: { since_ts: 2, until_ts: 1 } }],
  ['resources_watch', { uri: 'sc://runs/a/events', blackboard: { kinds: ['moved'] } }],
])('%s refuses %j by the catalogue', async (tool, input) => {
  const { isError, result } = await (await resourceWorld()).call(tool, input);
  expect([isError, result['error'], result['hint']]).toEqual([true, 'E-RES-INVALID-INPUT', 'invalid_input']);
});

test('reads a workflow as a report, or as Markdown', async () => {
  const core = await resourceWorld();
  const { workflow } = await core.begin();
  const uri = `sc://workflows/${workflow}`;
  expect((await core.call('resources_read', { uri })).result).toMatchObject({
    uri,
    kind: 'workflow',
    payload: { workflowId: workflow, report: { name: 'Work', tasks: [{ name: 'Write it' }] } },
  });
  const markdown = await core.call('resources_read', { uri: `${uri}?format=markdown` });
  expect(markdown.result).toMatchObject({ payload: { markdown: expect.stringContaining('# Work') } });
});

test('reads what happened in a run, also after a restart', async () => {
  const core = await resourceWorld();
  const { uri, task, workflow } = await core.begin();
  await core.milestone(task, 'Half');
  const { result } = await core.call('resources_read', { uri });
  expect(result).toMatchObject({ uri, kind: 'run_events' });
  expect(result['payload']).toEqual({
    runId: task,
    events: [
      {
        seq: 2 * MILLION,
        ts: core.clock.now(),
        kind: 'TASK_STARTED',
        level: 'info',
        jobId: null,
        runId: task,
        opId: null,
        graphId: null,
        nodeId: null,
        childId: null,
        payload: { task, workflow, parent: null, name: 'Write it', is_blocked: false },
      },
      expect.objectContaining({
        seq: 3 * MILLION,
        kind: 'MILESTONE_LOGGED',
        payload: { task, message: 'Half', progress: null },
      }),
    ],
  });
  const again = await resourceWorld({ log: core.store.log });
  expect((await again.call('resources_read', { uri })).result['payload']).toEqual(result['payload']);
});

/** Tells of a run what is not kept. */
function teller({ bus, clock }: Awaited<ReturnType<typeof resourceWorld>>, run: string) {
  return (kind: string): void =>
    bus.publish({
      seq: null,
      ts: clock.now(),
      stream: 'bt',
      kind,
      cat: 'bt',
      level: 'warn',
      run_id: run,
      payload: {},
      v: 1,
    });
}

test('a run has what carries its id, in the order it was told, and goes on from any number', async () => {
  const core = await resourceWorld();
  const { uri, task } = await core.begin();
  const told = teller(core, task);
  told('bt_run');
  await core.milestone(task, 'One');
  const first = await core.call('resources_watch', { uri });
  expect(rowsOf(first).map(({ kind, seq }) => [kind, seq])).toEqual([
    ['TASK_STARTED', 2 * MILLION],
    ['BT_RUN', 2 * MILLION + 1],
    ['MILESTONE_LOGGED', 3 * MILLION],
  ]);
  told('bt_run');
  await core.milestone(task, 'Two');
  const next = await core.call('resources_watch', { uri, from_seq: first.result['next_seq'] });
  expect(rowsOf(next).map(({ seq }) => seq)).toEqual([3 * MILLION + 1, 4 * MILLION]);
});

test('what happens while a run is being read from the journal comes once as well', async () => {
  const core = await resourceWorld();
  const { uri, task } = await core.begin();
  const reading = core.call('resources_read', { uri });
  await Promise.resolve();
  teller(core, task)('bt_run');
  const noted = core.milestone(task, 'One');
  await Promise.all([reading, noted, core.milestone(task, 'Two')]);
  const { result } = await core.call('resources_watch', { uri });
  const places = [2 * MILLION, 2 * MILLION + 1, 3 * MILLION, 4 * MILLION];
  expect((result['events'] as Row[]).map(({ seq }) => seq)).toEqual(places);
});

test('watches with the filters of a run, and what is filtered out moves next_seq on', async () => {
  const core = await resourceWorld();
  const { uri, task } = await core.begin();
  await core.milestone(task, 'One');
  core.clock.advance(1_000);
  await core.milestone(task, 'Two');
  const watch = async (run: object) => await core.call('resources_watch', { uri, run });
  expect(rowsOf(await watch({ kinds: ['task_started'] }))).toHaveLength(1);
  expect((await watch({ kinds: ['task_started'] })).result['next_seq']).toBe(4 * MILLION);
  expect(rowsOf(await watch({ levels: ['error'] }))).toEqual([]);
  expect(rowsOf(await watch({ op_ids: ['x'] }))).toEqual([]);
  expect(rowsOf(await watch({ since_ts: core.clock.now() }))).toHaveLength(1);
  expect(rowsOf(await watch({ until_ts: core.clock.now() - 1 }))).toHaveLength(2);
});

test('gives the same as server-sent events, one for each row, and keeps the reader going where there is none', async () => {
  const core = await resourceWorld();
  const { uri, task } = await core.begin();
  await core.milestone(task, '\n\ndata: {}\n\nid: 9\u2028\0\ud800');
  const run = { levels: ['info'] };
  const { result } = await core.call('resources_watch', { uri, format: 'sse', run });
  const rows = result['events'] as Row[];
  expect(decoded(result['stream'])).toEqual(
    rows.map((row, i) => ({
      id: `${uri}:${row.seq}`,
      event: 'resource_run_event',
      data: {
        uri,
        kind: 'run_events',
        next_seq: i === rows.length - 1 ? result['next_seq'] : row.seq,
        record: { type: 'run_event', ...snake(row) },
        filters: { run },
      },
    })),
  );
  expect(result['messages']).toEqual(
    (result['messages'] as { data: string }[]).map((message, i) => ({
      ...message,
      data: expect.stringContaining(`"seq":${rows[i]?.seq}`),
    })),
  );
  const empty = await core.call('resources_watch', { uri, format: 'sse', from_seq: result['next_seq'] });
  expect(decoded(empty.result['stream'])).toEqual([
    {
      id: `${uri}:${String(result['next_seq'])}`,
      event: 'resource_keep_alive',
      data: { uri, kind: 'run_events', next_seq: result['next_seq'], record: { type: 'keep_alive' } },
    },
  ]);
  const plain = await core.call('resources_watch', { uri });
  expect(Object.keys(plain.result).sort()).toEqual([
    'events',
    'format',
    'kind',
    'next_seq',
    'op_id',
    'truncated',
    'uri',
  ]);
});

test('from any number and with any page, each row of a run comes once and in order, also while more happens', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.boolean(), { maxLength: 12 }),
      async (limit, more) => {
        const core = await resourceWorld();
        const { uri, task } = await core.begin();
        const all: number[] = [];
        core.eventHistory.onDidTell(({ place, told }) => void (told.run_id === task && all.push(place)));
        const seen: number[] = [];
        for (let next = 2 * MILLION; ;) {
          const isKept = more.pop();
          if (isKept === true) await core.milestone(task, 'More');
          if (isKept === false) {
            core.bus.publish({
              seq: null,
              ts: core.clock.now(),
              stream: 'bt',
              kind: 'x',
              cat: 'bt',
              level: 'info',
              run_id: task,
              payload: {},
              v: 1,
            });
          }
          const page = await core.call('resources_watch', { uri, from_seq: next, limit });
          seen.push(...rowsOf(page).map(({ seq }) => seq));
          next = Number(page.result['next_seq']);
          if (isKept === undefined && rowsOf(page).length === 0) break;
        }
        expect(seen).toEqual(all);
      },
    ),
    { numRuns: 30 },
  );
});

test('shows the log of a server to chats that have it on, masked, and goes on with it', async () => {
  const core = await resourceWorld();
  core.redactor.add('hunter2-token');
  await core.activate(core.caller, 'files');
  const uri = 'sc://servers/files/logs';
  expect((await core.call('resources_read', { uri })).result['payload']).toEqual({
    serverId: 'files',
    logs: [],
  });
  core.servers.write('files', 'listening\nkey hunter2-token\n');
  const { result } = await core.call('resources_watch', { uri, server: { message_contains: 'key' } });
  expect(result).toMatchObject({ kind: 'server_logs', next_seq: 2, truncated: false });
  expect(result['events']).toEqual([
    {
      seq: 2,
      ts: core.clock.now(),
      stream: 'stderr',
      message: 'key •••',
      serverId: 'files',
      jobId: null,
      runId: null,
      opId: null,
      graphId: null,
      nodeId: null,
      childId: null,
    },
  ]);
  const sse = await core.call('resources_watch', { uri, from_seq: 1, format: 'sse' });
  expect(decoded(sse.result['stream'])).toMatchObject([
    {
      id: `${uri}:2`,
      event: 'resource_server_log',
      data: { record: { type: 'server_log', server_id: 'files' } },
    },
  ]);
  const other = await toolCaller(core, 'ben')('resources_read', { uri });
  expect(other.result).toMatchObject({ error: 'E-RES-FORBIDDEN', hint: 'call mcp_activate first' });
  expect((await toolCaller(core, 'ben')('resources_list', {})).result['items']).toEqual([]);
});

test('reads a long result in parts, for the chat that it belongs to only', async () => {
  const core = await resourceWorld({ settings: { maxResultBytes: 2_048 } });
  core.servers.add('files', { tools: ['read'], answer: async () => textResult('x'.repeat(50_000)) });
  await core.activate(core.caller, 'files');
  await core.callServer('files__read');
  const { result: list } = await core.call('resources_list', { prefix: 'sc://results/' });
  const [{ uri }] = list['items'] as [{ uri: string }];
  expect((await core.call('resources_read', { uri })).result['payload']).toEqual({
    resultId: uri.slice('sc://results/'.length),
    characters: 50_000,
    offset: 0,
    text: 'x'.repeat(20_000),
    nextOffset: 20_000,
  });
  const end = await core.call('resources_read', { uri: `${uri}?offset=49990` });
  expect(end.result['payload']).toMatchObject({ offset: 49_990, text: 'x'.repeat(10), nextOffset: null });
  expect((await core.call('resources_read', { uri: `${uri}?offset=abc` })).result).toMatchObject({
    error: 'invalid-arguments',
    message: `offset is a number of characters, as in ${uri}?offset=0&limit=20000.`,
  });
  const other = await toolCaller(core, 'ben')('resources_read', { uri });
  expect(other.result).toMatchObject({ error: 'E-RES-NOT-FOUND' });
  expect((await core.call('resources_watch', { uri })).result).toMatchObject({
    error: 'E-RES-WATCH-UNSUPPORTED',
  });
});

test.each([
  ['sc://nothing/here', 'E-RES-NOT-FOUND'],
  ['http://example.com', 'E-RES-NOT-FOUND'],
  ['sc://runs/none/events', 'E-RES-NOT-FOUND'],
  ['sc://runs/../events', 'E-RES-NOT-FOUND'],
  ['sc://workflows/none', 'E-RES-NOT-FOUND'],
  ['sc://servers/__proto__/logs', 'E-RES-NOT-FOUND'],
  ['sc://servers/web/logs', 'E-RES-FORBIDDEN'],
  ['sc://results/none', 'E-RES-NOT-FOUND'],
])('reading %s is refused with %s, the address in its details', async (uri, error) => {
  const { isError, result } = await (await resourceWorld()).call('resources_read', { uri });
  expect([isError, result['error'], result['details']]).toEqual([true, error, { uri }]);
  expect(result['hint']).toEqual(expect.any(String));
});

test('a task of another workspace is not shown here, and no event of it', async () => {
  const core = await resourceWorld();
  const { uri } = await core.begin();
  core.workflows.isForeign = () => true;
  await core.begin('Elsewhere');
  expect((await core.call('events_subscribe', { cats: ['workflow'] })).result['count']).toBe(2);
  expect(uri).not.toBe('');
});

test('says what goes with what: filters of another kind, and a place that is ahead', async () => {
  const core = await resourceWorld();
  const { uri, workflow } = await core.begin();
  const other = await core.call('resources_watch', { uri, keys: ['k'] });
  expect(other.result).toMatchObject({ error: 'E-RES-INVALID-INPUT', details: { filter: 'blackboard' } });
  const ahead = await core.call('resources_watch', { uri, from_seq: 9 * MILLION });
  expect(ahead.result).toMatchObject({ error: 'E-RES-INVALID-INPUT', hint: 'start again with from_seq 0' });
  const still = await core.call('resources_watch', { uri: `sc://workflows/${workflow}` });
  expect(still.result).toMatchObject({ error: 'E-RES-WATCH-UNSUPPORTED', hint: 'call resources_read' });
});

test('keeps the newest 500 of a run, and says so to who comes later', async () => {
  const core = await resourceWorld();
  const { uri, task } = await core.begin();
  await core.call('resources_read', { uri });
  for (let i = 0; i < 600; i += 1) await core.milestone(task, 'More');
  const { result } = await core.call('resources_watch', { uri, limit: 500 });
  expect(result).toMatchObject({ truncated: true });
  expect(rowsOf({ result })[0]?.seq).toBe(103 * MILLION);
  expect(rowsOf({ result })).toHaveLength(500);
});
