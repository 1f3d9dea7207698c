import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needlesOf } from './needles';
import { CONCEALMENT, DIRECTIVE, OVERRIDE, UNASKED } from './phrases';
import { plainWords } from './plainWords';
import { PASSING } from './secretPhrases';

test.each([
  [/\bignor(?:e|ing) (?:all|any) of/, [[['ignor'], [' of'], ['all', 'any']]]],
  [
    /(?:never|do not) (?:tell|mention)/,
    [
      [
        ['never', 'do not'],
        ['tell', 'mention'],
      ],
    ],
  ],
  [/\b(?:curl|wget)\b.{0,160}\bbash\b/, [[['bash'], ['curl', 'wget']]]],
  [/\b(?:curl|wget)\b.{0,160}\bsh\b/, [[['curl', 'wget']]]],
  [/a (?:b|c)(?: and (?:this|that))? on/, [[[' on']]]],
  [/a (?:b|c)(?: and (?:this|that))? o/, undefined],
  [/secrets?|keys?/, [[['secret']], [['key']]]],
  [/(?:secrets? of|keys?) all/, [[[' all'], ['secret', 'key']]]],
  [/secrets?|\w+/, undefined],
  [/(?:really ){0,2}hidden/, [[['hidden']]]],
  [/(?:really ){1,2}so/, [[['really ']]]],
  [/no+where/, [[['owhere']]]],
  [/no*where/, [[['where']]]],
  [/(?<!\b(?:never|not) )follow it/, [[['follow it']]]],
  [/run(?=ning now)\w+ x/, [[['run']]]],
  [/user\.name\\x/, [[['user.name\\x']]]],
  [/[abc\]]{3}\p{L}stop/u, [[['stop']]]],
  [/\u00e9tat|\u4f7f\u7528\u65f6/, [[['état']], [['使用时']]]],
  [/<(?<tag>important|system)>\k<tag>/, [[['important', 'system']]]],
  [/^begin$/, [[['begin']]]],
  [/Begin/i, undefined],
])('says what every match of %s holds', (expression, needles) => {
  expect(needlesOf(expression)).toEqual(needles);
});

/** Whether a text holds what a match would. */
function holds(text: string, expression: RegExp): boolean {
  const alternatives = needlesOf(expression);
  if (alternatives === undefined) return true;
  return alternatives.some(needed => needed.every(needles => needles.some(needle => text.includes(needle))));
}

test('reads no expression that it does not know', () => {
  expect(() => needlesOf(/(?i:a)bcd/)).toThrow('not read here');
});

/** The source of an expression, and a text that it matches where its boundaries and looks around let it: never tried, as some take forever. */
interface Matched {
  readonly source: string;
  readonly text: string;
}

const word = fc.stringMatching(/^[a-z ]{1,7}$/);

const { expression } = fc.letrec<{ readonly expression: Matched; readonly atom: Matched }>(tie => ({
  atom: fc.oneof(
    { maxDepth: 3 },
    word.map(text => ({ source: text, text })),
    fc.constantFrom(
      { source: '\\b', text: '' },
      { source: '.{0,9}', text: 'x y' },
      { source: '\\w+', text: 'word' },
      { source: '[^.|)]', text: 'q' },
      { source: '\\.', text: '.' },
      { source: '(?!never)', text: '' },
    ),
    fc
      .tuple(tie('expression'), tie('expression'), fc.constantFrom('(?:', '(', '(?<!no )(?:'))
      .map(([one, other, open]) => ({ source: `${open}${one.source}|${other.source})`, text: other.text })),
    fc
      .tuple(tie('expression'), fc.constantFrom('?', '*', '{0,3}', '+', '{1,2}', '{2}'), fc.nat(1))
      .map(([{ source, text }, quantifier, times]) => {
        const least = quantifier === '{2}' ? 2 : /^[?*]|^\{0/.test(quantifier) ? 0 : 1;
        return {
          source: `(?:${source})${quantifier}`,
          text: text.repeat(least === 2 ? 2 : Math.max(least, times)),
        };
      }),
  ),
  expression: fc.array(tie('atom'), { minLength: 1, maxLength: 4 }).map(parts => ({
    source: parts.map(({ source }) => source).join(''),
    text: parts.map(({ text }) => text).join(''),
  })),
}));

test('whatever an expression is, each text that it matches holds what it needs', () => {
  fc.assert(
    fc.property(expression, ({ source, text }) => {
      expect(holds(text, new RegExp(source))).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test('what a phrase needs is in every labelled tool in which it is found', () => {
  const texts = ['first', 'second', 'holdout'].flatMap(name =>
    readFileSync(join(import.meta.dirname, `../../../test/trust/corpus/${name}.json`), 'utf8')
      .split('\n')
      .map(plainWords),
  );
  const phrases = [OVERRIDE, CONCEALMENT, DIRECTIVE, UNASKED, PASSING].flatMap(
    ({ english, french, others }) => [...english, ...french, ...others],
  );
  let found = 0;
  for (const phrase of phrases) {
    for (const text of texts.filter(each => phrase.test(each))) {
      found += 1;
      expect(holds(text, phrase), `${phrase.source}: ${text}`).toBe(true);
    }
  }
  expect(found).toBeGreaterThan(100);
});
