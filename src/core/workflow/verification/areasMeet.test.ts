import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayMeet, meetingAreas } from './areasMeet';
import { checkScope } from './scope';

test.each([
  [[], ['src'], true],
  [['src/api'], ['src/web'], false],
  [['src/api'], ['src/api/routes'], true],
  [['src/api/'], ['./src\\api'], true],
  [['auth'], ['api'], false],
  [['auth'], ['src/auth'], true],
  [['auth'], ['src/auth.ts'], true],
  [['src/api'], ['api2'], false],
  [['src/**/*.ts'], ['src/web'], true],
  [['src/**/*.ts'], ['docs/guide'], false],
  [['*.sql'], ['src/web'], true],
  [['src/api', 'docs'], ['src/web', 'docs'], true],
  [['src/**/*.ts'], ['src/**/*.sql'], false],
  [['src/{api,web}/**'], ['src/docs'], false],
  [['src/{api,web}/**'], ['src/web/pages'], true],
  [['auth'], ['auth.ts'], true],
  [['src/auth'], ['src/auth.ts'], true],
  [['notes/*.txt'], ['notes/guide/a.txt'], false],
])('%j and %j may meet: %j', (one, other, expected) => {
  expect(mayMeet(one, other)).toBe(expected);
  expect(mayMeet(other, one)).toBe(expected);
});

const FOLDERS = ['src', 'api', 'web', 'docs'];
const FILES = FOLDERS.flatMap(name => ['ts', 'sql', 'md'].map(ending => `${name}.${ending}`));
const TREE: readonly string[] = [0, 1, 2, 3, 4].flatMap(depth =>
  Array.from({ length: FOLDERS.length ** depth }, (_, n) =>
    Array.from(
      { length: depth },
      (__, i) => FOLDERS[Math.floor(n / FOLDERS.length ** i) % FOLDERS.length],
    ).join('/'),
  ).flatMap(folder => FILES.map(file => (folder === '' ? file : `${folder}/${file}`))),
);

const folder = fc.constantFrom(...FOLDERS);
const area = fc.oneof(
  fc.tuple(folder, folder).map(parts => parts.join('/')),
  fc.tuple(folder, folder, folder).map(parts => parts.join('/')),
  fc.tuple(folder, fc.constantFrom('*.ts', '*.sql', '*.md')).map(parts => parts.join('/**/')),
  fc.tuple(folder, fc.constantFrom('*.ts', '*.sql', '*.md')).map(parts => parts.join('/')),
  fc.constantFrom('*.sql', '**/api/**', 'src/{api,web}/**', 'docs/*/*.md'),
);
const areas = fc.array(area, { minLength: 1, maxLength: 3 });

/** The files of the tree in these areas, as a task's scope is checked. */
function filesIn(declared: readonly string[]): readonly string[] {
  const changes = TREE.map(path => ({ path, status: 'modified' as const }));
  const { unexpectedFiles } = checkScope(declared, changes);
  const outside = new Set(unexpectedFiles);
  return TREE.filter(path => !outside.has(path));
}

test('paths and patterns meet where some file of the tree lies in both, and nowhere else', () => {
  fc.assert(
    fc.property(areas, areas, (one, other) => {
      const beside = new Set(filesIn(other));
      expect(mayMeet(one, other)).toBe(filesIn(one).some(path => beside.has(path)));
      const met = one.filter(each => filesIn([each]).some(path => beside.has(path)));
      expect(meetingAreas(one, other)).toEqual(met);
    }),
    { numRuns: 150 },
  );
});
