import { expect, test } from 'vitest';
import { boxesApart, formOf, randomGraph, randomTree } from '../../../test/support/graphs';
import fc from 'fast-check';
import { curveThrough } from './curve';
import { isTangled, layered, nodeTowards } from './graphLayout';

test('places a forest in columns, and its lines from right to left edges', () => {
  const { nodes, lines, width, height } = layered(formOf('a>b a>c c>d'));
  expect(Object.fromEntries(nodes)).toEqual({
    a: { x: 0, y: 25 },
    b: { x: 158, y: 0 },
    c: { x: 158, y: 50 },
    d: { x: 316, y: 25 },
  });
  expect([width, height]).toEqual([452, 90]);
  expect(lines.map(curveThrough)).toEqual([
    'M136 45C147 45 147 20 158 20',
    'M136 45C147 45 147 70 158 70',
    'M294 70C305 70 305 45 316 45',
  ]);
});

test('asks for the loaded layout where a task follows two, and where there are many', () => {
  expect(isTangled(formOf('a>b a>c'))).toBe(false);
  expect(isTangled(formOf('a>c b>c'))).toBe(true);
  expect(isTangled({ nodes: Array.from({ length: 13 }, (_, i) => ({ id: `${i}` })), links: [] })).toBe(true);
});

test('no two boxes lie on each other, in whatever graph', () => {
  fc.assert(fc.property(randomGraph, graph => boxesApart(graph, layered(graph))));
});

test('whatever follows stands to the right, except in a circle', () => {
  fc.assert(
    fc.property(randomTree, graph => {
      const { nodes } = layered(graph);
      for (const { from, to } of graph.links) {
        expect(nodes.get(to)?.x).toBeGreaterThan(nodes.get(from)?.x ?? Number.NaN);
      }
    }),
  );
  expect(layered(formOf('a>b b>a')).nodes.size).toBe(2);
});

test('arrow keys lead to the nearest box that way, and reach every box', () => {
  const graph = formOf('a>b a>c c>d');
  const placedGraph = layered(graph);
  const go = (id: string, ...keys: readonly string[]): string =>
    keys.reduce((at, key) => nodeTowards(placedGraph, at, `Arrow${key}`) ?? at, id);
  expect(go('a', 'Right')).toBe('b');
  expect(go('a', 'Right', 'Down', 'Right')).toBe('d');
  expect(go('d', 'Left', 'Left')).toBe('a');
  expect(go('a', 'Left')).toBe('a');
  expect(nodeTowards(placedGraph, 'a', 'Enter')).toBeUndefined();
  fc.assert(
    fc.property(randomGraph, any => {
      const places = layered(any);
      const reached = new Set([any.nodes[0]?.id ?? '']);
      for (const id of reached) {
        for (const key of ['Left', 'Right', 'Up', 'Down']) {
          reached.add(nodeTowards(places, id, `Arrow${key}`) ?? id);
        }
      }
      expect(reached.size).toBe(any.nodes.length);
    }),
  );
});
