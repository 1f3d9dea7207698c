import { expect, test } from 'vitest';
import type { Row } from '../../src/shared/explorer/picture';
import { keptOf } from '../../src/shared/webview/savedState';
import { newsOf } from '../kit/announcements';
import { type Key, type KeyPlace, type Step, stepOf } from './keys';
import { menuContext } from './selection';
import { allClosed, closingOver, matching, nameOf, rowsAbove, treeItems } from './treeModel';
import { TypeAhead } from './typeAhead';

const row = (level: number, label: string, facts: Partial<Row> = {}): Row => ({
  id: label,
  level,
  icon: 'file',
  label,
  kind: 'file',
  target: {},
  ...facts,
});

const ROWS = [
  row(1, 'one', { isOpen: true }),
  row(2, 'one a', { isOpen: false }),
  row(3, 'one a deep'),
  row(2, 'one b'),
  row(1, 'two'),
];

const labels = (openness: Record<string, boolean>, filter = '') =>
  treeItems(ROWS, new Map(Object.entries(openness)), matching(ROWS, filter)).map(
    ({ row: { label }, position, siblings }) => `${label} ${position}/${siblings.count}`,
  );

test('shows what is open, by the picture or by the person, with each place among its siblings', () => {
  expect(labels({})).toEqual(['one 1/2', 'one a 1/2', 'one b 2/2', 'two 2/2']);
  expect(labels({ 'one a': true })).toEqual([
    'one 1/2',
    'one a 1/2',
    'one a deep 1/1',
    'one b 2/2',
    'two 2/2',
  ]);
  expect(labels({ one: false, 'one a': true })).toEqual(['one 1/2', 'two 2/2']);
});

test('a filter keeps what matches and what it stands below', () => {
  expect(labels({}, 'deep')).toEqual(['one 1/1', 'one a 1/1', 'one a deep 1/1']);
  expect(labels({}, 'nothing like it')).toEqual([]);
});

test('a filter finds states too: what failed, or needs a review', () => {
  const rows = [...ROWS, row(2, 'tests', { state: 'Failed' }), row(3, 'a.test.ts')];
  const found = treeItems(rows, new Map(), matching(rows, 'fail')).map(({ row: { label } }) => label);
  expect(found).toEqual(['two', 'tests']);
});

test('a filter keeps the rows that show more: what they stand for was not looked through', () => {
  const rows = [...ROWS, row(1, 'Show 200 more…', { kind: 'more' })];
  const found = treeItems(rows, new Map(), matching(rows, 'nothing like it')).map(
    ({ row: { label } }) => label,
  );
  expect(found).toEqual(['Show 200 more…']);
});

test('all that was closed at once stays closed where only a part of it is remembered', () => {
  const rows = Array.from({ length: 50 }, (_, w) => [
    row(1, `workflow ${w}`, { isOpen: true }),
    ...Array.from({ length: 30 }, (_each, t) => row(2, `task ${w} ${t}`, { isOpen: true })),
  ]).flat();
  const state = { focus: '', selection: [], scrollTop: 0, query: '', isSearching: false, at: 0 };
  const { openness } = keptOf({ ...state, openness: allClosed(rows) }, 0);
  const items = treeItems(rows, new Map(openness.map(({ id, isOpen }) => [id, isOpen])));
  expect(items.filter(({ isOpen }) => isOpen)).toEqual([]);
});

test('nothing closes by itself over the row that somebody is at', () => {
  const after = ROWS.map(each => (each.label === 'one' ? { ...each, isOpen: false } : each));
  expect(closingOver(ROWS, after, 'one a deep')).toEqual(['one']);
  expect(closingOver(ROWS, after, 'one')).toEqual(['one']);
  expect(closingOver(ROWS, after, 'two')).toEqual([]);
  expect(closingOver(ROWS, ROWS, 'one a')).toEqual([]);
});

test('keys do what they do in the trees of VS Code', () => {
  const items = treeItems(ROWS, new Map());
  const press = (
    key: string,
    index: number,
    facts: Partial<Key> = {},
    place: Partial<KeyPlace> = {},
  ): Step | undefined =>
    stepOf(
      { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...facts },
      { items, index, page: 2, isTyping: false, hasSelection: false, ...place },
    );
  expect(press('ArrowDown', 0)).toEqual({ type: 'focus', index: 1 });
  expect(press('ArrowDown', 3)).toEqual({ type: 'focus', index: 3 });
  expect(press('Home', 3)).toEqual({ type: 'focus', index: 0 });
  expect(press('End', 0)).toEqual({ type: 'focus', index: 3 });
  expect(press('PageDown', 0)).toEqual({ type: 'focus', index: 2 });
  expect(press('ArrowRight', 0)).toEqual({ type: 'focus', index: 1 });
  expect(press('ArrowRight', 1)).toEqual({ type: 'open', index: 1, isOpen: true });
  expect(press('ArrowLeft', 0)).toEqual({ type: 'open', index: 0, isOpen: false });
  expect(press('ArrowLeft', 2)).toEqual({ type: 'focus', index: 0 });
  expect(press('ArrowLeft', 2, { ctrlKey: true })).toEqual({ type: 'collapseAll' });
  expect(press(' ', 1)).toEqual({ type: 'toggle', index: 1 });
  expect(press(' ', 1, {}, { isTyping: true })).toEqual({ type: 'letter', letter: ' ' });
  expect(press('ArrowDown', 1, { shiftKey: true })).toEqual({ type: 'extend', index: 2 });
  expect(press('a', 1, { ctrlKey: true })).toEqual({ type: 'selectAll' });
  expect(press('a', 1, { metaKey: true })).toEqual({ type: 'selectAll' });
  expect(press('ArrowUp', 1, { altKey: true })).toEqual({ type: 'move', to: 'up' });
  expect(press('ArrowDown', 1, { altKey: true })).toEqual({ type: 'move', to: 'down' });
  expect(press('ArrowLeft', 1, { altKey: true })).toBeUndefined();
  expect(press('.', 1, { ctrlKey: true })).toEqual({ type: 'actions' });
  expect(press('Escape', 1)).toBeUndefined();
  expect(press('Escape', 1, {}, { hasSelection: true })).toEqual({ type: 'selectNone' });
  expect(press('F10', 1, { shiftKey: true })).toEqual({ type: 'menu' });
  expect(press('F10', 1)).toBeUndefined();
  expect(press('Enter', 2)).toEqual({ type: 'enter', index: 2 });
  expect(press('/', 0)).toEqual({ type: 'search' });
  expect(press('f', 0, { ctrlKey: true })).toEqual({ type: 'search' });
  expect(press('f', 0)).toEqual({ type: 'letter', letter: 'f' });
  expect(press('s', 0, { ctrlKey: true })).toBeUndefined();
  expect(press('Tab', 0)).toBeUndefined();
});

test('a menu is for the selected rows of one kind, where it is opened on one of them', () => {
  const mixed = [row(1, 'group', { kind: 'group available' }), row(1, 'a'), row(1, 'b'), row(1, 'c')];
  const servers = mixed.map(each => (each.label === 'group' ? each : { ...each, kind: 'server available' }));
  const context = (rows: readonly Row[], selection: readonly string[], index: number) =>
    menuContext(treeItems(rows, new Map()), new Set(selection), index).webviewItemIds;
  expect(context(mixed, ['a', 'b', 'group'], 1)).toEqual(['a', 'b']);
  expect(context(mixed, ['a', 'b'], 3)).toBeUndefined();
  expect(context(mixed, ['a'], 1)).toBeUndefined();
  expect(context(servers, ['a', 'c'], 0)).toEqual(['a', 'c']);
});

test('letters find a name by its beginning, spaces included, until a pause', () => {
  const typed = new TypeAhead();
  const names = ['alpha', 'work one', 'work two', 'zeta'];
  expect(typed.add('w', 0, names, 0)).toBe(1);
  for (const letter of 'ork ') typed.add(letter, 100, names, 1);
  expect(typed.isTyping(200)).toBe(true);
  expect(typed.add('t', 200, names, 1)).toBe(2);
  expect(typed.isTyping(1_000)).toBe(false);
  expect(typed.add('w', 1_100, names, 2)).toBe(1);
  expect(typed.add('q', 3_000, names, 2)).toBeUndefined();
});

test('a name holds what is written in the row, then what its signs mean', () => {
  const file = row(3, 'util.ts', {
    detail: 'src/lib',
    change: { kind: 'modified', letter: 'M', title: 'modified' },
    mark: { icon: 'warning', title: 'Outside the declared areas' },
  });
  expect(nameOf(file, 'en')).toBe('util.ts, src/lib, modified, Outside the declared areas');
});

test('says which rows changed their state, and nothing of those that came', () => {
  const before = [row(1, 'a', { state: 'running' }), row(1, 'b', { state: 'running' })];
  const after = [
    row(1, 'a', { state: 'done', badge: 'Review' }),
    row(1, 'b', { state: 'running' }),
    row(1, 'c'),
  ];
  expect(newsOf(before, after)).toBe('a, done, Review');
});

test('a share is written as the language of the page does, and as the system does where it has none', () => {
  const running = row(2, 'Routes', { progress: 75 });
  expect(nameOf(running, 'en')).toBe('Routes, 75%');
  expect(nameOf(running, 'fr')).toBe('Routes, 75\u00A0%');
  expect(nameOf(running, '')).toMatch(/^Routes, 75/);
});

test('says what is above a row, from the nearest on', () => {
  const rows = [row(1, 'a'), row(2, 'b'), row(2, 'c'), row(3, 'd'), row(3, 'e'), row(1, 'f')];
  expect(rowsAbove(rows, 'e')).toEqual(['c', 'a']);
  expect(rowsAbove(rows, 'f')).toEqual([]);
  expect(rowsAbove(rows, 'x')).toBeUndefined();
});
