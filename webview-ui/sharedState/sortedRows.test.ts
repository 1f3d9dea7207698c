import { expect, test } from 'vitest';
import type { StateCell, StateRow } from '../../src/shared/sharedState/picture';
import { nextOrder, type Order, sortedRows } from './sortedRows';

const row = (id: string, ...cells: StateCell[]): StateRow => ({ id, kind: 'entry', cells });
const rows = [
  row('new', { text: 'file10' }, { text: '1,000', rank: 1_000 }, { text: '', badges: ['plan'] }),
  row('mid', { text: 'File2' }, { text: '20', rank: 20 }, { text: '', badges: [] }),
  row('old', { text: 'file2' }, { text: '3', rank: 3 }, { text: '', badges: ['auth', 'plan'] }),
];
const ids = (order: Order | undefined): string =>
  sortedRows(rows, order)
    .map(({ id }) => id)
    .join(' ');

test('sorts text as people count, figures by what they stand for, tags by their words', () => {
  expect(ids(undefined)).toBe('new mid old');
  expect(ids({ column: 0, direction: 'ascending' })).toBe('mid old new');
  expect(ids({ column: 1, direction: 'ascending' })).toBe('old mid new');
  expect(ids({ column: 2, direction: 'ascending' })).toBe('mid old new');
});

test('leaves equals as they came, in both directions', () => {
  expect(ids({ column: 0, direction: 'descending' })).toBe('new mid old');
});

test('goes from one direction to the other, to newest first, and starts anew with another column', () => {
  const up = nextOrder(undefined, 1);
  const down = nextOrder(up, 1);
  expect([up, down, nextOrder(down, 1), nextOrder(down, 0)]).toEqual([
    { column: 1, direction: 'ascending' },
    { column: 1, direction: 'descending' },
    undefined,
    { column: 0, direction: 'ascending' },
  ]);
});
