import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxesApart, formOf, randomGraph } from '../../test/support/graphs';
import { dagreLayout } from './dagreLayout';

test('places what our own layout would tangle: from left to right, lines from edge to edge', () => {
  const { nodes, lines } = dagreLayout(formOf('a>b a>c b>d c>d'));
  expect(nodes.get('a')?.x).toBe(0);
  expect(nodes.get('b')?.x).toBe(nodes.get('c')?.x);
  expect(nodes.get('d')?.x).toBeGreaterThan(nodes.get('b')?.x ?? Number.NaN);
  expect(lines.map(line => line.length)).toEqual([2, 2, 2, 2]);
});

test('no two boxes lie on each other, in whatever graph', () => {
  fc.assert(
    fc.property(randomGraph, graph => boxesApart(graph, dagreLayout(graph))),
    { numRuns: 30 },
  );
});
