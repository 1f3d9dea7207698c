import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileChange } from '../../snapshots/snapshot';
import { expandBraces, matchesGlob } from './glob';
import { checkScope, compileAreas } from './scope';

const changed = (...paths: string[]): FileChange[] => paths.map(path => ({ path, status: 'modified' }));

const outside = (areas: string[], ...paths: string[]) => checkScope(areas, changed(...paths)).unexpectedFiles;

test("finds what the seed's example finds, in the seed's words", () => {
  expect(checkScope(['auth', 'api'], changed('auth.ts', 'api.ts', 'utils.ts'))).toEqual({
    isMatch: false,
    unexpectedFiles: ['utils.ts'],
    warnings: ['⚠️ 1 file(s) modified outside declared scope (auth, api)'],
  });
});

test('takes a word as a whole segment or a stem, never as a part of one', () => {
  expect(
    outside(
      ['auth'],
      'src/auth/x.ts',
      'auth.ts',
      'tests/auth.test.ts',
      'authz/x.ts',
      'author.md',
      'my-auth.ts',
    ),
  ).toEqual(['authz/x.ts', 'author.md', 'my-auth.ts']);
  expect(outside(['api'], 'src/capital.ts', 'src/api/v1.ts')).toEqual(['src/capital.ts']);
  expect(outside(['.env'], '.env', 'src/.env', '.env.local')).toEqual([]);
  expect(outside(['Makefile'], 'Makefile', 'sub/Makefile')).toEqual([]);
});

test('takes a path as a prefix of whole segments from the top', () => {
  expect(
    outside(
      ['src/auth'],
      'src/auth/x.ts',
      'src/auth.ts',
      'src/authz/x.ts',
      'lib/src/auth/x.ts',
      'src',
      'auth',
    ),
  ).toEqual(['src/authz/x.ts', 'lib/src/auth/x.ts', 'src', 'auth']);
  for (const area of ['./src/auth/', '/src/auth', 'src\\auth', ' src/auth ']) {
    expect(outside([area], 'src/auth/x.ts')).toEqual([]);
  }
  expect(outside(['app/[id]'], 'app/[id]/page.tsx', 'app/i/page.tsx')).toEqual(['app/i/page.tsx']);
  expect(outside(['.'], 'anything/at/all')).toEqual([]);
});

test('takes globs: a star inside a segment, two for any number of them, braces for a choice', () => {
  expect(outside(['*.sql'], 'a.sql', 'db/deep/b.sql', 'a.sql.ts')).toEqual(['a.sql.ts']);
  expect(outside(['src/*/x.ts'], 'src/a/x.ts', 'src/a/b/x.ts')).toEqual(['src/a/b/x.ts']);
  expect(outside(['src/**/x.ts'], 'src/x.ts', 'src/a/b/x.ts', 'x.ts')).toEqual(['x.ts']);
  expect(outside(['src/**'], 'src/a', 'src/a/b', 'lib/a')).toEqual(['lib/a']);
  expect(outside(['{src,lib}/{a,b}.ts'], 'src/a.ts', 'lib/b.ts', 'src/c.ts')).toEqual(['src/c.ts']);
  expect(outside(['src/?.ts'], 'src/a.ts', 'src/ü.ts', 'src/ab.ts')).toEqual(['src/ab.ts']);
});

test('checks both sides of a rename', () => {
  const renamed: FileChange[] = [{ path: 'src/auth/new.ts', from: 'lib/old.ts', status: 'renamed' }];
  expect(checkScope(['auth'], renamed).unexpectedFiles).toEqual(['lib/old.ts']);
  expect(checkScope(['lib'], renamed).unexpectedFiles).toEqual(['src/auth/new.ts']);
  expect(checkScope(['auth', 'lib'], renamed).isMatch).toBe(true);
});

test('matches with a warning where no areas were declared', () => {
  expect(checkScope([], changed('a.ts'))).toEqual({
    isMatch: true,
    unexpectedFiles: [],
    warnings: ['No areas were declared: the scope was not checked.'],
  });
});

test('refuses what leaves the workspace, is blank or costs too much, and names it', () => {
  const refusals: [string, string][] = [
    ['../**', 'The area "../**" is outside the workspace.'],
    ['src/../../x', 'The area "src/../../x" is outside the workspace.'],
    ['  ', 'The area "" is empty.'],
    ['/', 'The area "/" is empty.'],
    ['x'.repeat(70_000), 'An area is 70000 characters long; at most 256 are allowed.'],
    ['*a'.repeat(40), 'has more than 32 stars.'],
    ['{a,b}'.repeat(18), 'expand to more than 64 patterns.'],
  ];
  for (const [area, words] of refusals) expect(() => compileAreas([area])).toThrow(words);
  expect(() => compileAreas(Array.from({ length: 101 }, () => 'a'))).toThrow(
    'areas has 101 entries; at most 100 are allowed.',
  );
});

test.each([
  ['*a*a*a*a*a*a*a*ab', 'a'.repeat(60)],
  [`${'*a'.repeat(32)}b`, 'a'.repeat(4_000)],
  ['**/a/'.repeat(12) + 'b', 'a/'.repeat(1_000) + 'a'],
  ['{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}*c', 'ab'.repeat(1_000)],
  [`*${'?'.repeat(250)}b`, 'a'.repeat(4_000)],
  // A matcher that goes back would not end before the sun does.
])('comes to an end with %s', (area, path) => {
  expect(checkScope([area], changed(path)).isMatch).toBe(false);
});

test('stops where many hostile areas meet many hostile names, and says that it did', () => {
  const areas = Array.from({ length: 100 }, (_, i) => `${'*a'.repeat(30)}b${i}`);
  const paths = Array.from({ length: 2_000 }, (_, i) => 'a'.repeat(400) + i);
  const check = checkScope(areas, changed(...paths));
  expect(check.isMatch).toBe(false);
  expect(check.warnings.at(-1)).toMatch(
    /^\d+ file\(s\) were not checked: the areas are too costly for so many files\.$/,
  );
});

/** The same question answered by trying everything. */
function slowly(pattern: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === '**') return slowly(rest, path) || (path.length > 0 && slowly(pattern, path.slice(1)));
  const [head, ...tail] = path;
  return head !== undefined && segmentSlowly(first, head) && slowly(rest, tail);
}

function segmentSlowly(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern[0] === '*')
    return segmentSlowly(pattern.slice(1), text) || (text !== '' && segmentSlowly(pattern, text.slice(1)));
  return (
    text !== '' &&
    (pattern[0] === '?' || pattern[0] === text[0]) &&
    segmentSlowly(pattern.slice(1), text.slice(1))
  );
}

test('matches exactly what trying everything matches', () => {
  const pattern = fc.array(fc.oneof(fc.constant('**'), word('ab*?')), { maxLength: 5 });
  const path = fc.array(word('ab'), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(pattern, path, (glob, segments) => {
      expect(matchesGlob(glob, segments)).toBe(slowly(glob, segments));
    }),
    { numRuns: 3_000 },
  );
});

function word(letters: string): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...letters.split('')), { minLength: 1, maxLength: 5 })
    .map(chars => chars.join(''));
}

test('spells braces out, nested ones too', () => {
  expect(expandBraces('{a,b{c,d}}/x', 64)?.toSorted()).toEqual(['a/x', 'bc/x', 'bd/x']);
  expect(expandBraces('{a}', 64)).toEqual(['{a}']);
  expect(expandBraces('{a,', 64)).toEqual(['{a,']);
});

test('asks whether another case was meant where only case differs', () => {
  const { isMatch, warnings } = checkScope(
    ['Auth', 'SRC/Api', 'docs'],
    changed('src/auth/x.ts', 'src/api/v1.ts', 'other.ts'),
  );
  expect(isMatch).toBe(false);
  expect(warnings.slice(1)).toEqual([
    'Areas are compared with case: "Auth" does not hold "src/auth/x.ts"; did you mean "auth"?',
    'Areas are compared with case: "SRC/Api" does not hold "src/api/v1.ts"; did you mean "src/api"?',
  ]);
  expect(checkScope(['auth'], changed('src/other.ts')).warnings).toHaveLength(1);
  expect(checkScope(['\u0130'.repeat(200)], changed('a')).warnings).toHaveLength(1);
  expect(checkScope(['*.SQL'], changed('a.sql')).warnings[1]).toBe(
    'Areas are compared with case: "*.SQL" does not hold "a.sql".',
  );
});

test('takes what a claimed package explains as inside', () => {
  const own = changed('src/auth.ts', 'package.json', 'package-lock.json');
  expect(checkScope(['auth'], own, new Set(['package.json', 'package-lock.json'])).isMatch).toBe(true);
  expect(checkScope(['auth'], own, new Set(['package.json'])).unexpectedFiles).toEqual(['package-lock.json']);
});
