import type { ToolDefinition } from '../registry/tool';
import { asciiOfBase64 } from '../support/base64';
import { hiddenIn, withoutHidden } from './hiddenText';
import {
  ABOUT_ATTACKS,
  CONCEALMENT,
  DIRECTIVE,
  IMPORTANT,
  OVERRIDE,
  PASSING,
  SECRET_PATH,
  SECRET_WORDS,
  SHADOWING,
} from './phrases';
import { type ToolText, toolTexts } from './toolTexts';

/** What is suspicious about a tool's words. */
export type FindingKind =
  | 'hidden-text'
  | 'instructions'
  | 'concealment'
  | 'secrets'
  | 'other-tools'
  | 'lookalike'
  | 'too-long';

/** Something a person should look at before the tool is used. */
export interface Finding {
  readonly kind: FindingKind;
  /** Where it stands, as in `inputSchema.properties.path.description`: the server's own words. */
  readonly place: string;
  /** Nothing harmless looks like this: the tool is withheld. */
  readonly isCertain: boolean;
}

/** Base64 that is looked into, for each text. */
const MAX_PAYLOADS = 20;
const MAX_PAYLOAD_CHARACTERS = 8_192;

/** What was found, and in how much text. */
export interface Scan {
  readonly findings: readonly Finding[];
  readonly characters: number;
}

let isReady = false;

/** Like the tools of an ordinary server, and as many: code that ran so often is fast. */
const USES = 20;
const SAMPLE: Omit<ToolDefinition, 'name'> = {
  description: 'Does one thing with what it is given.',
  inputSchema: { type: 'object', properties: { path: { type: 'string', description: 'Where to do it.' } } },
};

/**
 * Readies the phrases, once. An engine reads an expression when it is first used and makes code of it at the second time: 20 ms
 * for all of ours, which pass while nobody waits.
 */
export function prepareScan(): void {
  if (isReady) return;
  isReady = true;
  for (let use = 1; use <= USES; use += 1) scanTool({ ...SAMPLE, name: `use_${use}` });
}

/** Looks through all that a model is told of a tool. Bounded, and in time proportional to the text. */
export function scanTool(definition: ToolDefinition): Scan {
  const { texts, isWhole } = toolTexts(definition);
  const findings = texts.flatMap(scanText);
  if (!isWhole) findings.push({ kind: 'too-long', place: 'definition', isCertain: false });
  return { findings, characters: texts.reduce((sum, { text }) => sum + text.length, 0) };
}

function scanText({ text, place, isName }: ToolText): readonly Finding[] {
  const found: Finding[] = [];
  const hidden = hiddenIn(text);
  // Nothing but an attack writes with letters that only a model reads.
  if (hidden.kinds.length > 0)
    found.push({ kind: 'hidden-text', place, isCertain: hidden.tagText.length >= 3 });
  if (place === 'name' || place === 'title') {
    if (mixesAlphabets(text)) found.push({ kind: 'lookalike', place, isCertain: false });
  }
  const words = isName ? text.replaceAll(/[_-]+/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2') : text;
  for (const part of [words, ...payloadsIn(text)]) {
    for (const { kind, isCertain } of judge(part)) found.push({ kind, place, isCertain });
  }
  return found;
}

type Judgement = Pick<Finding, 'kind' | 'isCertain'>;

/** What a text asks of an agent. */
function judge(text: string): readonly Judgement[] {
  const plain = speech(plainWords(text));
  const has = (phrases: readonly RegExp[]): boolean => phrases.some(phrase => phrase.test(plain));
  const conceals = has(CONCEALMENT);
  const overrides = has(OVERRIDE);
  const directs = has(DIRECTIVE);
  const isImportant = IMPORTANT.test(plain);
  const namesPath = SECRET_PATH.test(plain);
  const passes = has(PASSING);
  const asksForSecrets =
    (namesPath && passes && (directs || conceals || isNameOfContents(plain))) ||
    (SECRET_WORDS.test(plain) &&
      passes &&
      directs &&
      (conceals || isImportant || overrides || isUnrelated(plain)));
  const isCertain = namesPath && conceals && (directs || overrides || isImportant || passes);
  const kinds: FindingKind[] = [];
  if (overrides || (isImportant && (directs || conceals || namesPath))) kinds.push('instructions');
  if (conceals) kinds.push('concealment');
  if (asksForSecrets || isCertain) kinds.push('secrets');
  if (has(SHADOWING)) kinds.push('other-tools');
  return kinds.map(kind => ({ kind, isCertain }));
}

/** Lower case, in the alphabet it pretends to be written in, on one line. */
function plainWords(text: string): string {
  return withoutHidden(text)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[а-яіјѕԁһոοανρ’`*]/g, letter => LOOKALIKES.get(letter) ?? letter)
    .replaceAll(/\s+/g, ' ');
}

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
    '’': "'",
    '`': '',
    '*': '',
  }),
);

/** The text without what a tool that speaks about attacks only quotes. */
function speech(plain: string): string {
  return ABOUT_ATTACKS.test(plain)
    ? plain.replaceAll(/"[^"]{1,160}"|“[^”]{1,160}”|'[^']{6,160}'/g, ' ')
    : plain;
}

/** A parameter whose very name asks for a file: `content_from_reading_ssh_id_rsa`. */
function isNameOfContents(plain: string): boolean {
  return plain.length < 80 && /\bcontents?\b/.test(plain);
}

/** Secrets that go into a note, a remark, or to an address: no tool needs them there. */
function isUnrelated(plain: string): boolean {
  return /\b(?:side ?note|notes?|remark|context|metadata|feedback|summary|debug|telemetry|analytics|hidden)\b.{0,12}\b(?:param|parameter|argument|field)\b|https?:\/\/|\w@\w/.test(
    plain,
  );
}

/** Stretches of base64 that stand for readable text. */
function payloadsIn(text: string): readonly string[] {
  const payloads: string[] = [];
  for (const [found] of text.matchAll(/[A-Za-z0-9+/_-]{24,}/g)) {
    if (payloads.length >= MAX_PAYLOADS) break;
    const decoded = asciiOfBase64(found.slice(0, MAX_PAYLOAD_CHARACTERS));
    const readable = decoded.replaceAll(/[^\t\n\r -~]/g, '').length;
    if (readable >= decoded.length * 0.95) payloads.push(decoded);
  }
  return payloads;
}

/** A word of Latin and Cyrillic letters at once, such as a name that is meant to be taken for another one. */
function mixesAlphabets(text: string): boolean {
  return text
    .split(/[^\p{L}]+/u)
    .some(word => /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}/u.test(word));
}
