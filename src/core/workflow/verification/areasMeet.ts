import { expandBraces } from './glob';
import { globsMeet } from './globsMeet';

/** Patterns that the braces of an area are spelled out to, as where areas are checked. */
const MAX_ALTERNATIVES = 64;
/** Comparisons of two patterns for one question, some milliseconds (chosen here): beyond that, everything may meet. */
const MAX_PAIRS = 2_000;

/** Whether a file may lie in the areas of both tasks, as far as their words tell. Where a task declared none, every file may. */
export function mayMeet(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return true;
  return meetingAreas(one, other).length > 0;
}

/** Those of the first areas in which a file of the second may lie too. */
export function meetingAreas(one: readonly string[], other: readonly string[]): readonly string[] {
  const [read, beside] = [one.map(readArea), other.map(readArea)];
  let room = MAX_PAIRS;
  const meet = (a: Area, b: Area): boolean => {
    if (a.isPlain && b.isPlain) return plainMeet(a.segments, b.segments);
    room -= a.globs.length * b.globs.length;
    return room < 0 || a.globs.some(glob => b.globs.some(each => globsMeet(glob, each)));
  };
  return one.filter((_area, i) => {
    const own = read[i];
    return own !== undefined && beside.some(each => meet(own, each));
  });
}

interface Area {
  readonly isPlain: boolean;
  readonly segments: readonly string[];
  /** The same as patterns of whole paths. */
  readonly globs: readonly (readonly string[])[];
}

function readArea(text: string): Area {
  const segments = segmentsOf(text);
  if (!/[*?{]/.test(text)) return { isPlain: true, segments, globs: plainGlobs(segments) };
  const patterns = expandBraces(segments.join('/'), MAX_ALTERNATIVES) ?? ['**'];
  // A pattern without `/` is for the file's name, as in .gitignore.
  const globs = patterns.map(pattern => (pattern.includes('/') ? pattern.split('/') : ['**', pattern]));
  return { isPlain: false, segments, globs };
}

/** A folder and all in it, or a file with this stem; a single word stands anywhere. */
function plainGlobs(segments: readonly string[]): readonly (readonly string[])[] {
  const above = segments.length === 1 ? ['**'] : segments.slice(0, -1);
  const last = segments.at(-1) ?? '';
  return [
    [...above, last, '**'],
    [...above, `${last}.*`],
  ];
}

function plainMeet(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 1 || other.length === 1)
    return (
      (one.length === 1 && hasWord(other, one[0] ?? '')) ||
      (other.length === 1 && hasWord(one, other[0] ?? ''))
    );
  const shorter = Math.min(one.length, other.length);
  return one.slice(0, shorter).every((segment, i) => {
    const beside = other[i] ?? '';
    if (segment === beside) return true;
    // `src/auth` holds the file `src/auth.ts` as well.
    const isLast = i === shorter - 1 && one.length === other.length;
    return isLast && (beside.startsWith(`${segment}.`) || segment.startsWith(`${beside}.`));
  });
}

/** `auth` is any folder or file of that name, wherever it lies. */
function hasWord(area: readonly string[], word: string): boolean {
  return area.some(segment => segment === word || segment.startsWith(`${word}.`));
}

function segmentsOf(area: string): readonly string[] {
  return area
    .trim()
    .replaceAll('\\', '/')
    .split('/')
    .filter(segment => segment !== '' && segment !== '.');
}
