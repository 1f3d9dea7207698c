import { checkText } from '../../snapshots/checkTexts';
import type { FileChange } from '../../snapshots/snapshot';
import { Refusal } from '../../support/refusal';
import { expandBraces, matchesGlob } from './glob';
import { quoted } from '../model/quoted';

/** Most areas a task may declare (chosen here). */
const MAX_AREAS = 100;

/** Longest area, in characters (chosen here: against the longest path that Linux takes, 4,096, that is a million steps). */
const MAX_AREA_LENGTH = 256;

/** Most stars in one area (chosen here). */
const MAX_STARS = 32;

/** Most patterns that the braces of one area may stand for (chosen here). */
const MAX_ALTERNATIVES = 64;

/** Steps that one scope check may cost, about 100 ms: hostile areas against hostile names stop there (measured). */
const MAX_STEPS = 20_000_000;

/** Areas and files that are looked at for a slip of case (chosen here: hostile ones cost 26 million steps then). */
const MAX_HINTED = 20;

/** What was changed outside of what was declared. */
export interface ScopeCheck {
  readonly isMatch: boolean;
  /** Paths outside every area; both sides of a rename. */
  readonly unexpectedFiles: readonly string[];
  readonly warnings: readonly string[];
}

interface Area {
  /** Whether the path lies in the area. */
  includes(segments: readonly string[]): boolean;
  /** Characters of its patterns: what it costs, per character of a path. */
  readonly size: number;
}

/**
 * Whether a task kept to its areas. Only what it changed itself can fail.
 * @param explained files that are inside whatever the areas are: what installing a package does to manifests
 * @throws {Refusal} bad-area
 */
export function checkScope(
  areas: readonly string[],
  own: readonly FileChange[],
  explained: ReadonlySet<string> = new Set(),
): ScopeCheck {
  const compiled = compileAreas(areas);
  if (compiled.length === 0) {
    return {
      isMatch: true,
      unexpectedFiles: [],
      warnings: [checkText('noAreas')],
    };
  }
  const costPerChar = compiled.reduce((sum, area) => sum + area.size, 0);
  const unexpected = new Set<string>();
  const paths = new Set(
    own
      .filter(({ path }) => !explained.has(path))
      .flatMap(({ path, from }) => (from === undefined ? [path] : [from, path])),
  );
  let steps = 0;
  let unchecked = 0;
  for (const path of paths) {
    steps += path.length * costPerChar;
    const segments = path.split('/');
    if (steps > MAX_STEPS) unchecked++;
    else if (!compiled.some(area => area.includes(segments))) unexpected.add(path);
  }
  const warnings: string[] = [];
  if (unexpected.size > 0) {
    warnings.push(
      checkText('outside', unexpected.size, areas.map(shown).join(', ')),
      ...caseHints(areas, [...unexpected]),
    );
  }
  if (unchecked > 0) warnings.push(checkText('costlyAreas', unchecked));
  return { isMatch: unexpected.size === 0 && unchecked === 0, unexpectedFiles: [...unexpected], warnings };
}

/** Areas that would hold a file if case did not count: nearly always a slip. */
function caseHints(areas: readonly string[], unexpected: readonly string[]): readonly string[] {
  const paths = unexpected.slice(0, MAX_HINTED).filter(path => path.length <= MAX_AREA_LENGTH);
  // A letter may become two when it is made small.
  const short = areas.filter(area => area.toLowerCase().length <= MAX_AREA_LENGTH);
  const hints = short.slice(0, MAX_HINTED).flatMap(area => {
    const lower = compileArea(area.toLowerCase());
    const path = paths.find(one => lower.includes(one.toLowerCase().split('/')));
    return path === undefined ? [] : [{ area, path }];
  });
  return hints.slice(0, 3).map(({ area, path }) => {
    const meant = inCaseOf(path, area);
    const parts = [quoted(shown(area)), quoted(path)];
    return meant === undefined
      ? checkText('case', ...parts)
      : checkText('caseMeant', ...parts, quoted(meant));
  });
}

/** The part of the path that the area differs from by case alone. */
function inCaseOf(path: string, area: string): string | undefined {
  const at = path.toLowerCase().indexOf(area.trim().toLowerCase());
  return at === -1 ? undefined : path.slice(at, at + area.trim().length);
}

/** The areas, ready to be asked. @throws {Refusal} bad-area */
export function compileAreas(areas: readonly string[]): readonly Area[] {
  if (areas.length > MAX_AREAS)
    throw badArea(`areas has ${areas.length} entries; at most ${MAX_AREAS} are allowed.`);
  return areas.map(compileArea);
}

function compileArea(text: string): Area {
  if (text.length > MAX_AREA_LENGTH) {
    throw badArea(`An area is ${text.length} characters long; at most ${MAX_AREA_LENGTH} are allowed.`);
  }
  const area = text
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .replace(/\/+$/, '');
  if (area === '') throw badArea(`The area ${quoted(text)} is empty.`);
  if (area.split('/').includes('..')) throw badArea(`The area ${quoted(text)} is outside the workspace.`);
  if (!/[*?{]/.test(area)) return plainArea(area);
  if (area.split('*').length - 1 > MAX_STARS)
    throw badArea(`The area ${quoted(text)} has more than ${MAX_STARS} stars.`);
  const patterns = expandBraces(area, MAX_ALTERNATIVES);
  if (patterns === undefined) {
    throw badArea(`The braces of ${quoted(text)} expand to more than ${MAX_ALTERNATIVES} patterns.`);
  }
  return globArea(patterns);
}

/** `auth` is any whole segment or a file's stem; `src/auth` begins at the top of the workspace. */
function plainArea(area: string): Area {
  const wanted = area.split('/').filter(segment => segment !== '' && segment !== '.');
  const [word = ''] = wanted;
  return {
    size: area.length,
    includes:
      wanted.length === 1
        ? segments => segments.includes(word) || hasStem(segments.at(-1), word)
        : segments =>
            wanted.every(
              (segment, i) =>
                segments[i] === segment ||
                (i === wanted.length - 1 && i === segments.length - 1 && hasStem(segments[i], segment)),
            ),
  };
}

/** A pattern without `/` is for the file's name, as in .gitignore. */
function globArea(patterns: readonly string[]): Area {
  const globs = patterns.map(pattern =>
    pattern.split('/').filter(segment => segment !== '' && segment !== '.'),
  );
  return {
    size: patterns.reduce((sum, pattern) => sum + pattern.length, 0),
    includes: segments =>
      globs.some(glob => matchesGlob(glob, glob.length === 1 ? segments.slice(-1) : segments)),
  };
}

/** The file's name without what comes after its first or its last dot: `auth.test.ts` has the stems `auth` and `auth.test`. */
function hasStem(name: string | undefined, stem: string): boolean {
  if (name === undefined || !name.startsWith(`${stem}.`)) return false;
  const ending = name.slice(stem.length + 1);
  return !ending.includes('.') || !stem.includes('.');
}

function shown(area: string): string {
  return area.length <= 60 ? area : `${area.slice(0, 59)}…`;
}

function badArea(what: string): Refusal {
  return new Refusal(
    'bad-area',
    `${what} Use areas such as "auth", "src/auth" or "src/**/*.ts". Nothing was stored.`,
  );
}
