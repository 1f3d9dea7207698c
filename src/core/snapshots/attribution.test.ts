import { expect, test } from 'vitest';
import { attribute, type RootFacts } from './attribution';
import { ABSENT, type RawChange } from './rawChange';
import type { TaskId } from './snapshot';

const task = 'task' as TaskId;
const other = 'other' as TaskId;
const child = 'child' as TaskId;

function added(path: string): RawChange {
  return { path, oldMode: ABSENT, newMode: '100644', oldId: '', newId: path };
}

function gone(path: string): RawChange {
  return { path, oldMode: '100644', newMode: ABSENT, oldId: path, newId: '' };
}

function facts(more: Partial<RootFacts>): RootFacts {
  return {
    task,
    changes: [],
    renames: [],
    lines: new Map(),
    intervals: [],
    imported: new Set(),
    ignoredAtStart: new Set(),
    ignoredAtEnd: new Set(),
    dirtyAtStart: new Set(),
    asHeadOfStart: new Set(),
    thrownAway: new Set(),
    kept: new Set(),
    ...more,
  };
}

function told(more: Partial<RootFacts>): readonly string[] {
  const account = attribute(facts(more), path => `root/${path}`);
  return Object.entries(account).flatMap(([list, changes]) =>
    changes.map(change => `${list} ${change.status} ${change.path}`),
  );
}

test('gives a change to the task that was alone, to all that ran, or to the subtask', () => {
  const changed = (...paths: readonly string[]): ReadonlySet<string> => new Set(paths);
  expect(
    told({
      changes: ['mine', 'ours', 'childs', 'both', 'unseen'].map(added),
      intervals: [
        { changed: changed('mine', 'both'), owners: () => [task] },
        { changed: changed('ours', 'both'), owners: () => [task, other] },
        { changed: changed('childs'), owners: () => [other, child] },
      ],
    }),
  ).toEqual([
    'own added root/mine',
    'own added root/both',
    'own added root/unseen',
    'shared added root/ours',
    'shared added root/both',
    'shared added root/unseen',
  ]);
});

test('calls imported what is as git left it', () => {
  const imported = new Set(['came']);
  expect(told({ changes: [added('came'), added('own')], imported })).toEqual([
    'own added root/own',
    'imported added root/came',
  ]);
});

test('calls revealed only what a rule stopped to cover', () => {
  expect(
    told({
      changes: [added('revealed'), added('forced')],
      ignoredAtStart: new Set(['revealed', 'forced']),
      ignoredAtEnd: new Set(['forced']),
    }),
  ).toEqual(['own added root/forced', 'revealed added root/revealed']);
});

test('tells a move once, and as two when its halves belong to different people', () => {
  const changes = [gone('a'), added('b'), gone('c'), added('d')];
  const renames = [
    { from: 'a', to: 'b' },
    { from: 'c', to: 'd' },
  ];
  const imported = new Set(['d']);
  expect(told({ changes, renames, imported })).toEqual([
    'own renamed root/b',
    'own deleted root/c',
    'imported added root/d',
  ]);
});

test('tells destroyed work from work that was changed on, and from work that was moved', () => {
  const edited = { path: 'on', oldMode: '100644', newMode: '100644', oldId: '1', newId: '2' };
  const account = attribute(
    facts({
      changes: [edited, { ...edited, path: 'back' }, gone('lost'), gone('from'), added('to')],
      renames: [{ from: 'from', to: 'to' }],
      dirtyAtStart: new Set(['on', 'back', 'lost', 'from']),
      asHeadOfStart: new Set(['back']),
    }),
    path => path,
  );
  expect(account.preExistingTouched.map(change => [change.path, change.isDestroyed])).toEqual([
    ['on', false],
    ['back', true],
    ['lost', true],
  ]);
});
