import type { Stretch } from './plots';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Milliseconds of a day without a change of the clocks. */
export const DAY = 24 * HOUR;

/** Steps between marks that people can read a time from, in milliseconds. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map(count => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map(count => count * MINUTE),
  ...[1, 2, 3, 6, 12].map(count => count * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map(count => count * DAY),
];

/** Shortest axis: what happened at one moment needs some room too. */
const MIN_SPAN = 10 * SECOND;

/** The time that an axis covers; `to` is always later than `from`. */
export type TimeSpan = Required<Stretch>;

/** How far local time is ahead of UTC at a moment, in milliseconds. */
export type OffsetAt = (at: number) => number;

/** The time from the first to the last moment of the stretches; undefined where there is none. Open ones go on until `now`. */
export function spanOf(stretches: readonly Stretch[], now: number): TimeSpan | undefined {
  if (stretches.length === 0) return undefined;
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const stretch of stretches) {
    from = Math.min(from, stretch.from);
    to = Math.max(to, stretch.from, stretch.to ?? now);
  }
  return { from, to: Math.max(to, from + MIN_SPAN) };
}

/** The finest readable step of which at most `count` fit into the span. */
export function stepOf({ from, to }: TimeSpan, count: number): number {
  const wanted = (to - from) / Math.max(1, count);
  return STEPS.find(step => step >= wanted) ?? Math.ceil(wanted / DAY) * DAY;
}

/** Round times inside the span, by the local clock, `step` apart. */
export function ticksOf({ from, to }: TimeSpan, step: number, offsetAt: OffsetAt): readonly number[] {
  const ticks: number[] = [];
  let local = Math.ceil((from + offsetAt(from)) / step) * step;
  for (let at = utcOf(local, offsetAt); at <= to; at = utcOf(local, offsetAt)) {
    // Where the clock is put forward, two local times are one moment, or come in the wrong order.
    if (at >= from && at > (ticks.at(-1) ?? Number.NEGATIVE_INFINITY)) ticks.push(at);
    local += step;
  }
  return ticks;
}

/** Neighbouring columns of one round length that cover the span: at most `count`. */
export function columnsOf(span: TimeSpan, count: number, offsetAt: OffsetAt): readonly TimeSpan[] {
  // One fewer: a span that begins inside a column touches one more.
  const step = stepOf(span, Math.max(1, count - 1));
  const offset = offsetAt(span.from);
  const first = Math.floor((span.from + offset) / step) * step - offset;
  const columns: TimeSpan[] = [];
  for (let from = first; from < span.to && columns.length < count; from += step) {
    columns.push({ from, to: from + step });
  }
  return columns;
}

function utcOf(local: number, offsetAt: OffsetAt): number {
  return local - offsetAt(local - offsetAt(local));
}
