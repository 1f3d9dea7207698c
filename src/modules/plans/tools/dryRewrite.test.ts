import { expect, test } from 'vitest';
import { planWorld } from '../../../../test/support/planWorld';

const edge = (from: string, to: string) => ({ from: { nodeId: from }, to: { nodeId: to } });
const node = (id: string, tool: string, label?: string) => ({
  id,
  attributes: { bt_tool: tool },
  ...(label === undefined ? {} : { label }),
});
const graph = {
  id: 'g',
  nodes: [node('a', 'noop'), node('b', 'nowhere__x', 'risky'), node('c', 'files__read')],
  edges: [edge('a', 'b'), edge('b', 'c')],
};

test('a dry run shows a graph without the nodes to be avoided, and whether that could run', async () => {
  const { call, calls, core } = await planWorld();
  const plain = (await call('plan_dry_run', { plan_id: 'p', graph })).result;
  expect(plain).toMatchObject({ can_run: false, rewrite_preview: null, reroute_avoid: null });
  const { result } = await call('plan_dry_run', {
    plan_id: 'p',
    graph,
    reroute_avoid: { labels: ['risky'] },
  });
  expect(result).toMatchObject({
    can_run: false,
    reroute_avoid: { node_ids: [], labels: ['risky'] },
    rewrite_preview: {
      applied: 1,
      can_run: true,
      history: [{ op: 'reroute_avoid', description: 'went round "b"', changed: true }],
      graph: { edges: [{ from: { nodeId: 'a' }, to: { nodeId: 'c' } }] },
      tree: { id: 'g', root: { type: 'sequence', children: [{ tool: 'noop' }, { tool: 'files__read' }] } },
    },
  });
  const { tree } = (result as { rewrite_preview: { tree: unknown } }).rewrite_preview;
  expect((await call('plan_run_bt', { tree })).result).toMatchObject({ status: 'success' });
  expect(calls).toEqual(['files.read']);
  expect(core.plans.all()).toHaveLength(1);
});

test('rewrite applies every rule and says which found nothing; both kinds of avoiding add up', async () => {
  const { call } = await planWorld();
  const { result } = await call('plan_dry_run', {
    plan_id: 'p',
    graph,
    rewrite: { avoid_node_ids: ['b', 'gone'] },
    reroute_avoid: { node_ids: ['a', 'b'] },
  });
  expect(result).toMatchObject({
    reroute_avoid: { node_ids: ['b', 'gone', 'a'], labels: [] },
    rewrite_preview: { applied: 2, tree: { root: { type: 'task', tool: 'files__read' } } },
  });
  const { history } = (result as { rewrite_preview: { history: readonly { changed: boolean }[] } })
    .rewrite_preview;
  expect(history.map(({ changed }) => changed)).toEqual([false, false, true, true]);
});

test('nothing is left where all is avoided; a tree, or too many names, are refused', async () => {
  const { call } = await planWorld();
  const all = await call('plan_dry_run', {
    plan_id: 'p',
    graph,
    reroute_avoid: { node_ids: ['a', 'b', 'c'] },
  });
  expect(all.result).toMatchObject({ rewrite_preview: { tree: null, can_run: false, applied: 3 } });
  const tree = { id: 't', root: { type: 'task', tool: 'noop' } };
  for (const field of ['rewrite', 'reroute_avoid'])
    expect((await call('plan_dry_run', { plan_id: 'p', tree, [field]: {} })).result).toMatchObject({
      error: 'E-PLAN-INVALID-INPUT',
      message: `at /${field}: needs graph: a tree has no edges to rewrite`,
    });
  const names = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`);
  const tried = async (count: number) =>
    (await call('plan_dry_run', { plan_id: 'p', graph, reroute_avoid: { node_ids: names(count) } })).result[
      'error'
    ];
  expect(await tried(64)).toBeUndefined();
  expect(await tried(65)).toBe('E-PLAN-INVALID-INPUT');
});

test('impacts of leaves count beside those of the whole', async () => {
  const { call } = await planWorld();
  await call('values_set', { values: [{ id: 'privacy', weight: 1, tolerance: 0.1 }] });
  const nodes = [{ id: 'c', value_impacts: [{ value: 'privacy' }] }];
  expect((await call('plan_dry_run', { plan_id: 'p', graph, nodes })).result).toMatchObject({
    values: { allowed: false, violations: [{ value: 'privacy', nodeId: 'c' }] },
  });
});

test.each(['plan_dry_run', 'plan_compile_bt'])(
  '%s without a plan names all forms that it takes',
  async tool => {
    const { call } = await planWorld();
    const { error, message } = (await call(tool, tool === 'plan_dry_run' ? { plan_id: 'p' } : {})).result;
    expect([error, message]).toEqual(['E-PLAN-INVALID-INPUT', expect.stringMatching(/graph/)]);
    expect(message).toMatch(/tree/);
    expect(message).toMatch(/xml/);
  },
);
