/*
 * A wrong "yes" keeps a user from a server that would have worked, and gives no way round; a wrong "no" only ends in the
 * server's own error. So the forms below are read narrowly: upper case where the word is also an ordinary one (TODO, REPLACE,
 * YOUR), and whole words where a long token could hold the letters by chance (xxx).
 */

/** Nouns that make "your-…" in small letters a placeholder; "your-stories" is a folder. */
const NOUN =
  '(?:api|access|auth|bearer|secret|private|client|key|token|password|id|url|host|domain|org|project|account)';

/** Some forms take quadratic time, and nobody pads a placeholder. */
const CHECKED_CHARACTERS = 2_000;

const FORMS: readonly RegExp[] = [
  // A variable nobody resolved, of any kind.
  /\$\{[^}]*\}/,
  // <YOUR_KEY>, <your key>, <api-token>, <insert …>, <TOKEN>; not <div>.
  new RegExp(`<(?:your|insert|enter|replace|put|add)[^<>]*>|<[^<>]*\\b${NOUN}\\b[^<>]*>`, 'i'),
  // Any other word in capitals only as the whole value, after a flag or a scheme: <IMPORTANT> stands in texts too.
  /^\s*(?:[^\s<>"']*[\s=:])?<[A-Z][A-Z0-9_ -]*>\s*$/,
  // YOUR_…, YOUR-…
  /(?<![A-Za-z0-9])YOUR[_-][A-Za-z0-9]/,
  new RegExp(`(?<![A-Za-z0-9])your[_-](?:[a-z0-9]+[_-])*${NOUN}(?![a-z])`, 'i'),
  // REPLACE, REPLACE_ME, REPLACE-WITH-KEY, replace_me; not replace-in-file.
  /(?<![A-Za-z0-9_-])REPLACE(?![a-z.])/,
  /(?<![a-z0-9])replace[_-]?(?:me|this|with)(?![a-z])/i,
  // The word in capitals, alone or before "_", "-" or ":"; not the file of that name, TODOIST_KEY or todo-list.
  /(?<![A-Za-z0-9_-])TODO(?![A-Za-z0-9.])/,
  // changeme, change-me, change_me.
  /(?<![a-z0-9])change[_-]?me(?![a-z0-9_-])/i,
  // token_here, YOUR_KEY_HERE, put_it_here; not todo_here.
  new RegExp(`(?<![A-Za-z0-9])(?:[a-z0-9]+_)*(?:${NOUN}|it)_here(?![a-z0-9_-])`, 'i'),
  // Three or more x as a whole part of a word: alone, between dashes, after "sk-" or "ghp_".
  /(?<![a-z0-9])x{3,}(?![a-z0-9])/i,
  // As a whole value also with digits: xxx123; not the size xxxl.
  /^\s*(?:sk-)?xxx[x\d]*\s*$/i,
  /^\s*todo\s*$/i,
  // sk-..., ghp_…, ***, ••••: what stands for the rest of a key, or for all of it.
  /^\s*(?:\w+ )?[\w-]*(?:\.{3,}|…|\*{3,}|•{3,})\s*$/,
  // $API_KEY, %API_KEY%, {env:API_KEY}, {file:~/key}, {{ api_key }}: a variable as others write it, where nothing else stands.
  /^\s*(?:\w+ )?(?:\$[A-Z]+(?:_[A-Z0-9]+)+|%[A-Z]+(?:_[A-Z0-9]+)+%|\{env:\w+\}|\{file:[^{}]+\}|\{\{[\w .:-]+\}\})\s*$/,
  // [YOUR KEY], "your api key", "insert your token here": no key is made of words.
  new RegExp(
    `^\\s*(?:Bearer )?\\[?(?:(?:insert|enter|put|add)\\s+)?your\\s[^\\[\\]]*\\b${NOUN}\\b(?:\\s+here)?\\]?\\s*$`,
    'i',
  ),
];

/** What nobody means where a value is no key: of the words above, only those that are said to whoever fills them in. */
const SURE_FORMS: readonly RegExp[] = [
  /<your[^<>]*>/i,
  new RegExp(
    `^\\s*(?:--?[\\w-]+=)?<(?:(?:insert|enter|replace|put|add)[^<>=]*|[^<>=]*\\b${NOUN}\\b[^<>=]*)>\\s*$`,
    'i',
  ),
  /^\s*(?:--?[\w-]+=)?<[A-Z][A-Z0-9_ -]*>\s*$/,
  /(?<![A-Za-z0-9])YOUR[_-][A-Za-z0-9]/,
  new RegExp(`(?:^|[\\s=]|:\\/\\/)your[_-](?:[a-z0-9]+[_-])*${NOUN}(?![a-z])`, 'i'),
  /(?<![a-z0-9])replace[_-]?(?:me|this)(?![a-z])|REPLACE[_-]WITH/i,
  /(?<![a-z0-9])change[_-]?me(?![a-z0-9_-])/i,
  /^\s*(?:--?[\w-]+=)?x{3,}(?:-x+)*\s*$/i,
  /^\s*TODO\s*$/,
];

/** Each of the forms has one of these in it: most values have none, and are done with one look. */
const ANY_FORM = /[$%{][A-Z{]|<|your|replace|todo|change|_here|xxx|\.{3}|…|\*{3}|•{3}/i;

/**
 * The part of a configured value that stands for one still to be filled in, "" where the value is blank, undefined where it
 * is a real value. The tests list the forms.
 */
export function findPlaceholder(value: string): string | undefined {
  return value.trim() === '' ? '' : found(value, FORMS);
}

/** The same for a value that is no key and no address: blank is a value there, and so is much that would be odd for a key. */
export function findSurePlaceholder(value: string): string | undefined {
  return found(value, SURE_FORMS);
}

function found(value: string, forms: readonly RegExp[]): string | undefined {
  const start = value.slice(0, CHECKED_CHARACTERS);
  if (!ANY_FORM.test(start)) return undefined;
  for (const form of forms) {
    const match = form.exec(start);
    if (match !== null) return match[0];
  }
  return undefined;
}

/** Whether a value still has to be filled in, wholly or in part. */
export function isPlaceholder(value: string): boolean {
  return findPlaceholder(value) !== undefined;
}
