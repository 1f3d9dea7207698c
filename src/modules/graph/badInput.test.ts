import { expect, test } from 'vitest';
import { toolCaller } from '../../../test/support/callTool';
import { testCore } from '../../../test/support/testCore';
import './module';

const line = (...ids: readonly string[]) => ({
  nodes: ids.map(id => ({ id })),
  edges: ids.slice(1).map((to, i) => ({ from: ids[i] ?? '', to })),
});

async function world() {
  const core = await testCore();
  const call = toolCaller(core);
  const create = async (graph_id: string, ids: readonly string[], metadata = {}) =>
    call('graph_mutate', {
      graph: { ...line(...ids), metadata, graph_id },
      operations: [{ op: 'patch_metadata', set: { made: true } }],
    });
  return { core, call, create };
}

test.each([
  ['no operations', { operations: [] }],
  ['201 operations', { operations: Array.from({ length: 201 }, () => ({ op: 'remove_node', id: 'a' })) }],
  ['a missing field', { operations: [{ op: 'rename_node', id: 'a' }] }],
  ['a field of another', { operations: [{ op: 'remove_node', id: 'a', key: 'k' }] }],
  ['a reserved name', { operations: [{ op: 'set_node_attribute', id: 'a', key: '__proto__', value: 1 }] }],
  ['no number', { operations: [{ op: 'set_node_attribute', id: 'a', key: 'k', value: Number.NaN }] }],
  ['half a character', { operations: [{ op: 'add_node', node: { id: '\ud800' } }] }],
  ['an odd ID', { graph_id: 'a/b', operations: [{ op: 'remove_node', id: 'a' }] }],
])('%s is refused', async (_what, given) => {
  const { call, create } = await world();
  await create('g', ['a']);
  const { result } = await call('graph_batch_mutate', { graph_id: 'g', ...given });
  expect(result['error']).toBe('E-GRAPH-INVALID-INPUT');
});

test('too many nodes are refused, 200 operations are not', async () => {
  const { call, create } = await world();
  await create('g', ['a']);
  const nodes = Array.from({ length: 100_000 }, (_, n) => ({ id: `n${n}` }));
  const { result } = await call('graph_mutate', {
    graph: { nodes },
    operations: [{ op: 'remove_node', id: 'n1' }],
  });
  expect(result['error']).toBe('E-GRAPH-INVALID-INPUT');
  const operations = nodes.slice(0, 200).map(node => ({ op: 'add_node', node }));
  expect((await call('graph_batch_mutate', { graph_id: 'g', operations })).result).toMatchObject({
    operations_applied: 200,
  });
});

test.each([
  ['a test that fails', [{ op: 'test', path: '/name', value: 'x' }]],
  ['a path to nowhere', [{ op: 'remove', path: '/metadata/x' }]],
  ['an edge to nowhere', [{ op: 'add', path: '/edges/-', value: { from: 'a', to: 'x' } }]],
  ['no graph', [{ op: 'replace', path: '/nodes', value: 7 }]],
  ['no value', [{ op: 'add', path: '/name' }]],
  ['a prototype', [{ op: 'add', path: '/metadata/__proto__/polluted', value: 1 }]],
])('a patch with %s changes nothing', async (_what, patch) => {
  const { call, create } = await world();
  await create('g', ['a', 'b']);
  const { result } = await call('graph_patch', {
    graph_id: 'g',
    patch: [{ op: 'replace', path: '/name', value: 'n' }, ...patch],
  });
  expect(result['error']).toMatch(/^E-PATCH-(INVALID|INVARIANT-VIOLATION)$/);
  expect((await call('resources_read', { uri: 'sc://graphs/g' })).result).toMatchObject({
    payload: { version: 1 },
  });
});
