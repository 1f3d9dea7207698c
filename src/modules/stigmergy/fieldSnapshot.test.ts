import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Instant } from '../../core/support/clock';
import { boundsRows, boundsTooltip } from './boundsText';
import type { Bounds, Field } from './field';
import { snapshotOf } from './fieldSnapshot';
import { Strongest } from './strongest';

const NOON = 43_200_000 as Instant;

/** A field with these intensities by `node type`. */
function fieldOf(rows: Readonly<Record<string, number>>, bounds: Bounds = { min: 0, max: null }): Field {
  const field: Field = { nodes: new Map(), size: 0, bounds, changes: 0 };
  for (const [key, intensity] of Object.entries(rows)) {
    const [id = '', type = ''] = key.split(' ');
    const node = field.nodes.get(id) ?? { points: new Map(), sum: 0, updatedAt: NOON };
    node.points.set(type, { intensity, updatedAt: NOON });
    node.sum += intensity;
    field.nodes.set(id, node);
    field.size += 1;
  }
  return field;
}

test('shows the strongest first, ids where they are equal, and numbers to six decimals', () => {
  const { points, nodes } = snapshotOf(fieldOf({ 'b t': 1 / 3, 'b s': 1 / 3, 'a t': 1 / 3 + 1e-9 }), 9, NOON);
  expect(points.map(({ node, type, intensity }) => [node, type, intensity])).toEqual([
    ['a', 't', 0.333333],
    ['b', 's', 0.333333],
    ['b', 't', 0.333333],
  ]);
  expect(nodes.map(({ node, total, normalised }) => [node, total, normalised])).toEqual([
    ['b', 0.666667, 1],
    ['a', 0.333333, 0.5],
  ]);
});

test('the ceiling is the maximum, else the strongest node, else one above the minimum', () => {
  const ceiling = (rows: Readonly<Record<string, number>>, bounds: Bounds) =>
    snapshotOf(fieldOf(rows, bounds), 9, NOON).bounds.ceiling;
  expect(ceiling({ 'a t': 2 }, { min: 0, max: 8 })).toBe(8);
  expect(ceiling({ 'a t': 2, 'a s': 3 }, { min: 0, max: null })).toBe(5);
  expect(ceiling({}, { min: 0, max: null })).toBe(1);
  expect(ceiling({ 'a t': 2 }, { min: 2, max: null })).toBe(3);
});

test('normalises between the minimum and the ceiling', () => {
  const { nodes } = snapshotOf(fieldOf({ 'a t': 2, 'b t': 5, 'c t': 8 }, { min: 2, max: 8 }), 9, NOON);
  expect(nodes.map(({ normalised }) => normalised)).toEqual([1, 0.5, 0]);
});

test('cuts off at the limit, and counts everything', () => {
  const snapshot = snapshotOf(fieldOf({ 'a s': 1, 'a t': 3, 'b t': 2, 'c t': 0.5 }), 2, NOON);
  expect(snapshot.points.map(({ node, type }) => `${node} ${type}`)).toEqual(['a t', 'b t']);
  expect(snapshot.nodes.map(({ node, total, points }) => [node, total, points.length])).toEqual([
    ['a', 4, 1],
    ['b', 2, 1],
  ]);
  expect(snapshot).toMatchObject({ pointCount: 4, nodeCount: 3, bounds: { ceiling: 4 } });
});

test('tells the bounds in a line and as a table, with three decimals at most', () => {
  expect(boundsTooltip({ min: 0, max: null, ceiling: 7.25 })).toBe('Min 0 • Max ∞ • Ceiling 7.25');
  expect(boundsTooltip({ min: 0.12345, max: 10, ceiling: 10 })).toBe('Min 0.123 • Max 10 • Ceiling 10');
  expect(boundsRows({ min: 0, max: null, ceiling: 1.23456 })).toEqual([
    { label: 'Min intensity', value: '0', tooltip: expect.any(String) },
    { label: 'Max intensity', value: '∞', tooltip: expect.any(String) },
    { label: 'Normalisation ceiling', value: '1.235', tooltip: expect.any(String) },
  ]);
});

test('the first few of many are those that sorting them all would give', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.integer({ min: 1, max: 9 }), (all, limit) => {
      const strongest = new Strongest<number>(limit, (a, b) => b - a);
      for (const each of all) strongest.add(each);
      expect(strongest.sorted()).toEqual(all.toSorted((a, b) => b - a).slice(0, limit));
    }),
  );
});
