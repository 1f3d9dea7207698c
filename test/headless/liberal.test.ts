import { expect, test } from 'vitest';
import { overStdio } from './clients';
import { script, world } from './world';

/** A server with a strict tool that answers with its arguments. */
const STRICT = `require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  const inputSchema = { type: 'object', required: ['path'], additionalProperties: false, properties: {
    path: { type: 'string' }, limit: { type: 'integer' }, options: { type: 'object' } } };
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'strict', version: '1' } },
    'tools/list': { tools: [{ name: 'read-file', inputSchema }, { name: 'other', inputSchema }] },
    'tools/call': { content: [{ type: 'text', text: params?.name + JSON.stringify(params?.arguments) }] },
  };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
});`;

const opened = async (...options: readonly string[]) =>
  (
    await overStdio(world({ strict: script(STRICT), second: script(STRICT) }), [
      '--approve',
      'all',
      ...options,
    ])
  ).agent;

test('a model may write arguments as models do: each is read as it was meant', async () => {
  const agent = await opened();
  const activated = await agent.call('mcp_activate', { server: 'strict', wait_for_previous: false });
  expect(activated.isError, activated.text).toBe(false);
  expect(activated.text).toContain('Note: "server" was read as "name".');
  const passed = { path: 'a', limit: null, options: '{"deep":true}', wait_for_previous: true };
  expect((await agent.call('strict__read-file', passed)).text).toBe(
    'read-file{"path":"a","options":{"deep":true}}\nNote: "options" was parsed as JSON: pass it as a value, not as text.',
  );
  for (const input of [
    { server: 'strict', tool: 'read-file', arguments: '{"path":"b"}' },
    { name: 'strict', tool: 'read_file', arguments: { path: 'b', limit: '' } },
    { server: 'strict', tool: 'strict__read_file', arguments: { path: 'b' } },
  ])
    expect((await agent.call('mcp_call_tool', input)).text).toContain('read-file{"path":"b"}');
  for (const name of ['strict__read_file', 'read-file', 'read_file'])
    expect((await agent.call(name, { path: 'c' })).text).toBe('read-file{"path":"c"}');
  expect((await agent.call('mcp-environment', { detail: null })).isError).toBe(false);
  expect((await agent.call('mcp_list_tools', { name: 'strict', detail: '' })).isError).toBe(false);
});

test('an empty text for an optional id is none, for our own tools too', async () => {
  const agent = await opened();
  const { structured } = await agent.call('start_workflow', { name: 'work', description: '' });
  const started = await agent.call('start_task', {
    workflow_id: structured['workflow_id'],
    name: 'part',
    goal: 'do it',
    parent_task_id: '',
    resume_task_id: '',
    planned_step: '',
    depends_on: [],
    areas: [],
  });
  expect(started.isError, started.text).toBe(false);
  expect((await agent.call('get_context', { task_id: '', workflow_id: '' })).text).toContain('1 workflow');
  // A blank one that is needed is refused as before.
  const nameless = await agent.call('start_workflow', { name: '' });
  expect([nameless.code, nameless.text]).toEqual([
    'invalid-arguments',
    'The arguments do not fit "start_workflow": name: must not be blank. Nothing was done.',
  ]);
});

test('a plan may be a list of texts', async () => {
  const agent = await opened();
  const steps = async (plan: readonly unknown[]) => {
    const { structured, text } = await agent.call('start_workflow', { name: 'work', plan });
    return { text, tasks: structured['tasks'] };
  };
  const goals = await steps(['Look', 'Mend']);
  expect(goals.tasks).toMatchObject([
    { step: '1', goal: 'Look' },
    { step: '2', goal: 'Mend' },
  ]);
  expect(goals.text).toContain('Note: "plan" was read as its "goal".');
  // Where only one has a name, the others have their places.
  const mixed = await steps([{ goal: 'Look' }, { step: 'b', goal: 'Mend' }]);
  expect(mixed.tasks).toMatchObject([{ step: '1' }, { step: 'b' }]);
});

test('a name may be spelled otherwise, where only one can be meant', async () => {
  const agent = await opened();
  const found = await agent.call('mcp_discover', { query: 'read a file' });
  expect(found.isError, found.text).toBe(false);
  expect(found.text).toContain('Note: "query" was read as "intent".');
  const chosen = await agent.call('mcp_activate', { name: 'Strict', tools: ['readFile', 'other'] });
  expect(chosen.text).toContain('"strict" is active');
  for (const name of [
    'strict.read_file',
    'strict/readFile',
    'strict:read-file',
    'readFile',
    'Strict__Read_File',
  ])
    expect((await agent.call(name, { file: 'c' })).text).toBe(
      'read-file{"path":"c"}\nNote: "file" was read as "path".',
    );
  const generic = { server: 'STRICT', tool: 'Read File', arguments: { path: 'd' } };
  expect((await agent.call('mcp_call_tool', generic)).text).toBe('read-file{"path":"d"}');
  expect((await agent.call('mcpListTools', { server: 'strict' })).text).toContain('read-file');
  expect((await agent.call('mcp_deactivate', { name: 'strict ' })).isError).toBe(false);
});

test('a name may be led by what a client shows before it, where no other is called so', async () => {
  const agent = await opened('--enable-blackboard');
  const early = await agent.call('mcp_call_tool', { tool: 'mcp__switchyard__strict__other', arguments: {} });
  expect([early.code, early.text]).toEqual([
    'not-active-here',
    '"strict" is not active in this session. Call mcp_activate with name "strict" first.',
  ]);
  await agent.call('mcp_activate', { name: 'strict' });
  for (const tool of [
    'mcp__switchyard__strict__other',
    'mcp_switchyard_strict__other',
    'switchyard-strict__other',
    'switchyard-hq/other',
    'functions.strict__other',
    'functions.mcp__switchyard__strict__other',
  ])
    expect((await agent.call('mcp_call_tool', { tool, arguments: { path: 'a' } })).text).toBe(
      'other{"path":"a"}',
    );
  const within = { server: 'strict', tool: 'mcp__switchyard__strict__other', arguments: { path: 'b' } };
  expect((await agent.call('mcp_call_tool', within)).text).toBe('other{"path":"b"}');
  await agent.call('mcp__switchyard__bb_set', { key: 'a', value: 1 });
  const got = await agent.call('mcp_call_tool', { tool: 'mcp_switchyard_bb_get', arguments: { key: 'a' } });
  expect(got.structured).toMatchObject({ entry: { value: 1 } });
  expect((await agent.call('mcp__switchyard__', {})).code).toBe('unknown-tool');
  expect((await agent.call('mcp__other__bb_get', { key: 'a' })).code).toBe('unknown-tool');
});

test("how arguments were read stands after a server's answer, and only where they were read otherwise", async () => {
  const agent = await opened();
  await agent.call('mcp_activate', { name: 'strict' });
  const contentOf = async (name: string, input: Readonly<Record<string, unknown>>): Promise<unknown> =>
    (await agent.client.callTool({ name, arguments: input })).content;
  const note = (text: string) => ({ type: 'text', text: `Note: ${text}` });
  expect(await contentOf('strict__other', { path: 'a', limit: 1 })).toEqual([
    { type: 'text', text: 'other{"path":"a","limit":1}' },
  ]);
  expect(await contentOf('strict__other', { Path: 'a', options: '{}' })).toEqual([
    { type: 'text', text: 'other{"path":"a","options":{}}' },
    note('"Path" was read as "path". "options" was parsed as JSON: pass it as a value, not as text.'),
  ]);
  const generic = { server: 'strict', tool: 'other', arguments: { PATH: 'a' } };
  expect(await contentOf('mcp_call_tool', generic)).toEqual([
    { type: 'text', text: 'other{"path":"a"}' },
    note('"PATH" was read as "path".'),
  ]);
});

test('what is wrong is refused all the same, by name and with the next call', async () => {
  const agent = await opened('--enable-blackboard');
  const early = await agent.call('strict__read-file', { path: 'a' });
  expect(early.code).toBe('not-active-here');
  expect(early.text).toContain('Call mcp_activate with name "strict"');
  await agent.call('mcp_activate', { name: 'strict' });
  await agent.call('mcp_activate', { name: 'second' });
  // Two servers have it: nobody can tell whose was meant.
  expect((await agent.call('read_file', { path: 'a' })).code).toBe('unknown-tool');
  expect((await agent.call('readFile', { path: 'a' })).code).toBe('unknown-tool');
  const twoFiles = await agent.call('strict__read-file', { file: 'a', filename: 'b' });
  expect(twoFiles.code).toBe('invalid-arguments');
  // The server that has it is off.
  expect((await agent.call('readGraph', {})).text).toBe(
    'No active server has a tool "readGraph". Servers that have one: "memory". Call mcp_activate with name "memory" first.',
  );
  const unknown = await agent.call('strict__write', {});
  expect(unknown.text).toBe(
    '"strict" has no tool "write". Call mcp_list_tools with server "strict" to see its tools.',
  );
  const wrong = await agent.call('strict__read-file', { path: null });
  expect(wrong.text).toContain('Nothing was called');
  const both = await agent.call('mcp_activate', { name: 'strict', server: 'second' });
  expect(both.code).toBe('invalid-arguments');
  expect((await agent.call('blackboard__bb_get', { key: 'none' })).text).not.toContain('There is no tool');
});
