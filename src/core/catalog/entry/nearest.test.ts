import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestNames } from './nearest';

const names = ['github', 'git', 'gitlab', 'figma', 'figma-framelink', 'sqlite', 'time', 'magic', 'magic-ui'];

test.each([
  ['gitub', ['github', 'git']],
  ['GitHub', ['github', 'git', 'gitlab']],
  ['igthub', ['github']],
  ['fgima', ['figma']],
  ['sqllite', ['sqlite']],
  ['figma', ['figma', 'figma-framelink']],
  ['completely-different', []],
  ['', []],
  ['   ', []],
  ['__proto__', []],
  ['constructor', []],
])('answers %j with %j', (typed, expected) => {
  expect(nearestNames(typed, names)).toEqual(expected);
});

test('finds every name again after one slip of the finger', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...names.filter(name => name.length > 3)),
      fc.nat(),
      fc.nat(2),
      (name, where, slip) => {
        const at = where % name.length;
        const typed = [
          name.slice(0, at) + name.slice(at + 1),
          `${name.slice(0, at)}q${name.slice(at)}`,
          `${name.slice(0, at)}q${name.slice(at + 1)}`,
        ][slip];
        expect(nearestNames(typed ?? '', names)).toContain(name);
      },
    ),
  );
});

test('is quick with a name of any length', () => {
  expect(nearestNames('x'.repeat(100_000), names)).toEqual([]);
});
