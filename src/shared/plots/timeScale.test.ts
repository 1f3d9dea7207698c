import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf, DAY, spanOf, stepOf, ticksOf } from './timeScale';

const NOON = Date.UTC(2026, 0, 1, 12);
const MINUTE = 60_000;
const utc = () => 0;
const CHANGE = 200 * DAY;
/** Clocks that are put forward by an hour, or back, two hours ahead of UTC at first. */
const changing = (hours: number) => (at: number) => (at < CHANGE ? 120 : 120 + 60 * hours) * MINUTE;
const moment = fc.oneof(
  fc.integer({ min: 0, max: 400 * DAY }),
  fc.integer({ min: CHANGE - DAY / 4, max: CHANGE + DAY / 4 }),
);
const stretches = fc.array(fc.record({ from: moment, to: moment }, { requiredKeys: ['from'] }), {
  minLength: 1,
});

test('marks stand at times that people read, by their own clock', () => {
  const span = { from: NOON + 3 * MINUTE, to: NOON + 44 * MINUTE };
  expect(stepOf(span, 4)).toBe(15 * MINUTE);
  const times = (offset: number) =>
    ticksOf(span, 15 * MINUTE, () => offset * MINUTE).map(at => new Date(at).toISOString().slice(11, 16));
  expect(times(0)).toEqual(['12:15', '12:30']);
  // Central Australia.
  expect(times(570)).toEqual(['12:15', '12:30']);
  const days = ticksOf({ from: NOON, to: NOON + 3 * DAY }, DAY, () => 570 * MINUTE);
  expect(days.map(at => new Date(at).toISOString().slice(5, 16))).toEqual([
    '01-01T14:30',
    '01-02T14:30',
    '01-03T14:30',
  ]);
});

test('an axis covers all stretches and has a length, whatever they are', () => {
  fc.assert(
    fc.property(stretches, moment, (given, now) => {
      const span = spanOf(given, now);
      if (span === undefined) throw new Error('There is no axis.');
      expect(span.to).toBeGreaterThan(span.from);
      for (const { from, to } of given) {
        expect(from).toBeGreaterThanOrEqual(span.from);
        expect(Math.max(from, to ?? now)).toBeLessThanOrEqual(span.to);
      }
    }),
  );
  expect(spanOf([], NOON)).toBeUndefined();
});

test('marks are inside the axis, in order and few, also where the clocks change', () => {
  fc.assert(
    fc.property(stretches, fc.integer({ min: 1, max: 20 }), fc.constantFrom(1, -1), (given, count, hours) => {
      const span = spanOf(given, CHANGE);
      if (span === undefined) throw new Error('There is no axis.');
      const ticks = ticksOf(span, stepOf(span, count), changing(hours));
      expect(ticks.length).toBeLessThanOrEqual(count + 2);
      ticks.forEach((at, i) => {
        expect(at).toBeGreaterThanOrEqual(span.from);
        expect(at).toBeLessThanOrEqual(span.to);
        expect(at).toBeGreaterThan(ticks[i - 1] ?? Number.NEGATIVE_INFINITY);
      });
    }),
  );
});

test('an hour that is left out doubles no mark, and one that comes twice is marked once', () => {
  const span = { from: CHANGE - 60 * MINUTE, to: CHANGE + 90 * MINUTE };
  const marks = (hours: number) =>
    ticksOf(span, 30 * MINUTE, changing(hours)).map(at => (at - CHANGE) / MINUTE);
  expect(marks(1)).toEqual([-60, -30, 0, 30, 60, 90]);
  expect(marks(-1)).toEqual([0, 30, 60, 90]);
});

test('columns are neighbours of one length that cover the axis, no more than wanted', () => {
  fc.assert(
    fc.property(stretches, fc.integer({ min: 2, max: 12 }), (given, count) => {
      const span = spanOf(given, CHANGE);
      if (span === undefined) throw new Error('There is no axis.');
      const columns = columnsOf(span, count, utc);
      expect(columns.length).toBeLessThanOrEqual(count);
      expect(columns[0]?.from).toBeLessThanOrEqual(span.from);
      expect(columns.at(-1)?.to).toBeGreaterThanOrEqual(span.to);
      columns.forEach(({ from }, i) => expect(from).toBe(columns[i - 1]?.to ?? from));
      expect(new Set(columns.map(({ from, to }) => to - from)).size).toBe(1);
    }),
  );
});
