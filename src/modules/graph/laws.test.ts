import fc from 'fast-check';
import { applyPatch, type Operation } from 'rfc6902';
import { expect, test } from 'vitest';
import { anyJson } from '../../../test/support/anyJson';
import { toolCaller } from '../../../test/support/callTool';
import { testCore } from '../../../test/support/testCore';
import { Refusal } from '../../core/support/refusal';
import { deltaBetween, Graph, type GraphDocument } from './graph';
import { GraphEdit } from './graphEdit';
import { graphDomain } from './graphDomain';
import { documentAt } from './graphState';
import { violations } from './invariants';
import type { GraphOperation } from './operation';
import { patched } from './patch/jsonPatch';
import { patchBetween } from './patchBetween';
import './module';

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const key = fc.constantFrom('k', 'x/y', '~');
const scalar = fc.constantFrom<string | number | boolean>('v', 1, true);
const label = fc.option(fc.constantFrom('L', 'M'));
const attributes = fc.dictionary(key, scalar, { maxKeys: 2 });

const operation: fc.Arbitrary<GraphOperation> = fc.oneof(
  fc.record({ op: fc.constant('add_node' as const), node: fc.record({ id, label, attributes }) }),
  fc.record({ op: fc.constant('remove_node' as const), id }),
  fc.record({ op: fc.constant('rename_node' as const), id, new_id: id }),
  fc.record({
    op: fc.constant('add_edge' as const),
    edge: fc.record({ from: id, to: id, label, attributes }),
  }),
  fc.record({ op: fc.constant('remove_edge' as const), from: id, to: id }),
  fc.record({ op: fc.constant('set_node_attribute' as const), id, key, value: fc.option(scalar) }),
  fc.record({
    op: fc.constant('set_edge_attribute' as const),
    from: id,
    to: id,
    key,
    value: fc.option(scalar),
  }),
  fc.record({
    op: fc.constant('patch_metadata' as const),
    set: attributes,
    unset: fc.array(key, { maxLength: 2 }),
  }),
  fc.record({
    op: fc.constant('rewrite' as const),
    rule: fc.constant('reroute_avoid' as const),
    params: fc.record({
      avoid_nodes: fc.array(id, { maxLength: 2 }),
      avoid_labels: fc.constant(['L']),
      remove: fc.boolean(),
    }),
  }),
);

const document: fc.Arbitrary<GraphDocument> = fc
  .record({
    name: fc.constantFrom('', 'n'),
    metadata: attributes,
    nodes: fc.uniqueArray(fc.record({ id, label, attributes }), { selector: node => node.id, minLength: 1 }),
    edges: fc.uniqueArray(
      fc.record({ from: id, to: id, label, weight: fc.option(fc.nat({ max: 9 })), attributes }),
      { selector: ({ from, to }) => `${from} ${to}` },
    ),
  })
  .map(({ edges, ...rest }) => {
    const ids = new Set(rest.nodes.map(node => node.id));
    const sound = edges.filter(({ from, to }) => from !== to && ids.has(from) && ids.has(to));
    return new Graph({ ...rest, edges: sound }).document();
  });

test('what was edited is taken back whole, and its delta makes the same of the graph, and back', () => {
  fc.assert(
    fc.property(document, fc.array(operation, { maxLength: 8 }), (before, operations) => {
      const graph = new Graph(before);
      const edit = new GraphEdit(graph);
      let isOver = false;
      try {
        edit.applyAll(operations);
      } catch (error) {
        isOver = Refusal.is(error);
        if (!isOver) throw error;
      }
      const after = graph.document();
      const delta = edit.delta();
      edit.takeBack();
      expect(graph.document()).toEqual(before);
      if (isOver) return;
      expect(delta === undefined).toBe(JSON.stringify(before) === JSON.stringify(after));
      if (delta === undefined) return;
      const back = graph.apply(delta);
      expect(graph.document()).toEqual(after);
      graph.apply(back);
      expect(graph.document()).toEqual(before);
    }),
    { numRuns: 2_000 },
  );
});

test('a difference that is patched, or applied as a delta, is the other graph', () => {
  fc.assert(
    fc.property(document, document, (before, after) => {
      expect(patched(before as never, patchBetween(before, after))).toEqual(after);
      const graph = new Graph(before);
      graph.apply(deltaBetween(before, after) ?? {});
      expect(graph.document()).toEqual(after);
    }),
    { numRuns: 1_000 },
  );
});

test('patches do what the reference does, on ten thousand documents', () => {
  const path = fc
    .array(fc.constantFrom('a', 'b', '0', '1', '-', '~0', '~1'), { maxLength: 3 })
    .map(parts => parts.map(part => `/${part}`).join(''));
  const value = anyJson({ maxDepth: 2 });
  const patch = fc.array(
    fc.oneof(
      fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path, value }),
      fc.record({ op: fc.constant('remove'), path }),
      fc.record({ op: fc.constantFrom('move', 'copy'), path, from: path }),
    ),
    { minLength: 1, maxLength: 4 },
  ) as fc.Arbitrary<Operation[]>;
  const tree = fc.letrec(tie => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(1, 'x', null),
      fc.dictionary(fc.constantFrom('a', 'b', '~', '/'), tie('tree'), { maxKeys: 3 }),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
  })).tree;
  fc.assert(
    fc.property(fc.oneof(tree, value), patch, (given, operations) => {
      const before = JSON.stringify(given);
      const holder = JSON.parse(JSON.stringify({ value: given })) as { value: unknown };
      const shifted = operations.map(each => ({
        ...each,
        path: `/value${each.path}`,
        ...('from' in each ? { from: `/value${each.from}` } : {}),
      }));
      const fails = isRefused(holder, shifted);
      try {
        const ours = patched(given as never, operations);
        expect([fails, ours]).toEqual([false, holder.value]);
      } catch (error) {
        if (!Refusal.is(error)) throw error;
        // The reference takes words for places in a list: we do not (RFC 6901, 4).
        const paths = operations.flatMap(each => ('from' in each ? [each.path, each.from] : [each.path]));
        expect(fails || paths.some(at => /[ab~]/.test(at))).toBe(true);
      }
      expect(JSON.stringify(given)).toBe(before);
    }),
    { numRuns: 10_000 },
  );
});

/** Whether the reference refuses any of these. */
function isRefused(holder: unknown, patch: readonly unknown[]): boolean {
  try {
    return applyPatch(holder, structuredClone(patch) as Operation[]).some(error => error !== null);
  } catch (error) {
    if (error instanceof TypeError) return true;
    throw error;
  }
}

test('versions rise, each can be read again, rules hold, and a restart changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
      async batches => {
        const core = await testCore();
        const call = toolCaller(core);
        const metadata = { dag: true, max_out_degree: 2 };
        await call('graph_mutate', {
          graph: { nodes: [{ id: 'a' }, { id: 'b' }], metadata, graph_id: 'g' },
          operations: [{ op: 'add_edge', edge: { from: 'a', to: 'b' } }],
        });
        const seen = [core.graph.version('g')];
        for (const operations of batches) {
          const before = core.graph.version('g');
          const { isError, result } = await call('graph_batch_mutate', { graph_id: 'g', operations });
          const after = core.graph.version('g');
          if (isError) expect(after).toEqual(before);
          else expect(after.version).toBe(before.version + (result['changed'] === true ? 1 : 0));
          expect(violations(new Graph(after.document))).toEqual([]);
          if (after.version > before.version) seen.push(after);
        }
        for (const { version, document: was } of seen)
          expect(core.graph.version('g', version).document).toEqual(was);
        const again = await testCore({ log: core.store.log });
        expect(graphDomain.save(again.journal.read(graphDomain))).toEqual(
          graphDomain.save(core.journal.read(graphDomain)),
        );
        expect(documentAt(again.graph.state.graphs.get('g'), 1)).toEqual(seen[0]?.document);
      },
    ),
    { numRuns: 60 },
  );
});

test('of eight writers in two programs, none loses what another wrote', async () => {
  const first = await testCore();
  const second = await testCore({ log: first.store.log });
  const calls = [toolCaller(first), toolCaller(second)];
  await calls[0]?.('graph_mutate', {
    graph: { nodes: [{ id: 'n', attributes: { count: 0 } }], graph_id: 'g' },
    operations: [{ op: 'patch_metadata', set: { x: 1 } }],
  });
  let conflicts = 0;
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      const core = writer % 2 === 0 ? first : second;
      const call = calls[writer % 2]!;
      for (let done = 0; done < 5;) {
        await core.journal.freshen();
        const { version, document: seen } = core.graph.version('g');
        const count = Number(seen.nodes[0]?.attributes['count']) + 1;
        const operations = [{ op: 'set_node_attribute', id: 'n', key: 'count', value: count }];
        const { isError, result } = await call('graph_batch_mutate', {
          graph_id: 'g',
          operations,
          expected_version: version,
        });
        if (!isError) done += 1;
        else if (result['error'] === 'E-TX-CONFLICT') conflicts += 1;
        else throw new Error(String(result['error']));
      }
    }),
  );
  await first.journal.freshen();
  expect(first.graph.version('g').document.nodes[0]?.attributes['count']).toBe(40);
  expect(conflicts).toBeGreaterThan(0);
});
