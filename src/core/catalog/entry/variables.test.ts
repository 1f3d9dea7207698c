import fc from 'fast-check';
import { expect, test } from 'vitest';
import { surroundingsOf } from '../../../../test/support/catalogWorld';
import { expandVariables, segmentsOf, surroundingValue } from './variables';

const here = surroundingsOf({ workspaceFolder: '/srv/shop', userHome: '/home/ann' });

function expanded(text: string, values: Readonly<Record<string, string>> = {}) {
  const known = new Map(Object.entries(values));
  return expandVariables(text, variable => surroundingValue(variable, here) ?? known.get(variable.name));
}

test('replaces every variable that VS Code knows', () => {
  const text =
    '${workspaceFolder}|${workspaceFolderBasename}|${userHome}|${pathSeparator}|${/}|${cwd}|${env:A}|${input:b}|${A}';

  expect(expanded(text, { A: '1', b: '2' })).toEqual({
    text: '/srv/shop|shop|/home/ann|/|/|/srv/shop|1|2|1',
    unresolved: [],
  });
});

test('leaves what it does not know as it is spelled, and names it', () => {
  expect(expanded('a ${env:GONE} ${input:gone} ${file} ${env:} $HOME ${')).toEqual({
    text: 'a ${env:GONE} ${input:gone} ${file} ${env:} $HOME ${',
    unresolved: [
      { type: 'env', name: 'GONE' },
      { type: 'input', name: 'gone' },
      { type: 'unknown', name: 'file' },
      { type: 'unknown', name: 'env:' },
    ],
  });
});

test('knows no workspace folder where none is open', () => {
  const nowhere = surroundingsOf({});
  expect(
    expandVariables('${workspaceFolder}', variable => surroundingValue(variable, nowhere)).unresolved,
  ).toEqual([{ type: 'surrounding', name: 'workspaceFolder' }]);
});

test('never looks into a value again, even if it holds a variable or a replacement pattern', () => {
  const nasty = fc.constantFrom('${env:B}', '$&', '$1', '{env:B}', '${workspaceFolder}', '$');
  fc.assert(
    fc.property(nasty, fc.string(), (value, rest) => {
      expect(expanded('<${env:A}>', { A: value + rest, B: 'secret' }).text).toBe(`<${value}${rest}>`);
    }),
  );
  expect(expanded('$ ${env:A}', { A: '{env:B}', B: 'secret' }).text).toBe('$ {env:B}');
});

test('takes a variable with two dollars before it for the text with one', () => {
  expect(expanded('$${env:A} $${A} ${A} $$${A} $$ $${', { A: '1' })).toEqual({
    text: '${env:A} ${A} 1 $${A} $$ $${',
    unresolved: [],
  });
});

test('cuts any value into pieces that join to the same value', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('${', '}', 'env:A', '$', 'a', '${env:B}', '{')), parts => {
      const value = parts.join('');
      const joined = segmentsOf(value).map(segment =>
        segment.type === 'text' ? segment.text : segment.spelling,
      );
      expect(joined.join('')).toBe(value);
    }),
  );
});

test('treats names of the language itself as ordinary names', () => {
  expect(expanded('${env:__proto__} ${constructor}').unresolved).toEqual([
    { type: 'env', name: '__proto__' },
    { type: 'unknown', name: 'constructor' },
  ]);
});

test('reads what a file gives for a variable that nobody set, also where it is empty or has colons', () => {
  const variables = ['${env:A:-b}', '${A:-https://h:1/x}', '${env:A:-}', '${env:a:b}', '${env::-x}'].flatMap(
    segmentsOf,
  );
  expect(variables.map(segment => (segment.type === 'variable' ? segment.variable : segment))).toEqual([
    { type: 'env', name: 'A', fallback: 'b' },
    { type: 'env', name: 'A', fallback: 'https://h:1/x' },
    { type: 'env', name: 'A', fallback: '' },
    { type: 'env', name: 'a:b' },
    { type: 'env', name: ':-x' },
  ]);
});
