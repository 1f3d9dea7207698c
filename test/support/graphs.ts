import fc from 'fast-check';
import { expect } from 'vitest';
import { type GraphForm, NODE, type PlacedGraph } from '../../src/shared/plots/graphLayout';

/** A graph from words like `a>b`: something before something. */
export function formOf(words: string): GraphForm {
  const links = words.split(' ').map(word => ({ from: word.slice(0, 1), to: word.slice(2) }));
  const ids = new Set(links.flatMap(({ from, to }) => [from, to]));
  return { nodes: [...ids].map(id => ({ id })), links };
}

/** Up to 40 boxes and any lines between them, circles too. */
export const randomGraph: fc.Arbitrary<GraphForm> = fc.integer({ min: 1, max: 40 }).chain(count =>
  fc.record({
    nodes: fc.constant(Array.from({ length: count }, (_, at) => ({ id: `${at}` }))),
    links: fc
      .uniqueArray(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), {
        selector: pair => pair.join(),
        maxLength: 60,
      })
      .map(pairs => pairs.filter(([a, b]) => a !== b).map(([a, b]) => ({ from: `${a}`, to: `${b}` }))),
  }),
);

/** A forest: each box follows at most one that comes before it. */
export const randomTree: fc.Arbitrary<GraphForm> = fc
  .array(fc.nat(), { minLength: 1, maxLength: 40 })
  .map(parents => ({
    nodes: parents.map((_, at) => ({ id: `${at}` })),
    links: parents.flatMap((parent, at) => (at === 0 ? [] : [{ from: `${parent % at}`, to: `${at}` }])),
  }));

/** Every box has its place inside, none lies on another, and every line has both its ends. */
export function boxesApart({ nodes, links }: GraphForm, placedGraph: PlacedGraph): void {
  const corners = nodes.map(({ id }) => placedGraph.nodes.get(id) ?? { x: Number.NaN, y: Number.NaN });
  corners.forEach((a, at) => {
    expect(a.x).toBeGreaterThanOrEqual(0);
    expect(a.y).toBeGreaterThanOrEqual(0);
    expect(a.x + NODE.width).toBeLessThanOrEqual(placedGraph.width);
    expect(a.y + NODE.height).toBeLessThanOrEqual(placedGraph.height);
    for (const b of corners.slice(at + 1)) {
      const isApart = Math.abs(a.x - b.x) >= NODE.width || Math.abs(a.y - b.y) >= NODE.height;
      expect(isApart, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true);
    }
  });
  expect(placedGraph.lines).toHaveLength(links.length);
  for (const line of placedGraph.lines) expect(line.length).toBeGreaterThanOrEqual(2);
}
