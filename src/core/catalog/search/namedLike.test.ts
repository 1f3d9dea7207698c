import { expect, test } from 'vitest';
import { shippedCatalog } from '../../../../test/support/shippedCatalog';
import { namedLike } from './namedLike';

const shipped = await shippedCatalog();
const found = (typed: string) => namedLike(shipped.entries(), typed).map(({ id }) => String(id));

test.each([
  ['filesys', 'filesystem'],
  ['fi', 'figma'],
  ['wright', 'playwright'],
  ['play', 'playwright'],
  ['gi', 'github'],
  ['po', 'postgres'],
  ['Brave S', 'brave-search'],
  ['bravesearch', 'brave-search'],
])('finds by %j, among others, %s', (typed, server) => {
  expect(found(typed)).toContain(server);
});

test('what begins with it comes first, then what has a word that does', () => {
  const names = found('se');
  const rank = (id: string) => (id.startsWith('se') ? 0 : /[- ]se/.test(id) ? 1 : 2);
  expect(names.map(rank).indexOf(2)).not.toBe(0);
  expect(names[0]).toMatch(/^se/);
});

test.each(['', '   ', '---', 'zzqqx'])('finds nothing by %j', typed => {
  expect(found(typed)).toEqual([]);
});
