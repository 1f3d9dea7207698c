import { expect, test } from 'vitest';
import { isForALook, targetOf, tellingOf, wishOf } from './messages';
import { MAX_QUERY } from '../webview/savedState';

test('takes wishes of the right shape', () => {
  expect(wishOf({ type: 'ready', query: '' })).toEqual({ type: 'ready', query: '' });
  expect(wishOf({ type: 'run', command: 'openTask', row: 'task:1' })).toEqual({
    type: 'run',
    command: 'openTask',
    row: 'task:1',
  });
});

test.each([
  undefined,
  null,
  'run',
  [],
  {},
  { type: 'run' },
  { type: 'run', command: 7, row: '' },
  { type: 'search', query: 'x'.repeat(MAX_QUERY + 1) },
  { type: '__proto__', query: '' },
])('passes over what is no wish: %j', value => {
  expect(wishOf(value)).toBeUndefined();
});

test('passes over a picture with a row that is none', () => {
  const words = {
    tree: '',
    searchLabel: '',
    searchPlaceholder: '',
    noMatches: '',
    clear: '',
  };
  const picture = { rows: [] as unknown[], notes: [], meters: [], words, query: '' };
  expect(tellingOf({ type: 'picture', picture })).toEqual({ type: 'picture', picture });
  const bad = { id: 'a', level: 1, icon: 'no-such-icon', label: 'a', kind: '', target: {} };
  expect(tellingOf({ type: 'picture', picture: { ...picture, rows: [bad] } })).toBeUndefined();
});

test('reads what a context menu hands', () => {
  const context = { webview: 'switchyard.catalog', webviewItem: 'server', server: 'github' };
  expect(targetOf(context)?.server).toBe('github');
  expect(targetOf({ server: 7 })).toBeUndefined();
  expect(targetOf('github')).toBeUndefined();
});

test('knows a look from what is meant to stay', () => {
  expect(isForALook({ task: 'a', isPreview: true })).toBe(true);
  for (const other of [{ isPreview: false }, { isPreview: 1 }, {}, 'a', undefined])
    expect(isForALook(other)).toBe(false);
  expect(wishOf({ type: 'run', command: 'openTask', row: 'a', isPreview: true })).toBeDefined();
  expect(wishOf({ type: 'run', command: 'openTask', row: 'a', isPreview: 'yes' })).toBeUndefined();
});
