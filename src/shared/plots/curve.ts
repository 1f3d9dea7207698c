import type { Point } from './graphLayout';

/** A calm line through the points, as the `d` of an SVG path: it leaves and arrives level. Empty for fewer than two. */
export function curveThrough(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined || rest.length === 0) return '';
  let path = `M${at(first)}`;
  let last = first;
  for (const point of rest) {
    const middle = (last.x + point.x) / 2;
    path += `C${at({ x: middle, y: last.y })} ${at({ x: middle, y: point.y })} ${at(point)}`;
    last = point;
  }
  return path;
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
