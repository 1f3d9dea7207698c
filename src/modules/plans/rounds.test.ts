import { expect, test } from 'vitest';
import { FakePrograms } from '../../../test/support/fakePrograms';
import { withModel } from '../../../test/support/plansWithModel';
import { leaf, planWorld, rest, soon } from '../../../test/support/planWorld';
import { call as calls, type Said, ScriptedModel, text } from '../../../test/support/scriptedModel';
import { chat } from '../../../test/support/testCore';
import type { ModelPort } from '../../core/rounds/modelPort';
import { Refusal } from '../../core/support/refusal';

/** A world in which a model says this. */
async function world(...script: readonly Said[]) {
  const plans = await planWorld();
  const model = new ScriptedModel(...script);
  withModel(plans.core, model);
  const run = async (more: object) => (await soon(plans.core, plans.call('plan_run_bt', more))).result;
  return { ...plans, model, run };
}

const FILES = { name: 'files', require_approval: 'never' };
const round = (input: object, more: object = {}) =>
  leaf('llm_round', { id: 'ask', input: { model: 'm', prompt: 'Go', ...input }, ...more });
const treeOf = (...children: readonly unknown[]) => ({ id: 'p', root: { type: 'sequence', children } });
/** An answer that comes when the test is over. */
const SILENCE: Said = async function* (signal) {
  await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
  signal.throwIfAborted();
  yield text('too late');
};

test('a leaf asks a model with tools of servers, takes values in, and gives its answer on', async () => {
  const { run, model, core } = await world([calls('read', { a: 1 })], [text('All is well.')]);
  const tree = treeOf(
    round({
      prompt: { $text: 'Look at {/vars/what}' },
      instructions: 'Be brief',
      servers: [{ ...FILES, allowed_tools: ['read'] }],
    }),
    leaf('files__write', { id: 'w', input: { said: { $from: '/outputs/ask/text' } } }),
  );
  const result = await run({
    tree,
    variables: { what: 'files' },
    return: ['/outputs/ask', '/outputs/w/input/said'],
  });
  expect(result).toMatchObject({
    status: 'success',
    returned: {
      '/outputs/ask': {
        text: 'All is well.',
        finish_reason: 'stop',
        model: 'm',
        usage: { estimated: true },
        tool_calls: [{ server: 'files', tool: 'read' }],
      },
      '/outputs/w/input/said': 'All is well.',
    },
  });
  expect(model.asked[0]).toMatchObject({
    messages: [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'Look at files' },
    ],
    tools: [{ name: 'read' }],
  });
  const asked = core.operations.ended().find(({ kind }) => kind === 'round');
  expect([asked?.parent?.name, asked?.outcome]).toEqual(['plan_run_bt', { state: 'succeeded' }]);
});

test('without a model nothing runs, and the leaf is named', async () => {
  const { core, call, calls: made } = await planWorld();
  const tree = treeOf(leaf('files__write'), round({}));
  for (const tool of ['plan_run_bt', 'plan_run_reactive'])
    expect((await soon(core, call(tool, { tree }))).result).toMatchObject({
      error: 'E-PLAN-TOOL',
      hint: 'leave llm_round out, or have the user configure a model; nothing was run',
      details: { leaves: [{ leaf: 'ask', tool: 'llm_round', code: 'E-PLAN-NO-MODEL' }] },
    });
  expect([made, core.plans.all()]).toEqual([[], []]);
});

test.each([
  ['no prompt', { prompt: undefined }, 'E-PLAN-INVALID-INPUT', 'input.prompt'],
  ['a field that is not known', { x: 1 }, 'E-PLAN-INVALID-INPUT', 'input'],
  ['26 loops', { max_loops: 26 }, 'E-PLAN-INVALID-INPUT', 'input.max_loops'],
  [
    'servers that are not known yet',
    { servers: { $from: '/vars/s' } },
    'E-PLAN-INVALID-INPUT',
    'input.servers',
  ],
  ['a server that is not there', { servers: ['filez'] }, 'unknown-server', 'Did you mean "files"?'],
  ['a model that is not there', { model: 'n' }, 'model-not-found', 'no model "n"'],
])('%s is refused before anything runs, and a dry run says why', async (_what, input, code, said) => {
  const { core, call, calls: made } = await planWorld();
  const model: ModelPort = {
    ask: (request, signal) => new ScriptedModel().ask(request, signal),
    check: async name => {
      if (name !== 'm')
        throw await Promise.resolve(new Refusal('model-not-found', `There is no model "${name}".`));
    },
  };
  withModel(core, model);
  const tree = treeOf(leaf('files__write'), round(input));
  const { result } = await call('plan_dry_run', { plan_id: 'p', tree });
  expect(result).toMatchObject({
    can_run: false,
    problems: [{ leaf: 'ask', place: '/root/children/1', code }],
  });
  expect(JSON.stringify(result['problems'])).toContain(said.replaceAll('"', '\\"'));
  expect((await soon(core, call('plan_run_bt', { tree }))).result['error']).toBe('E-PLAN-TOOL');
  expect([made, core.plans.all()]).toEqual([[], []]);
});

test('a dry run says which servers rounds would turn on, and asks no model', async () => {
  const { call, model } = await world([text('Never')]);
  const tree = treeOf(round({ servers: ['files'] }), round({ servers: ['files', 'plans'] }));
  expect((await call('plan_dry_run', { plan_id: 'p', tree })).result).toMatchObject({
    can_run: true,
    tools: [{ tool: 'llm_round', leaves: 2, servers: ['files', 'plans'], repeatable: false }],
  });
  expect(model.asked).toEqual([]);
});

test.each([
  ['asks for a call that needs approval', {}, [[calls('write')]], 'approval-required'],
  ['never comes to an end', { max_loops: 2, servers: [FILES] }, [[calls('read')]], 'max-loops'],
  ['takes too long', { timeout_ms: 50 }, [SILENCE], 'timeout'],
  ['fails', {}, [new Refusal('model-failed', 'The model failed.')], 'model-failed'],
] as const)('a round that %s fails its leaf', async (_what, input, script, code) => {
  const { run, core } = await world(...script);
  expect(await run({ tree: treeOf(round({ servers: ['files'], ...input })) })).toMatchObject({
    status: 'failure',
    failure: { code, leaf: 'ask' },
  });
  expect(core.operations.running()).toEqual([]);
});

test('who cancels the run cancels the round, its request to the model, and its calls', async () => {
  const { call, core } = await world(SILENCE);
  await call('plan_run_bt', { tree: treeOf(round({})), background: true, run_id: 'r' });
  await rest();
  expect(core.operations.running().map(({ kind }) => kind)).toContain('round');
  await call('plan_cancel', { run_id: 'r' });
  await rest();
  expect(core.plans.find('r').state).toBe('cancelled');
  expect(core.operations.running()).toEqual([]);
});

test('while the run is paused, its round makes no further call', async () => {
  const { call, core, slow, calls: made } = await world([calls('slow')], [calls('write')], [text('Done')]);
  const tree = treeOf(round({ servers: [FILES] }));
  await call('plan_run_bt', { tree, background: true, run_id: 'r' });
  await rest();
  await call('plan_pause', { run_id: 'r' });
  await slow.end('slow');
  expect(made).toEqual(['files.slow']);
  await call('plan_resume', { run_id: 'r' });
  await rest();
  expect(made).toEqual(['files.slow', 'files.write']);
  expect(core.plans.find('r').state).toBe('done');
});

test('after a crash in the middle of a round the run asks, and does not ask the model again by itself', async () => {
  const programs = new FakePrograms('first');
  const first = await planWorld({ programs });
  withModel(first.core, new ScriptedModel(SILENCE));
  await first.call('plan_run_bt', { tree: treeOf(round({})), background: true, run_id: 'r' });
  await rest();
  programs.kill('first');
  const second = await planWorld({ programs: programs.as('second'), log: first.core.store.log });
  const model = new ScriptedModel([text('Again')]);
  withModel(second.core, model);
  second.core.clock.advance(1_000);
  await rest();
  expect(second.core.plans.find('r')).toMatchObject({ state: 'paused', waiting: { reason: 'interrupted' } });
  expect(model.asked).toEqual([]);
  await second.call('plan_resume', { run_id: 'r', interrupted: 'retry' });
  await rest();
  expect(second.core.plans.find('r').state).toBe('done');
  expect(model.asked).toHaveLength(1);
});

test('an agent that was given some tools has no others through a round', async () => {
  const { call, core, calls: made } = await world([calls('write')], [text('It was not allowed.')]);
  const allowed = new Set(['plan_run_bt', 'files__read']);
  core.toolbox.limit(chat('anna').session, { allows: tool => allowed.has(tool), enter: () => undefined });
  const tree = treeOf(round({ servers: [FILES] }));
  expect((await soon(core, call('plan_run_bt', { tree }))).result).toMatchObject({
    error: 'E-PLAN-TOOL',
    details: { leaves: [{ code: 'tool-not-allowed' }] },
  });
  allowed.add('llm_round');
  const { result } = await soon(core, call('plan_run_bt', { tree, return: ['/outputs/ask/tool_calls'] }));
  expect(result).toMatchObject({
    status: 'success',
    returned: { '/outputs/ask/tool_calls': [{ tool: 'write', error: expect.stringContaining('not among') }] },
  });
  expect(made).toEqual([]);
});
