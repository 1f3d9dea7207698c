/** Lines that were changed together. */
export interface Hunk {
  /** Index of its first line, of those after the change. */
  readonly at: number;
  /** Lines before the change, with their ends. */
  readonly removed: readonly string[];
  /** Lines after it. */
  readonly added: readonly string[];
}

/** Differing lines from which on two texts are one hunk: telling them apart takes the square of that (chosen here). */
const MAX_DIFFERENCES = 1_000;

/** Lines with their ends; a last line without one is a line too. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Where two texts differ, from top to bottom. */
export function hunksOf(before: string, after: string): readonly Hunk[] {
  const old = linesOf(before);
  const now = linesOf(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const from = old.slice(head, old.length - tail);
  const to = now.slice(head, now.length - tail);
  if (from.length + to.length === 0) return [];
  return gathered(from, to, keptLines(from, to, MAX_DIFFERENCES) ?? []).map(hunk => ({
    ...hunk,
    at: hunk.at + head,
  }));
}

/** The text after the change, with these hunks taken out of it. */
export function withoutHunks(after: string, hunks: readonly Hunk[]): string {
  const lines = [...linesOf(after)];
  for (const { at, removed, added } of hunks.toSorted((a, b) => b.at - a.at))
    lines.splice(at, added.length, ...removed);
  return lines.join('');
}

/**
 * Pairs of lines that are the same on both sides: the longest way through (Myers). Undefined where more than `limit` lines
 * differ: the effort grows with its square.
 */
export function keptLines(
  from: readonly string[],
  to: readonly string[],
  limit: number,
): readonly (readonly [number, number])[] | undefined {
  const most = Math.min(from.length + to.length, limit);
  const trace: ReadonlyMap<number, number>[] = [];
  let reached = new Map([[1, 0]]);
  for (let d = 0; d <= most; d++) {
    const next = new Map<number, number>();
    for (let k = -d; k <= d; k += 2) {
      let x = stepOf(reached, k, d);
      while (x < from.length && x - k < to.length && from[x] === to[x - k]) x++;
      next.set(k, x);
      if (x >= from.length && x - k >= to.length) return wayBack([...trace, reached], from.length, to.length);
    }
    trace.push(reached);
    reached = next;
  }
  return undefined;
}

/** How far the diagonal `k` is with one more difference, before lines that are the same. */
function stepOf(reached: ReadonlyMap<number, number>, k: number, d: number): number {
  return isDown(reached, k, d) ? (reached.get(k + 1) ?? 0) : (reached.get(k - 1) ?? 0) + 1;
}

function isDown(reached: ReadonlyMap<number, number>, k: number, d: number): boolean {
  return k === -d || (k !== d && (reached.get(k - 1) ?? 0) < (reached.get(k + 1) ?? 0));
}

function wayBack(trace: readonly ReadonlyMap<number, number>[], width: number, height: number) {
  const kept: (readonly [number, number])[] = [];
  let [x, y] = [width, height];
  for (const [d, reached] of [...trace.entries()].toReversed()) {
    const k = x - y;
    const from = isDown(reached, k, d) ? k + 1 : k - 1;
    const start = d === 0 ? 0 : (reached.get(from) ?? 0);
    const startY = d === 0 ? 0 : start - from;
    while (x > start && y > startY && x > 0 && y > 0) kept.push([--x, --y]);
    [x, y] = [start, startY];
  }
  return kept.toReversed();
}

/** The stretches between lines that were kept. */
function gathered(
  from: readonly string[],
  to: readonly string[],
  kept: readonly (readonly [number, number])[],
): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...kept, [from.length, to.length] as const]) {
    if (nextX > x || nextY > y)
      hunks.push({ at: y, removed: from.slice(x, nextX), added: to.slice(y, nextY) });
    [x, y] = [nextX + 1, nextY + 1];
  }
  return hunks;
}
