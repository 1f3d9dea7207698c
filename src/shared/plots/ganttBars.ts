import type { GanttRow } from './plots';
import type { TimeSpan } from './timeScale';

/** Narrowest bar that can be seen, and the least gap between two, in pixels. */
const MIN_WIDTH = 3;
const MIN_GAP = 2;

/** A drawn stretch, in pixels from the left. */
export interface Segment {
  readonly x: number;
  readonly width: number;
  /** Whether it still goes on. */
  readonly isOpen: boolean;
}

/** Where a moment stands on an axis of this width. */
export function xOf(at: number, { from, to }: TimeSpan, width: number): number {
  return Math.min(1, Math.max(0, (at - from) / (to - from))) * Math.max(0, width);
}

/** The bars of a row: inside the axis, in order, apart from each other. Stretches too close to be told apart are one. */
export function segmentsOf(
  row: Pick<GanttRow, 'stretches'>,
  span: TimeSpan,
  width: number,
  now: number,
): readonly Segment[] {
  const segments: Segment[] = [];
  const byStart = row.stretches.toSorted((a, b) => a.from - b.from);
  for (const { from, to } of byStart) {
    const next = segmentBetween(xOf(from, span, width), xOf(to ?? now, span, width), width, to === undefined);
    const last = segments.at(-1);
    if (last === undefined || next.x >= last.x + last.width + MIN_GAP) segments.push(next);
    else segments[segments.length - 1] = joined(last, next);
  }
  return segments;
}

function segmentBetween(start: number, end: number, width: number, isOpen: boolean): Segment {
  const wanted = Math.min(Math.max(end - start, MIN_WIDTH), width);
  return { x: Math.max(0, Math.min(start, width - wanted)), width: wanted, isOpen };
}

function joined(a: Segment, b: Segment): Segment {
  const x = Math.min(a.x, b.x);
  return { x, width: Math.max(a.x + a.width, b.x + b.width) - x, isOpen: a.isOpen || b.isOpen };
}
