import { expect, test } from 'vitest';
import type { TaskId } from '../../snapshots/snapshot';
import { pathOwners } from './pathOwners';

const task = (id: string, areas: readonly string[] = [], parent: string | null = null) => ({
  id: id as TaskId,
  areas,
  parent: parent as TaskId | null,
});

type Running = readonly ReturnType<typeof task>[];

/** Who owns the paths, the outermost first; `known` are tasks that do not run. */
function owners(running: Running, paths: readonly string[], known: Running = []): readonly string[] {
  const all = [...running, ...known];
  const parentOf = (id: TaskId) => all.find(one => one.id === id)?.parent ?? null;
  const ownersOf = pathOwners(running, parentOf);
  return paths.map(path => ownersOf(path).join('+'));
}

test.each<[string, Running, readonly string[], readonly string[]]>([
  ['one task alone', [task('a')], ['x'], ['a']],
  ['two tasks without areas', [task('a'), task('b')], ['x'], ['a+b']],
  [
    'disjoint areas, and what lies in none',
    [task('a', ['src/a']), task('b', ['src/b'])],
    ['src/a/1.ts', 'src/b/1.ts', 'x'],
    ['a', 'b', 'a+b'],
  ],
  ['a path in the areas of two', [task('a', ['src']), task('b', ['src/b'])], ['src/b/1.ts'], ['a+b']],
  ['one with areas, one without', [task('a', ['src']), task('b')], ['src/1.ts', 'x'], ['a', 'a+b']],
  ['a subtask before its parent', [task('p'), task('c', [], 'p')], ['x'], ['c']],
  [
    'areas of the parent before the subtask',
    [task('p', ['docs']), task('c', ['src'], 'p')],
    ['docs/1.md', 'src/1.ts', 'x'],
    ['p', 'c', 'c'],
  ],
  ['areas of both: the subtask', [task('p', ['src']), task('c', ['src'], 'p')], ['src/1.ts'], ['c']],
  [
    'areas of the parent, none of the subtask: it works in those of its parent',
    [task('p', ['src']), task('c', [], 'p')],
    ['src/1.ts', 'x'],
    ['c', 'c'],
  ],
  [
    'areas of the grandparent alone',
    [task('g', ['src']), task('p', [], 'g'), task('c', [], 'p'), task('s')],
    ['src/1.ts', 'x'],
    ['c', 'c+s'],
  ],
  [
    'areas of the parent and of one of two subtasks',
    [task('p', ['src']), task('c', [], 'p'), task('d', ['src/d'], 'p')],
    ['src/1.ts', 'src/d/1.ts'],
    ['c', 'd'],
  ],
  [
    'areas between the one that declared them and the innermost',
    [task('g', ['src']), task('p', ['docs'], 'g'), task('c', [], 'p')],
    ['src/1.ts', 'docs/1.md'],
    ['g', 'c'],
  ],
  ['two subtasks', [task('p'), task('c', [], 'p'), task('d', [], 'p')], ['x'], ['c+d']],
  ['a subtask and a stranger', [task('p'), task('c', [], 'p'), task('s')], ['x'], ['c+s']],
])('%s', (_, running, paths, answer) => {
  expect(owners(running, paths)).toEqual(answer);
});

test('a grandchild comes before its grandparent, also when the task between them does not run', () => {
  expect(owners([task('g'), task('c', [], 'p')], ['x'], [task('p', [], 'g')])).toEqual(['c']);
});
