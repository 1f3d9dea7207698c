import { isPrintable, withoutHidden } from './hiddenText';

/** Letters of other alphabets that are drawn as Latin ones, and marks that only change how a text looks. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ј: 'j',
    ѕ: 's',
    ԁ: 'd',
    һ: 'h',
    ո: 'n',
    к: 'k',
    ο: 'o',
    α: 'a',
    ν: 'v',
    ρ: 'p',
    ε: 'e',
    ι: 'i',
    κ: 'k',
    τ: 't',
    υ: 'u',
    χ: 'x',
  }),
);

/** Letters that are drawn as Latin ones, as a class of an expression. */
export const LOOKALIKE_LETTERS = [...LOOKALIKES.keys()].join('');
const LOOKALIKE = new RegExp(`[${LOOKALIKE_LETTERS}]`, 'g');

/** Letters as `plainWords` has them, everything else as it is: for expressions in other alphabets. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(LOOKALIKE, letter => LOOKALIKES.get(letter) ?? letter);
}

/** The text in lower case without accents, in the alphabet that it pretends to be written in, on one line. */
export function plainWords(text: string): string {
  const letters = isPrintable(text) ? text.toLowerCase() : plainLetters(withoutHidden(text).toLowerCase());
  return letters.replaceAll('’', "'").replaceAll('*', '').replaceAll(/\s+/g, ' ');
}

/** Words of a tool that speaks about attacks, or explains commands, instead of making or giving one. */
const ABOUT_ATTACKS =
  /\b(?:detect\w*|scan\w*|classif\w+|flags|flagged|injections?|jailbreaks?|phishing|moderat\w+|red[- ]team\w*|lint|linter|analys\w+|sanitiz\w+|guardrails?|xss|echapp\w+|escapes\b|explain\w*|expliqu\w+|honeypot|simul\w+|audit\w*|yara|empoisonn\w+|poison\w*|malveillan\w+|malicious|malware|attaques?|attacks?|factices?|banc d'essai|test bench|fixtures?|erkenn\w+)\b/;

const QUOTED =
  /"[^"]{1,200}"|“[^”]{1,200}”|« ?[^»]{1,200}»|`[^`]{1,200}`|'[^']{6,160}'(?!\w)|「[^」]{1,200}」/g;

/** What leads to an example: what follows is shown, not said. */
const EXAMPLE =
  /(?:\be\.g\.|\bi\.e\.|\bsuch as\b|\bfor (?:example|instance)\b|(?<![.@/-])\bexamples?\b(?!\.\w)|\bsamples?\b|\bmock\b|\bcanned\b|\bp\.? ?ex\.|\bpar ex(?:emple|\.)|\bexemples?\b|\btel(?:le)?s? que\b|\bequivalent\b|\bz\. ?b\.|\bzum beispiel\b|\bbeispiele?\b|\bpor ejemplo\b|\bejemplos?\b|\ba typical\b|例如|比如|示例)/;

const UP_TO_QUOTE = new RegExp(`(${EXAMPLE.source}[^.;"“«\`]{0,60})(?:${QUOTED.source})`, 'g');
const BARE_EXAMPLE = new RegExp(
  `(${EXAMPLE.source})(?: (?:output|response|result|value|reply|de sortie|de reponse|reponse))? ?:? [^;]{1,160}?(?=[.!?] |; |, (?:always|never|you must)\\b|$)`,
  'g',
);

/** A link in Markdown, which leads a reader somewhere; an image loads by itself. */
const LINK = /(?<!!)(\[[^\]]{1,200}\])\([^()]{1,300}\)/g;

/**
 * What the text says itself: without what it only quotes. A tool that speaks about attacks quotes all the time; any other one only
 * where it gives an example.
 */
export function speech(plain: string): string {
  const said = ABOUT_ATTACKS.test(plain)
    ? plain.replaceAll(QUOTED, ' ').replaceAll(/\([^()]{1,300}\)/g, ' ')
    : plain.replaceAll(UP_TO_QUOTE, '$1 ');
  return said.replaceAll(BARE_EXAMPLE, '$1 ').replaceAll(LINK, '$1').replaceAll('`', '');
}

/** Whether a text gives an example. */
export function givesExample(plain: string): boolean {
  return EXAMPLE.test(plain);
}

/** The text in sentences; a dot within a name or an address ends none. */
export function sentencesOf(plain: string): readonly string[] {
  return plain.split(/[.!?] |; |[。！；]/);
}

/** Whether a text speaks about attacks, or explains commands. */
export function isAboutAttacks(plain: string): boolean {
  return ABOUT_ATTACKS.test(plain);
}
