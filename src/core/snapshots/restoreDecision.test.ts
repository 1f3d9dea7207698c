import { expect, test } from 'vitest';
import { decideRestore, type RestoreFacts } from './restoreDecision';

const a = { mode: '100644', id: 'a' };
const b = { mode: '100644', id: 'b' };
const c = { mode: '100644', id: 'c' };
const link = { mode: '120000', id: 'l' };

function action(
  states: Pick<RestoreFacts, 'start' | 'end' | 'now'>,
  more: Partial<RestoreFacts> = {},
): string {
  const quiet = { path: 'x', isIgnored: false, doubt: null, obstacle: null };
  return decideRestore({ ...quiet, ...states, ...more }).action;
}

test('compares the three states of a path', () => {
  expect({
    changed: action({ start: a, end: b, now: b }),
    added: action({ start: null, end: b, now: b }),
    deleted: action({ start: a, end: null, now: null }),
    'back already': action({ start: a, end: b, now: a }),
    'gone already': action({ start: null, end: b, now: null }),
    'changed later': action({ start: a, end: b, now: c }),
    'deleted later': action({ start: a, end: b, now: null }),
    'added, then changed': action({ start: null, end: b, now: c }),
    'deleted, then made anew': action({ start: a, end: null, now: c }),
    'a link later': action({ start: a, end: b, now: link }),
  }).toEqual({
    changed: 'write',
    added: 'delete',
    deleted: 'write',
    'back already': 'keep',
    'gone already': 'keep',
    'changed later': 'three-way',
    'deleted later': 'conflict',
    'added, then changed': 'conflict',
    'deleted, then made anew': 'conflict',
    'a link later': 'conflict',
  });
});

test('never deletes what was ignored, never does what cannot be undone, and asks about shared files', () => {
  const added = { start: null, end: b, now: b };
  expect(action(added, { isIgnored: true })).toBe('keep-ignored');
  expect(action(added, { obstacle: 'No copy.' })).toBe('impossible');
  expect(action(added, { doubt: 'Whose is it?' })).toBe('conflict');
});
