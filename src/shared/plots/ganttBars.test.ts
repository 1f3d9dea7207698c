import fc from 'fast-check';
import { expect, test } from 'vitest';
import { segmentsOf } from './ganttBars';
import type { Stretch } from './plots';
import { spanOf } from './timeScale';

const NOW = 100_000;

/** A row of 40 characters as it would be drawn, 10 pixels each: `#` for a bar, `>` at the end of one that goes on. */
function drawn(...stretches: readonly Stretch[]): string {
  const line = Array.from({ length: 40 }, () => '.');
  for (const { x, width, isOpen } of segmentsOf({ stretches }, { from: 0, to: NOW }, 400, NOW)) {
    for (let at = Math.floor(x / 10); at < (x + width) / 10; at += 1) line[at] = '#';
    if (isOpen) line[Math.ceil((x + width) / 10) - 1] = '>';
  }
  return line.join('');
}

test('draws when a task was worked on, with its pauses, and until now where it goes on', () => {
  expect([
    drawn({ from: 0, to: 25_000 }),
    drawn({ from: 25_000, to: 50_000 }, { from: 75_000 }),
    drawn({ from: 75_000 }, { from: 25_000, to: 50_000 }),
    drawn({ from: 10_000, to: 60_000 }, { from: 50_000, to: 70_000 }),
    drawn({ from: NOW }),
    drawn({ from: 50_000, to: 50_000 }),
    drawn(),
  ]).toEqual([
    '##########..............................',
    '..........##########..........#########>',
    '..........##########..........#########>',
    '....########################............',
    '.......................................>',
    '....................#...................',
    '........................................',
  ]);
});

const moment = fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.constantFrom(0, NOW));
const stretches = fc.array(fc.record({ from: moment, to: moment }, { requiredKeys: ['from'] }), {
  minLength: 1,
});

test('bars stay inside the axis, in order, apart from each other, and can be seen', () => {
  fc.assert(
    fc.property(stretches, fc.integer({ min: 1, max: 2_000 }), (given, width) => {
      const span = spanOf(given, NOW);
      if (span === undefined) throw new Error('There is no axis.');
      const segments = segmentsOf({ stretches: given }, span, width, NOW);
      expect(segments.length).toBeGreaterThan(0);
      segments.forEach((segment, i) => {
        const before = segments[i - 1];
        expect(segment.x).toBeGreaterThanOrEqual(before ? before.x + before.width + 1 : 0);
        expect(segment.x + segment.width).toBeLessThanOrEqual(width + 0.001);
        expect(segment.width).toBeGreaterThanOrEqual(Math.min(width, 2.999));
      });
    }),
  );
});
