/**
 * Whether a glob matches a whole path. `*` and `?` stay inside a segment, `**` stands for any number of whole segments.
 * At most (characters of the pattern) x (characters of the path) steps: there is nothing to backtrack into.
 */
export function matchesGlob(pattern: readonly string[], path: readonly string[]): boolean {
  return matchesRun(pattern, path, '**', matchesSegment);
}

/** Whether one segment matches one segment of a pattern. */
function matchesSegment(pattern: string, segment: string): boolean {
  return matchesRun(Array.from(pattern), Array.from(segment), '*', matchesChar);
}

function matchesChar(pattern: string, char: string): boolean {
  return pattern === '?' || pattern === char;
}

/**
 * The rule of both levels: a star takes as little as it can, and only the newest star ever takes one more. The classical
 * two-pointer match; right because whatever comes after a star can be found from the star on, wherever earlier ones ended.
 */
function matchesRun(
  pattern: readonly string[],
  text: readonly string[],
  star: '*' | '**',
  matchesOne: (part: string, item: string) => boolean,
): boolean {
  let at = 0;
  let afterStar = -1;
  let taken = 0;
  let i = 0;
  while (i < text.length) {
    const part = pattern[at];
    if (part === star) {
      afterStar = ++at;
      taken = i;
    } else if (part !== undefined && matchesOne(part, text[i] ?? '')) {
      at++;
      i++;
    } else if (afterStar >= 0) {
      at = afterStar;
      i = ++taken;
    } else {
      return false;
    }
  }
  while (pattern[at] === star) at++;
  return at === pattern.length;
}

/** Alternatives in braces spelled out: `{a,b}/c` gives `a/c` and `b/c`. Undefined where there are more than `most`. */
export function expandBraces(pattern: string, most: number): readonly string[] | undefined {
  const done = new Set<string>();
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = /\{([^{}]*,[^{}]*)\}/.exec(next);
    if (group === null) done.add(next);
    else {
      const head = next.slice(0, group.index);
      const tail = next.slice(group.index + group[0].length);
      open.push(...(group[1] ?? '').split(',').map(choice => head + choice + tail));
    }
    if (done.size + open.length > most) return undefined;
  }
  return [...done];
}
