import { expect, test } from 'vitest';
import type { ConflictChoice, RestoreStep } from './snapshot';
import { withStayingToo } from './stayingToo';

/** What stays in the end, of steps such as `delete d`, where these paths are kept. */
function stays(steps: readonly string[], ...kept: readonly string[]): readonly string[] {
  const plan = steps.map((step): RestoreStep => {
    const [action = '', path = ''] = step.split(' ');
    return { path, action: action as RestoreStep['action'] };
  });
  const choices = new Map(kept.map((path): [string, ConflictChoice] => [path, 'mine']));
  return [...withStayingToo({ steps: plan }, choices)]
    .filter(([, to]) => to === 'mine')
    .map(([path]) => path);
}

test('writes nothing behind a link that stays', () => {
  const steps = ['delete d', 'write d/a', 'merge d/e/b', 'write da', 'keep d/c'];
  expect(stays(steps, 'd')).toEqual(['d', 'd/a', 'd/e/b']);
  expect(stays(steps)).toEqual([]);
});

test('writes no file in the place of a folder in which something stays', () => {
  expect(stays(['conflict f/x/y', 'delete f/z', 'write f', 'write g'], 'f/x/y')).toEqual(['f/x/y', 'f']);
});

test('hinders nothing by a file that stays gone', () => {
  expect(stays(['delete d', 'write d/a', 'write d/b'], 'd/a')).toEqual(['d/a']);
});
