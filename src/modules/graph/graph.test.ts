import { expect, test } from 'vitest';
import { toolCaller } from '../../../test/support/callTool';
import { settle, testCore } from '../../../test/support/testCore';
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

test('a graph is created, changed in versions, compared and patched back', async () => {
  const { call, create } = await world();
  expect((await create('g', ['a', 'b'])).result).toMatchObject({
    base_version: 0,
    committed_version: 1,
    changed: true,
    operations_applied: 1,
    applied: [{ op: 'patch_metadata', changed: true }],
    graph: {
      name: '',
      metadata: { made: true },
      nodes: [
        { id: 'a', label: null, attributes: {} },
        { id: 'b', label: null, attributes: {} },
      ],
      edges: [{ from: 'a', to: 'b', label: null, weight: null, attributes: {} }],
    },
  });
  const second = await call('graph_batch_mutate', {
    graph_id: 'g',
    operations: [
      { op: 'rename_node', id: 'b', new_id: 'z' },
      { op: 'add_node', node: { id: 'a' } },
      { op: 'set_edge_attribute', from: 'a', to: 'z', key: 'x~/y', value: 1 },
    ],
    expected_version: 1,
    owner: 'anna',
    note: 'why',
  });
  expect(second.result).toMatchObject({
    base_version: 1,
    committed_version: 2,
    changed: true,
    applied: [{ changed: true }, { changed: false }, { changed: true }],
    owner: 'anna',
    note: 'why',
    idempotent: false,
    idempotency_key: null,
  });
  const diff = await call('graph_diff', { graph_id: 'g', from: { latest: true }, to: { version: 1 } });
  expect(diff.result).toMatchObject({
    from: { source: 'latest', version: 2 },
    to: { source: 'version', version: 1 },
    changed: true,
    summary: { nameChanged: false, metadataChanged: false, nodesChanged: true, edgesChanged: true },
  });
  const back = await call('graph_patch', { graph_id: 'g', patch: diff.result['operations'] });
  expect(back.result).toMatchObject({
    base_version: 2,
    committed_version: 3,
    changed: true,
    invariants: { ok: true },
  });
  const same = await call('graph_diff', { graph_id: 'g', from: { version: 1 }, to: { version: 3 } });
  expect(same.result).toMatchObject({ changed: false, operations: [] });
});

test('a batch that fails changes nothing, and says where', async () => {
  const { call, create } = await world();
  await create('g', ['a', 'b']);
  const { result } = await call('graph_batch_mutate', {
    graph_id: 'g',
    operations: [
      { op: 'remove_node', id: 'a' },
      { op: 'set_node_attribute', id: 'nobody', key: 'k', value: 1 },
    ],
  });
  expect(result).toMatchObject({ error: 'E-GRAPH-INVALID-INPUT', details: { index: 1 } });
  expect((await call('resources_read', { uri: 'sc://graphs/g' })).result).toMatchObject({
    payload: {
      graphId: 'g',
      version: 1,
      graph: { nodes: [{ id: 'a' }, { id: 'b' }], edges: [{ from: 'a' }] },
    },
  });
});

test.each([
  [
    'a cycle',
    { dag: true },
    { op: 'add_edge', edge: { from: 'c', to: 'a' } },
    'E-PATCH-CYCLE',
    { cycle: ['c', 'a', 'b', 'c'] },
  ],
  [
    'no label',
    { require_labels: true },
    { op: 'add_node', node: { id: 'x' } },
    'E-PATCH-INVARIANT-VIOLATION',
    {},
  ],
  [
    'no ports',
    { require_ports: true },
    { op: 'add_edge', edge: { from: 'a', to: 'c' } },
    'E-PATCH-PORTS',
    {},
  ],
  [
    'too many edges',
    { max_out_degree: 1 },
    { op: 'add_edge', edge: { from: 'a', to: 'c' } },
    'E-PATCH-CARD',
    {},
  ],
  ['too many nodes', { max_nodes: 3 }, { op: 'add_node', node: { id: 'x' } }, 'E-PATCH-CARD', {}],
  ['a loop', {}, { op: 'add_edge', edge: { from: 'a', to: 'a' } }, 'E-PATCH-INVARIANT-VIOLATION', {}],
])('%s is refused where the rules say so', async (_what, rules, operation, error, details) => {
  const { call } = await world();
  const made = await call('graph_mutate', {
    graph: {
      nodes: ['a', 'b', 'c'].map(id => ({ id, label: id })),
      edges: [
        { from: 'a', to: 'b', attributes: { from_port: 'o', to_port: 'i' } },
        { from: 'b', to: 'c', attributes: { from_port: 'o', to_port: 'i' } },
      ],
      metadata: rules,
      graph_id: 'g',
    },
    operations: [{ op: 'patch_metadata', set: { x: 1 } }],
  });
  expect(made.isError).toBe(false);
  const { result } = await call('graph_batch_mutate', { graph_id: 'g', operations: [operation] });
  expect(result).toMatchObject({ error, details });
  const waived = await call('graph_diff', { graph_id: 'g', from: { version: 1 }, to: { latest: true } });
  expect(waived.result['changed']).toBe(false);
});

test('who replaces a graph says which version they saw', async () => {
  const { call, create } = await world();
  await create('g', ['a']);
  expect((await create('g', ['b'])).result).toMatchObject({
    error: 'E-TX-CONFLICT',
    details: { graphId: 'g', expected: 0, found: 1 },
  });
  const known = await call('graph_mutate', {
    graph: { ...line('a', 'b'), graph_id: 'g', graph_version: 1 },
    operations: [{ op: 'add_node', node: { id: 'c' } }],
  });
  expect(known.result).toMatchObject({ base_version: 1, committed_version: 2 });
  const stale = await call('graph_batch_mutate', {
    graph_id: 'g',
    operations: [{ op: 'remove_node', id: 'c' }],
    expected_version: 1,
  });
  expect(stale.result).toMatchObject({ error: 'E-TX-CONFLICT', details: { expected: 1, found: 2 } });
  expect(
    (await call('graph_batch_mutate', { graph_id: 'x', operations: [{ op: 'remove_node', id: 'c' }] }))
      .result['error'],
  ).toBe('E-TX-NOTFOUND');
  const hint = 'resources_list with prefix sc://graphs lists the graphs, graph_mutate creates one';
  expect((await call('graph_delete', { graph_id: 'x' })).result).toMatchObject({
    error: 'E-TX-NOTFOUND',
    hint,
  });
});

test('a transaction is seen by nobody until it is committed, and fails where the graph has moved on', async () => {
  const { call, create } = await world();
  await create('g', ['a', 'b']);
  const one = (await call('tx_begin', { graph_id: 'g', owner: 'anna', note: 'n', idempotency_key: 'k' }))
    .result;
  expect(one).toMatchObject({
    base_version: 1,
    owner: 'anna',
    note: 'n',
    expires_at: null,
    idempotent: false,
  });
  expect(
    (await call('tx_begin', { graph_id: 'g', owner: 'anna', note: 'n', idempotency_key: 'k' })).result,
  ).toMatchObject({
    tx_id: one['tx_id'],
    idempotent: true,
  });
  const applied = await call('tx_apply', {
    tx_id: one['tx_id'],
    operations: [{ op: 'add_node', node: { id: 'c' } }],
  });
  expect(applied.result).toMatchObject({
    preview_version: 2,
    changed: true,
    diff: [{ op: 'replace', path: '/nodes' }],
    diff_summary: { nodesChanged: true, edgesChanged: false },
    invariants: { ok: true },
  });
  expect((await call('resources_read', { uri: 'sc://graphs/g' })).result).toMatchObject({
    payload: { version: 1 },
  });
  const uri = `sc://snapshots/g/${String(one['tx_id'])}`;
  expect((await call('resources_read', { uri })).result).toMatchObject({
    payload: {
      state: 'pending',
      baseVersion: 1,
      owner: 'anna',
      finalGraph: { nodes: [{}, {}, { id: 'c' }] },
    },
  });
  const two = (await call('tx_begin', { graph_id: 'g' })).result;
  await call('tx_apply', { tx_id: two['tx_id'], operations: [{ op: 'remove_node', id: 'b' }] });
  expect((await call('tx_commit', { tx_id: one['tx_id'] })).result).toMatchObject({ version: 2 });
  expect((await call('tx_commit', { tx_id: two['tx_id'] })).result).toMatchObject({
    error: 'E-TX-CONFLICT',
    details: { expected: 1, found: 2 },
  });
  expect((await call('tx_rollback', { tx_id: two['tx_id'] })).result).toMatchObject({
    version: 1,
    snapshot: { nodes: [{ id: 'a' }, { id: 'b' }] },
  });
  expect(
    (await call('tx_apply', { tx_id: one['tx_id'], operations: [{ op: 'remove_node', id: 'a' }] })).result[
      'error'
    ],
  ).toBe('E-TX-INVALIDOP');
  expect((await call('tx_commit', { tx_id: 'nobody' })).result['error']).toBe('E-TX-NOTFOUND');
  expect((await call('resources_read', { uri: 'sc://graphs/g@v1' })).result).toMatchObject({
    payload: { version: 1 },
  });
  expect((await call('resources_read', { uri })).result).toMatchObject({
    payload: { state: 'committed', finalVersion: 2 },
  });
  expect((await call('resources_watch', { uri: 'sc://graphs/g' })).result['error']).toBe(
    'E-RES-WATCH-UNSUPPORTED',
  );
});

test('a lock lets its holder through, and expires', async () => {
  const { core, call, create } = await world();
  await create('g', ['a']);
  const lock = (await call('graph_lock', { graph_id: 'g', holder: 'anna', ttl_ms: 100 })).result;
  expect((await call('graph_lock', { graph_id: 'g', holder: 'ben' })).result).toMatchObject({
    error: 'E-LOCK-HELD',
    details: { graphId: 'g', lockId: lock['lock_id'], holder: 'anna' },
  });
  const add = (id: string, owner?: string) =>
    call('graph_batch_mutate', {
      graph_id: 'g',
      operations: [{ op: 'add_node', node: { id } }],
      ...(owner === undefined ? {} : { owner }),
    });
  expect((await add('b', 'ben')).result).toMatchObject({
    error: 'E-GRAPH-MUTATION-LOCKED',
    details: { holder: 'anna' },
  });
  expect((await call('tx_begin', { graph_id: 'g' })).result['error']).toBe('E-GRAPH-MUTATION-LOCKED');
  expect((await add('b', 'anna')).result).toMatchObject({ committed_version: 2 });
  core.clock.advance(50);
  expect((await call('graph_lock', { graph_id: 'g', holder: 'anna', ttl_ms: 100 })).result).toMatchObject({
    lock_id: lock['lock_id'],
  });
  core.clock.advance(60);
  expect((await add('c', 'ben')).result['error']).toBe('E-GRAPH-MUTATION-LOCKED');
  const before = core.events.length;
  core.clock.advance(40);
  await settle();
  await settle();
  expect(core.events.slice(before).map(({ kind, payload }) => [kind, payload])).toContainEqual([
    'graph_unlocked',
    expect.objectContaining({ graph: 'g', by: 'expiry' }),
  ]);
  expect((await add('c', 'ben')).result).toMatchObject({ committed_version: 3 });
  expect((await call('graph_unlock', { lock_id: lock['lock_id'] })).result['error']).toBe('E-LOCK-NOT-FOUND');
});

test('a transaction expires, and says so to whoever goes on with it', async () => {
  const { core, call, create } = await world();
  await create('g', ['a']);
  const { tx_id } = (await call('tx_begin', { graph_id: 'g', ttl_ms: 10 })).result;
  core.clock.advance(10);
  await settle();
  await settle();
  const operations = [{ op: 'add_node', node: { id: 'b' } }];
  expect((await call('tx_apply', { tx_id, operations })).result['error']).toBe('E-TX-EXPIRED');
  expect((await call('tx_commit', { tx_id })).result['error']).toBe('E-TX-EXPIRED');
  expect(core.events.at(-1)).toMatchObject({ kind: 'tx_ended', payload: { state: 'expired' } });
});

test('what was deleted is gone with its versions', async () => {
  const { core, call, create } = await world();
  await create('g', ['SECRET']);
  expect((await call('graph_delete', { graph_id: 'g', expected_version: 2 })).result['error']).toBe(
    'E-TX-CONFLICT',
  );
  expect((await call('graph_delete', { graph_id: 'g' })).result).toMatchObject({ deleted_version: 1 });
  expect((await call('resources_read', { uri: 'sc://graphs/g@v1' })).result['error']).toBe('E-RES-NOT-FOUND');
  await core.journal.compact();
  expect(JSON.stringify([core.store.log.rows, core.store.log.states])).not.toContain('SECRET');
});

test('a graph is rewritten by rules', async () => {
  const { call } = await world();
  const rewritten = async (graph: unknown, rule: string, params = {}) => {
    const { result } = await call('graph_mutate', { graph, operations: [{ op: 'rewrite', rule, params }] });
    const shown = result['graph'] as { nodes: { id: string }[]; edges: { from: string; to: string }[] };
    return [shown.nodes.map(({ id }) => id), shown.edges.map(({ from, to }) => `${from}>${to}`)];
  };
  const parallel = { ...line('a', 'b'), edges: [{ from: 'a', to: 'b', attributes: { parallel: true } }] };
  expect(await rewritten(parallel, 'split_parallel')).toEqual([
    ['a', 'a∥b', 'b'],
    ['a>a∥b', 'a∥b>b'],
  ]);
  expect(
    await rewritten(line('a', 'b', 'c'), 'inline_subgraph', { node: 'b', graph: line('x', 'y') }),
  ).toEqual([
    ['a', 'b/x', 'b/y', 'c'],
    ['a>b/x', 'b/x>b/y', 'b/y>c'],
  ]);
  expect(await rewritten(line('a', 'b', 'c'), 'reroute_avoid', { avoid_nodes: ['b'] })).toEqual([
    ['a', 'b', 'c'],
    ['a>c'],
  ]);
  expect(await rewritten(line('a', 'b', 'c'), 'reroute_avoid', { avoid_nodes: ['b'], remove: true })).toEqual(
    [['a', 'c'], ['a>c']],
  );
});

test('all six operations of RFC 6902 are known, and rules can be waived', async () => {
  const { call, create } = await world();
  await create('g', ['a', 'b'], { allow_isolated_nodes: false });
  const { result } = await call('graph_patch', {
    graph_id: 'g',
    enforce_invariants: false,
    patch: [
      { op: 'test', path: '/nodes/0/id', value: 'a' },
      { op: 'add', path: '/nodes/-', value: { id: 'c', label: null, attributes: {} } },
      { op: 'add', path: '/metadata/made', value: 'over' },
      { op: 'copy', from: '/metadata/made', path: '/name' },
      { op: 'move', from: '/metadata/made', path: '/metadata/moved' },
      { op: 'replace', path: '/nodes/2/label', value: 'C' },
      { op: 'remove', path: '/edges/0' },
    ],
  });
  expect(result).toMatchObject({
    committed_version: 2,
    invariants: { ok: false, violations: [{ code: 'E-PATCH-INVARIANT-VIOLATION' }, {}, {}] },
    graph: { name: 'over', metadata: { moved: 'over' }, nodes: [{}, {}, { label: 'C' }], edges: [] },
  });
});

test('a node is not taken away from under its edge, by a patch nor in a transaction', async () => {
  const { core, call, create } = await world();
  await create('g', ['a', 'b', 'c']);
  const patch = [{ op: 'remove', path: '/nodes/1' }];
  for (const enforce_invariants of [true, false])
    expect((await call('graph_patch', { graph_id: 'g', patch, enforce_invariants })).result).toMatchObject({
      error: 'E-PATCH-INVARIANT-VIOLATION',
      message: expect.stringContaining('names the unknown node "b"'),
    });
  const graph = { nodes: [{ id: 'a' }, { id: 'c' }], edges: [{ from: 'a', to: 'b' }] };
  const { tx_id } = (await call('tx_begin', { graph_id: 'g', graph })).result;
  expect((await call('tx_commit', { tx_id })).result['error']).toBe('E-PATCH-INVARIANT-VIOLATION');
  expect(core.graph.version('g')).toMatchObject({ version: 1, document: { nodes: { length: 3 } } });
});

test('a version that was read of a deleted graph is none of the one that came after it', async () => {
  const { call, create } = await world();
  await create('g', ['a']);
  await call('graph_delete', { graph_id: 'g' });
  await create('g', ['b']);
  const operations = [{ op: 'add_node', node: { id: 'late' } }];
  expect(
    (await call('graph_batch_mutate', { graph_id: 'g', operations, expected_version: 1 })).result['error'],
  ).toBe('E-TX-CONFLICT');
});
