import { keptLines } from './hunks';

/** Of a line after a change: it is a new one. */
export const NEW = -1;
/** Of a line after a change: nobody can say whether it is new. */
export const UNKNOWN = -2;

/** Differing lines from which on a stretch without landmarks is not looked through: that takes the square of it (chosen here). */
const MAX_DIFFERENCES = 200;
/** How often a stretch is cut at its landmarks before it is looked through line by line. */
const MAX_CUTS = 30;

/** Stretches of both texts that belong together. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly fromNow: number;
  readonly toNow: number;
  readonly cuts: number;
}

/**
 * For each line after a change, the number of the line before it that it is; `NEW` or `UNKNOWN` where it is none. Lines that
 * are in both texts once are landmarks, so that the effort grows with the length of the texts, however much was changed.
 */
export function matchLines(before: readonly string[], after: readonly string[]): Int32Array {
  const match = new Int32Array(after.length).fill(NEW);
  const open: Stretch[] = [{ from: 0, to: before.length, fromNow: 0, toNow: after.length, cuts: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const rest = withoutEnds(next, before, after, match);
    if (rest.from === rest.to || rest.fromNow === rest.toNow) continue;
    const landmarks = rest.cuts < MAX_CUTS ? landmarksOf(rest, before, after) : [];
    if (landmarks.length > 0) open.push(...between(rest, landmarks, match));
    else lookThrough(rest, before, after, match);
  }
  return match;
}

/** Matches what is the same at both ends of a stretch. @returns what is left of it */
function withoutEnds(
  { from, to, fromNow, toNow, cuts }: Stretch,
  before: readonly string[],
  after: readonly string[],
  match: Int32Array,
): Stretch {
  while (from < to && fromNow < toNow && before[from] === after[fromNow]) match[fromNow++] = from++;
  while (to > from && toNow > fromNow && before[to - 1] === after[toNow - 1]) match[--toNow] = --to;
  return { from, to, fromNow, toNow, cuts };
}

/** The stretches between landmarks, which are matched. */
function between(
  { from, to, fromNow, toNow, cuts }: Stretch,
  landmarks: readonly (readonly [number, number])[],
  match: Int32Array,
): readonly Stretch[] {
  const found: Stretch[] = [];
  let [last, lastNow] = [from, fromNow];
  for (const [at, atNow] of [...landmarks, [to, toNow] as const]) {
    found.push({ from: last, to: at, fromNow: lastNow, toNow: atNow, cuts: cuts + 1 });
    if (atNow < toNow) match[atNow] = at;
    [last, lastNow] = [at + 1, atNow + 1];
  }
  return found;
}

/** Matches a stretch line by line; what differs too much is unknown. */
function lookThrough(
  { from, to, fromNow, toNow }: Stretch,
  before: readonly string[],
  after: readonly string[],
  match: Int32Array,
): void {
  const kept = keptLines(before.slice(from, to), after.slice(fromNow, toNow), MAX_DIFFERENCES);
  if (kept === undefined) match.fill(UNKNOWN, fromNow, toNow);
  for (const [at, atNow] of kept ?? []) match[fromNow + atNow] = from + at;
}

/** Lines that a stretch has once before and once after, as many as follow one another in both. */
function landmarksOf(
  { from, to, fromNow, toNow }: Stretch,
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number, number])[] {
  const then = onceIn(before, from, to);
  const now = onceIn(after, fromNow, toNow);
  const pairs: (readonly [number, number])[] = [];
  for (const [line, at] of then) {
    const atNow = now.get(line);
    if (at >= 0 && atNow !== undefined && atNow >= 0) pairs.push([at, atNow]);
  }
  return longestRise(pairs);
}

/** Where each line of a stretch is; below 0 where it is there twice. */
function onceIn(lines: readonly string[], from: number, to: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? '';
    places.set(line, places.has(line) ? -1 : at);
  }
  return places;
}

/** The longest part of pairs, which rise in the first number, in which the second one rises too. */
function longestRise(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  interface Step {
    readonly pair: readonly [number, number];
    readonly before: Step | undefined;
  }
  /** The end of the best rise of each length: the one that ends lowest. */
  const ends: Step[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    ends[low] = { pair, before: ends[low - 1] };
  }
  const rise: (readonly [number, number])[] = [];
  for (let step = ends.at(-1); step !== undefined; step = step.before) rise.push(step.pair);
  return rise.toReversed();
}
