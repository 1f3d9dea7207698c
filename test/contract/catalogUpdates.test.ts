import { expect, test } from 'vitest';
import { changesOf, isTaken, withUpdate } from '../catalog/updates';

const tool = (name: string, tokens = 10) => ({ name, description: `Does ${name}`, tokens });
const found = (...tools: readonly ReturnType<typeof tool>[]) => ({
  package: { name: 'a', version: '1' },
  tools,
});

test('tells which tools another version brings, drops and changes', () => {
  expect(
    changesOf(found(tool('a'), tool('b'), tool('c')), found(tool('b'), tool('c', 11), tool('d'))),
  ).toEqual(['  tools added: d', '  tools removed: a', '  tools changed: c']);
  expect(changesOf(found(tool('a')), found(tool('a')))).toEqual([]);
});

test('takes no version that no longer starts where the one before did', () => {
  const failed = { package: { name: 'a', version: '2' } };
  expect(isTaken(found(tool('a')), failed)).toBe(false);
  expect(isTaken({}, failed)).toBe(true);
  expect(isTaken(undefined, {})).toBe(false);
});

test('writes a version into the line of its row and leaves all else as it is', () => {
  const row = (id: string) =>
    `    {"id": "${id}", "args": ["-y", "@a/b@1.0.0", "x"], "note": "since @a/b@1.0.0"},`;
  const text = ['{', row('one'), row('two'), '}'].join('\n');
  expect(withUpdate(text, 'two', { name: '@a/b', from: '1.0.0', to: '1.1.0' })).toBe(
    ['{', row('one'), row('two').replace('"@a/b@1.0.0"', '"@a/b@1.1.0"'), '}'].join('\n'),
  );
});
