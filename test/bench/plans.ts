import type { Instant } from '../../src/core/support/clock';
import { Graph, type GraphDocument } from '../../src/modules/graph/graph';
import { GraphEdit } from '../../src/modules/graph/graphEdit';
import { violations } from '../../src/modules/graph/invariants';
import { patchBetween } from '../../src/modules/graph/patchBetween';
import { Engine } from '../../src/modules/plans/engine/engine';
import { flatTree } from '../../src/modules/plans/engine/flatTree';
import type { PlanNode } from '../../src/modules/plans/tree/planNode';

/** One thing measured at one size, in milliseconds each, the median of the rounds. */
export interface SizedRow {
  readonly what: string;
  readonly size: number;
  readonly ms: number;
}

const ROUNDS = 9;

/** Ticks of trees of a hundred and a thousand leaves, of which one ends in each tick. */
export function measureTicks(): readonly SizedRow[] {
  return [100, 1_000].flatMap(size => [
    {
      what: 'tick, parallel',
      size,
      ms: tickMs({ type: 'parallel', policy: 'all', children: leaves(size) }, size),
    },
    { what: 'tick, sequence', size, ms: tickMs({ type: 'sequence', children: leaves(size) }, size) },
  ]);
}

/** A change of one node, and a comparison, of graphs of a thousand and ten thousand nodes. */
export function measureGraphs(): readonly SizedRow[] {
  return [1_000, 10_000].flatMap(size => {
    const document = graphOf(size);
    const graph = new Graph(document);
    const other: GraphDocument = {
      ...document,
      nodes: document.nodes.map((node, i) => (i === 7 ? { ...node, label: 'x' } : node)),
    };
    let value = 0;
    const mutate = (): void => {
      const edit = new GraphEdit(graph);
      edit.applyAll([{ op: 'set_node_attribute', id: 'n7', key: 'k', value: (value += 1) }]);
      edit.applyAll([{ op: 'add_edge', edge: { from: 'n1', to: `n${size - 1}`, label: String(value) } }]);
      const delta = edit.delta();
      if (violations(graph, delta).length > 0) throw new Error('The graph is sound.');
      edit.takeBack();
      graph.apply(delta ?? {});
    };
    return [
      { what: 'mutate', size, ms: medianMs(mutate) },
      { what: 'diff', size, ms: medianMs(() => patchBetween(document, other)) },
    ];
  });
}

function tickMs(root: PlanNode, size: number): number {
  const ended = new Set<number>();
  const engine = new Engine(flatTree(root));
  const input = {
    now: 0 as Instant,
    random: () => 0,
    leaves: {
      tick: ({ index }: { readonly index: number }) =>
        ended.has(index) ? ('success' as const) : ('running' as const),
      halt: () => undefined,
      holds: () => true,
    },
  };
  engine.tick(input);
  engine.takeChanges();
  let next = 0;
  return medianMs(
    () => {
      next += 1;
      if (next < size) ended.add(next);
      engine.tick(input);
      engine.takeChanges();
    },
    Math.min(90, size - 2),
  );
}

function leaves(count: number): PlanNode[] {
  return Array.from({ length: count }, () => ({ type: 'task', tool: 'noop' }));
}

/** A line of nodes, with rules. */
function graphOf(size: number): GraphDocument {
  const nodes = Array.from({ length: size }, (_, i) => ({
    id: `n${i}`,
    label: `Node ${i}`,
    attributes: { i },
  }));
  const edges = nodes
    .slice(1)
    .map(({ id }, i) => ({ from: `n${i}`, to: id, label: null, weight: 1, attributes: {} }));
  return new Graph({ name: 'bench', metadata: { dag: true }, nodes, edges }).document();
}

function medianMs(run: () => void, times = ROUNDS): number {
  const took = Array.from({ length: times }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return took[Math.floor(took.length / 2)] ?? Number.NaN;
}
