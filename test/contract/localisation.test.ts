import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localisedCalls, unlocalisedTexts } from '../support/localisedTexts';

type Texts = Readonly<Record<string, string>>;

const root = join(import.meta.dirname, '..', '..');
const calls = localisedCalls(root, join('src', 'vscode'));
const manifest = textsOf('package.nls.json');
const said = Object.fromEntries(calls.flatMap(({ text }) => (text === undefined ? [] : [[text, text]])));

/** Texts that another language writes the same way, by language: names and words that it has in common with English. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  fr: [
    'Actions',
    'Activation',
    'Agent',
    'architecture',
    'Commit {0}',
    'Commits',
    'git {0}',
    'JSON…',
    'Sessions',
    'Source',
    'Tests',
    'Version',
    'Workflows',
    'version {0}',
    '{0} session',
    '{0} sessions',
    'Moment',
    'Moments',
    'Plans',
  ],
};

/** The languages that the product speaks beside English: those that have a bundle. */
const languages = readdirSync(join(root, 'l10n')).flatMap(
  name => /^bundle\.l10n\.([\w-]+)\.json$/.exec(name)?.[1] ?? [],
);

test('there is French', () => {
  expect(languages).toContain('fr');
});

test('every text that is handed to localisation is literal, so that it can be found and translated', () => {
  expect(calls.length).toBeGreaterThan(100);
  expect(calls.filter(({ text }) => text === undefined).map(({ place }) => place)).toEqual([]);
});

test('what people read is handed to localisation in the editor, and comes from there in the webviews', () => {
  expect(unlocalisedTexts(root, join('src', 'vscode'))).toEqual([]);
  expect(unlocalisedTexts(root, 'webview-ui')).toEqual([]);
});

for (const language of languages) {
  const bundle = `l10n/bundle.l10n.${language}.json`;
  const nls = `package.nls.${language}.json`;

  test(`${bundle} has every text of the code, and no other`, () => {
    expectSameKeys(said, bundle);
  });

  test(`${nls} has every text of the manifest, and no other`, () => {
    expectSameKeys(manifest, nls);
  });

  test(`every text of the code and of the manifest is said in ${language}, with what is put into it`, () => {
    const mistakes = [...mistakesOf(said, bundle, language), ...mistakesOf(manifest, nls, language)];
    expect(mistakes).toEqual([]);
  });
}

test('French has a space that does not break where French wants one', () => {
  const texts = [textsOf('l10n/bundle.l10n.fr.json'), textsOf('package.nls.fr.json')];
  const wrong = texts.flatMap(Object.values).filter(text => {
    // Code and addresses are no French.
    const prose = text.replaceAll(/`[^`]*`|\b(?:https?|postgres):\S+|\$\([\w~-]+\)|\$?\{[^}]*\}/g, 'x');
    return /[^\u00A0\u202F][;!?»%]|[^\u00A0\u202F]:(?!\w)|«[^\u00A0\u202F]|"/u.test(prose);
  });
  expect(wrong).toEqual([]);
});

/** Where what stands behind "at" is no moment. */
const NO_MOMENT: ReadonlySet<string> = new Set([
  'Marks start at {0}. Strongest color = {1}.',
  'Trail left at {0}',
]);

test('French says no "à" before a moment, which has its day where that is not today: "à 19 nov., 14:16"', () => {
  const moments = Object.entries(textsOf('l10n/bundle.l10n.fr.json')).filter(
    ([english]) => /\b(?:at|until|before) \{\d\}/.test(english) && !NO_MOMENT.has(english),
  );
  expect(moments.length).toBeGreaterThan(3);
  expect(moments.filter(([, french]) => /à \{\d\}/.test(french))).toEqual([]);
});

/** What the glossary of docs/dev/explorer.md has one word for, and the ways in which it was said before. */
const OLD_FRENCH: readonly RegExp[] = [
  // A chat is a conversation, as in VS Code.
  /(?<![.\w])chats?\b/i,
  // A milestone is a jalon, a review a révision, an area a zone, a prompt an invite.
  /(?<![\wÀ-ÿ])(?:étapes?|revues?|périmètres?|prompts?)(?![\wÀ-ÿ])/i,
  // Settings are paramètres, one enters by saisir, and "for now" is pour l'instant.
  /\bréglages?\b|^Entrez\b|pour le moment/,
  // Both numbers in one word are neither.
  /\([es]s?\)/,
  // The program is git only where its version follows.
  /(?<![.\w-])git\b(?! \{)/,
];

test('people turn servers on and off: only agents and settings activate', () => {
  const texts = [...Object.keys(said), ...Object.values(manifest)].map(text =>
    text.replaceAll(/`[^`]*`/g, ''),
  );
  expect(texts.filter(text => /\b(?:de)?activat(?!ion$)/i.test(text))).toEqual([]);
});

test('French has one word for each thing of the glossary', () => {
  const texts = ['l10n/bundle.l10n.fr.json', 'package.nls.fr.json'].flatMap(file =>
    Object.values(textsOf(file)).map(text => text.replaceAll(/`[^`]*`|\(command:[^)]*\)/g, '')),
  );
  expect(texts.filter(text => OLD_FRENCH.some(old => old.test(text)))).toEqual([]);
});

test('a command has one name in a language, where it is offered and where it is named in a sentence', () => {
  const ids = Object.keys(manifest).filter(key => key.startsWith('command.') && !key.endsWith('.short'));
  const french = textsOf('package.nls.fr.json');
  const bundle = textsOf('l10n/bundle.l10n.fr.json');
  // In the language of the code, `Name…` is the command; without the dots it may be a title, or a button.
  const other = ids.filter(id => {
    const title = manifest[id] ?? '';
    const word = bundle[title];
    return title.endsWith('…') && word !== undefined && word !== french[id];
  });
  expect(other).toEqual([]);
  const titles = new Set(ids.map(id => french[id]));
  const named = [...Object.values(bundle), ...Object.values(french)].flatMap(text =>
    [...text.matchAll(/Switchyard\u00A0:\s([^»*]+?)(?:\u00A0»|\*\*)/g)].map(([, title]) => title),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(title => !titles.has(title))).toEqual([]);
});

/** Of what is never one: a question from four servers on, a list that was cut, what has a dependency. */
const SEVERAL: ReadonlySet<string> = new Set([
  'Turn off all {0} servers in every chat session?',
  'Turn off all {0} servers of this chat session?',
  'Dependencies of {0} tasks: {1}',
  'Its tools ({0}) add about {1} tokens to each request.',
  'Maximum {0} characters.',
  'Only {0} of {1} changed manifests were compared.',
  'Showing the first {0} of {1} nodes. Show as Text has all of them.',
  'Showing the last {0} of {1} moments.',
  'Showing {0} of {1} characters',
  'The rest of {0} characters is not shown.',
  'What the server writes on its error output, secrets masked. The newest {0} lines are kept here.',
]);

test('what counts is said in one way of one thing and in another of several, or in words that suit any number', () => {
  const french = textsOf('l10n/bundle.l10n.fr.json');
  const plural = /\{\d\} (?!dans|vers|pas|ms|plus|hors|depuis|au moins|requis)\p{Ll}+[sx](?!\p{L})/u;
  const told = new Set(
    calls.flatMap(({ text = '' }, at) => (bare(text) === bare(calls[at - 1]?.text ?? '') ? [text] : [])),
  );
  const lonely = Object.keys(french).filter(
    text => plural.test(french[text] ?? '') && !SEVERAL.has(text) && !told.has(text),
  );
  expect(lonely).toEqual([]);
});

/** Without what tells one from several. */
function bare(text: string): string {
  return text.replace(/^1\b/, '{0}').replaceAll(/,? (?:or|and|is|are|was|were|has|have)\b|(?<=\w)s\b/g, '');
}

/** Fails with the lines that a developer has to write, or to take out. */
function expectSameKeys(texts: Texts, file: string): void {
  const translated = textsOf(file);
  const missing = Object.entries(texts).filter(([key]) => !Object.hasOwn(translated, key));
  const left = Object.keys(translated).filter(key => !Object.hasOwn(texts, key));
  const lines = missing.map(([key, english]) => `  ${JSON.stringify(key)}: ${JSON.stringify(english)},`);
  expect(missing.length, `Translate and put into ${file}:\n${lines.join('\n')}\n`).toBe(0);
  expect(left.length, `Take out of ${file}, nobody says it:\n${left.join('\n')}\n`).toBe(0);
}

function mistakesOf(texts: Texts, file: string, language: string): readonly string[] {
  const translated = textsOf(file);
  return Object.entries(texts).flatMap(([key, english]) => {
    const text = translated[key];
    if (text === undefined) return [];
    const problems = [
      ...(text.trim() === '' ? ['is empty'] : []),
      ...(text === english && !SAME[language]?.includes(english) ? ['is as in English'] : []),
      ...(holesOf(text) === holesOf(english) ? [] : ['has other placeholders']),
      ...(iconsOf(text) === iconsOf(english) ? [] : ['has other icons']),
    ];
    return problems.map(problem => `${file}: ${key} ${problem}`);
  });
}

/** The places where values go, as a set: another language may have them in another order, or one of them twice. */
function holesOf(text: string): string {
  return [...new Set([...text.matchAll(/\{\d\}/g)].map(String))].sort().join();
}

function iconsOf(text: string): string {
  return [...text.matchAll(/\$\([\w~-]+\)/g)].join();
}

function textsOf(file: string): Texts {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Texts;
}
