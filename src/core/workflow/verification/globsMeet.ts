/**
 * Whether some path matches both globs. `*` and `?` stay inside a segment, `**` stands for any number of whole segments, as in
 * `matchesGlob`. At most (segments × segments) comparisons of (characters × characters) steps.
 */
export function globsMeet(one: readonly string[], other: readonly string[]): boolean {
  return runsMeet(one, other, '**', segmentsMeet);
}

function segmentsMeet(one: string, other: string): boolean {
  if (!/[*?]/.test(one) && !/[*?]/.test(other)) return one === other;
  return runsMeet(Array.from(one), Array.from(other), '*', charsMeet);
}

function charsMeet(one: string, other: string): boolean {
  return one === '?' || other === '?' || one === other;
}

/**
 * The rule of both levels: which places in the second pattern can be reached for each place in the first one. A star is passed
 * for nothing, or takes one more part of the other side and stays.
 */
function runsMeet(
  one: readonly string[],
  other: readonly string[],
  star: '*' | '**',
  partsMeet: (a: string, b: string) => boolean,
): boolean {
  let row = reached(new Set([0]), other, one[0] === star, star);
  for (let i = 0; i < one.length; i += 1) {
    const part = one[i] ?? '';
    const next = new Set<number>();
    for (const at of row) {
      const beside = other[at];
      if (part === star) next.add(at);
      if (beside === star) next.add(at);
      else if (beside !== undefined && part !== star && partsMeet(part, beside)) next.add(at + 1);
    }
    row = reached(next, other, one[i + 1] === star, star);
  }
  return row.has(other.length);
}

/** The places that can be reached from these without a part of the first pattern; under its star, every later one. */
function reached(
  from: ReadonlySet<number>,
  other: readonly string[],
  isUnderStar: boolean,
  star: string,
): ReadonlySet<number> {
  const all = new Set(from);
  for (let at = 0; at < other.length; at += 1)
    if (all.has(at) && (isUnderStar || other[at] === star)) all.add(at + 1);
  return all;
}
