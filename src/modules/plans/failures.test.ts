import { expect, test } from 'vitest';
import { addBuiltInTools } from '../../mcp/builtInModules';
import { PROGRAM } from '../../../test/support/nativeCalls';
import { entryOf } from '../../../test/support/catalogWorld';
import { chat, noSignal } from '../../../test/support/testCore';
import { leaf, planWorld, soon } from '../../../test/support/planWorld';

/** Of a tool that is particular. */
const STRICT = {
  type: 'object',
  properties: { to: { type: 'string' }, count: { type: 'integer' } },
  required: ['to'],
  additionalProperties: false,
} as const;

test.each([
  [
    'condition',
    { type: 'condition', id: 'ok', condition_key: 'approved' },
    'did not hold: look at "approved"',
  ],
  [
    'guard',
    { type: 'guard', id: 'ok', condition_key: 'approved', child: leaf('noop') },
    'did not hold: look at "approved"',
  ],
  ['inverter', { type: 'inverter', id: 'ok', child: leaf('noop') }, 'failed by itself'],
  [
    'timeout',
    { type: 'timeout', id: 'ok', timeout_ms: 5, child: leaf('wait', { input: { duration_ms: 60 } }) },
    'ran out',
  ],
])(
  'a run that fails at a %s says so, and blames no leaf that another made up for',
  async (type, node, words) => {
    const { core, call } = await planWorld();
    const tried = { type: 'selector', children: [leaf('abort', { id: 'tried' }), leaf('noop')] };
    const { result } = await soon(
      core,
      call('plan_run_bt', { tree: { id: 'p', root: { type: 'sequence', children: [tried, node] } } }),
    );
    expect(result).toMatchObject({ status: 'failure', failure: { code: 'E-PLAN-FAILED', leaf: 'ok' } });
    const { message } = result['failure'] as { readonly message: string };
    expect(message).toContain(`${type} "ok" `);
    expect(message).toContain(words);
  },
);

test('a dry run names the leaves whose input will be refused, and a run that fails there says what to do', async () => {
  const { core, call } = await planWorld({ entries: [entryOf('files'), entryOf('strict')] });
  addBuiltInTools(core, PROGRAM);
  core.servers.add('strict', {
    tools: [{ name: 'send', inputSchema: STRICT }],
    answer: async () => ({ content: [] }),
  });
  await core.gateway.activate(chat('anna'), 'strict', 'agent', noSignal());
  const root = {
    type: 'sequence',
    children: [
      leaf('strict__send', { id: 'fits', input: { to: 'anna', count: '2' } }),
      leaf('strict__send', { id: 'lacks', input: { count: 2 } }),
      leaf('strict__send', { id: 'later', input: { to: { $from: '/vars/whom' } } }),
      leaf('strict__send', { id: 'written', input: { to: { $literal: 7 } } }),
      leaf('plan_status', { id: 'own', input: { run: 'r' } }),
      leaf('bb_set', { id: 'keyless', input: { value: 1 } }),
      leaf('noop', { id: 'odd', input: { a: { $from: 'whom' } } }),
      leaf('noop', { id: 'typo', input: [{ $text: 'to {/outputs/fit/to}' }] }),
      leaf('noop', { id: 'aside', input: { $from: '/outputs/nobody', default: 1 } }),
    ],
  };
  const { result } = await call('plan_dry_run', { plan_id: 'p', tree: { id: 'p', root } });
  expect(result).toMatchObject({ can_run: true, problems: [] });
  const failing = result['will_fail'] as readonly { readonly leaf: string; readonly message: string }[];
  const told = Object.fromEntries(failing.map(({ leaf: id, message }) => [id, message]));
  expect(Object.keys(told)).toEqual(['lacks', 'written', 'own', 'keyless', 'odd', 'typo']);
  expect(told['lacks']).toContain('"strict__send"');
  expect(told['own']).toContain('"run"');
  expect(told['keyless']).toContain('key');
  expect(told['odd']).toBe('"whom" is no pointer: it begins with /vars/<name> or /outputs/<leaf id>.');
  expect(told['typo']).toContain('Did you mean "fits"?');
  expect(failing[0]).toMatchObject({ place: '/root/children/1', code: 'invalid-arguments' });
  const run = await soon(core, call('plan_run_bt', { tree: { id: 'p', root: root.children[7] } }));
  expect(run.result['failure']).toMatchObject({
    code: 'E-PLAN-NO-VALUE',
    message: 'There is no value at /outputs/fit/to. Add a default, or run its leaf first.',
  });
});

test('a node or a request with a field that there is not is told the fields that there are', async () => {
  const { call } = await planWorld();
  const tree = { id: 'p', root: { type: 'task', tool: 'noop', args: {} } };
  expect((await call('plan_dry_run', { plan_id: 'p', tree })).result['message']).toContain(
    'Unrecognized key: "args" (it takes id, node_id, tool, input_key, input, output_key)',
  );
  expect((await call('plan_status', { run: 'r' })).result['message']).toContain('(it takes run_id, ');
});

test("a leaf that Switchyard refuses says why, and what a server says of its error stays in the leaf's output", async () => {
  const { core, call } = await planWorld({ entries: [entryOf('files'), entryOf('strict')] });
  addBuiltInTools(core, PROGRAM);
  core.servers.add('strict', {
    tools: [{ name: 'send', inputSchema: STRICT }],
    answer: async () => ({
      content: [{ type: 'text', text: 'No letter for key-of-anna' }],
      isError: true,
      _meta: { 'switchyard/error': { code: 'invalid-arguments' } },
    }),
  });
  await core.gateway.activate(chat('anna'), 'strict', 'agent', noSignal());
  const failureOf = async (root: unknown) =>
    (await soon(core, call('plan_run_bt', { tree: { id: 'p', root } }))).result['failure'];
  const lacking = leaf('strict__send', { id: 'a', input: { count: 2 } });
  expect(await failureOf(lacking)).toMatchObject({
    code: 'invalid-arguments',
    message: expect.stringContaining('"strict__send"') as unknown,
  });
  const within = { server: 'strict', tool: 'send', arguments: { count: 2 } };
  expect(await failureOf(leaf('mcp_call_tool', { id: 'a', input: within }))).toMatchObject({
    code: 'invalid-arguments',
    message: expect.stringContaining('"strict__send"') as unknown,
  });
  const keyless = leaf('bb_set', { id: 'a', input: { key: '  ', value: 1 } });
  expect(await failureOf(keyless)).toMatchObject({
    code: 'E-BB-INVALID-INPUT',
    message: expect.stringContaining('key: needs more than spaces') as unknown,
  });
  expect(await failureOf(leaf('strict__send', { id: 'a', input: { to: 'anna' } }))).toEqual({
    code: 'tool-error',
    message: 'The tool answered with an error.',
    leaf: 'a',
  });
  const { result } = await call('plan_status', {});
  expect(result).toMatchObject({ total: 4, runs: [{}, {}, {}, {}] });
});
