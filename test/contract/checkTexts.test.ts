import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  CHECK_TEXTS,
  CLAIM_FACTS,
  type CheckText,
  checkText,
  type ClaimFact,
  claimFact,
} from '../../src/core/snapshots/checkTexts';
import { checkWords } from '../../src/vscode/words/checkWords';
import { claimWords } from '../../src/vscode/words/claimWords';
import { frenchWording, plainWording } from '../support/pictureText';

const root = join(import.meta.dirname, '..', '..');
const PARTS = ['app/un.ts', '"deux"', '33'];

test.each(Object.keys(CHECK_TEXTS) as CheckText[])(
  'the checks say in French and in plain English: %s',
  key => {
    const english = checkText(key, ...PARTS);
    const named = PARTS.filter(part => english.includes(part));
    expect(named).toHaveLength(new Set(CHECK_TEXTS[key].match(/\{\d\}/g)).size);
    const french = checkWords(english, frenchWording);
    expect(french).not.toBe(english);
    expect(french).not.toBe(checkWords(english, plainWording));
    for (const said of [french, checkWords(english, plainWording)])
      expect(named.filter(part => !said.includes(part))).toEqual([]);
  },
);

/** What the banner of a task's page says already. */
const IN_BANNER: readonly string[] = ['nowhere', 'said'];

test.each(Object.keys(CLAIM_FACTS) as ClaimFact[])('what is found of a claim is said in French: %s', key => {
  const fact = claimFact(key, ...PARTS);
  const words = [frenchWording, plainWording].map(wording =>
    claimWords({ claim: 'packages_added: "deux"', fact }, wording),
  );
  if (IN_BANNER.includes(key)) expect(words).toEqual([undefined, undefined]);
  else expect(new Set([`packages_added: "deux": ${fact}`, ...words]).size).toBe(3);
});

test('claims are found to be what the list has, and nothing else', () => {
  const facts = codeIn('src/core/workflow/verification/*.ts').flatMap(code =>
    [...code.matchAll(/\bfact:\s*['"`].*/g)].map(([text]) => text),
  );
  expect(facts).toEqual([]);
});

/** Sentences of these files that no account has: of restores, and of errors that are caught. */
const OTHERS = /^(?:None of its lines are|Its lines cannot be|The index was replaced)/;

test('what looks at the disk says no sentence that the list of checks lacks', () => {
  const sentences = codeIn('src/node/git/{account,record}/*.ts').flatMap(code =>
    [...code.matchAll(/(['"`])((?:\$\{[^}]*\} \w|[A-Z])(?:(?!\1).){18,}\.)\1/g)].map(
      ([, , text = '']) => text,
    ),
  );
  expect(sentences.filter(text => !OTHERS.test(text))).toEqual([]);
});

test('the checks of scope, claims and reviews warn with sentences of the list alone', () => {
  const sentences = codeIn('src/core/workflow/{verification,domain}/*.ts').flatMap(code =>
    [...code.matchAll(/(?:warnings\.push\(|warnings: \[|kind: '\w+', text: )\s*['"`].*/g)].map(
      ([text]) => text,
    ),
  );
  expect(sentences).toEqual([]);
});

/** The code of all files but tests, without comments. */
function codeIn(pattern: string): readonly string[] {
  const files = globSync(pattern, { cwd: root }).filter(name => !name.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(10);
  return files.map(file =>
    readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
  );
}
