import { DESTINATION, isDestined, sends } from './destinations';
import { Reading } from './languages';
import { isAboutOtherTools } from './otherTools';
import { hasPayload, NEEDS_ALL_RIGHTS } from './payloads';
import {
  ASKS_IN_COMMENT,
  COMMENT,
  CONCEALMENT,
  DIRECTIVE,
  IMPORTANT,
  KEPT_SAFE,
  OVERRIDE,
  TO_MODEL,
  UNASKED,
} from './phrases';
import { isAboutAttacks, sentencesOf, speech } from './plainWords';
import {
  BESIDE,
  BRINGS_SECRETS,
  HARVESTS,
  HOLDS_MUCH,
  isNameOfContents,
  isOwnSecret,
  namedSecret,
  OBLIGES,
  PASSED_NEVER,
  PASSING,
  PRIVATE,
  READS_SECRET,
  SECRET_PATH,
  TAKES_TALK,
  withoutFetchOption,
} from './secretPhrases';

/** What a text asks of an agent. */
export type Ask =
  | 'instructions'
  | 'concealment'
  | 'secrets'
  | 'destination'
  | 'payload'
  | 'encoded'
  | 'other-tools';

/** Something that a text asks. */
export interface Judgement {
  readonly kind: Ask;
  /** Nothing harmless asks for this. */
  readonly isCertain: boolean;
}

/** Where a text stands. */
export interface Standpoint {
  /** What its tool says that it is for: its name, title, and first sentence, in plain words. */
  readonly purpose: string;
  /** Its name and title, in plain words. */
  readonly name: string;
  /** Whether it describes a parameter: then what it names is what it wants. */
  readonly isParameter: boolean;
  /** What that parameter is called, in plain words. */
  readonly parameter?: string | undefined;
  /** The names of the tool's parameters of several words, which look like those of other tools. */
  readonly parameters?: ReadonlySet<string>;
}

/** Says that a text has to be decoded, and what then. */
const DECODE_AND_OBEY =
  /\b(?:decod\w*|decrypt\w*|unescape|unpack\w*|undo|translate from|convert\w*|a convertir|rot13|base64|hexadecimal\w*|morse|entschlussel\w*|dekodier\w*|a l'envers|al reves|backwards|reversed?|descifr\w*|decodific\w*)\b.{0,80}(?:\b(?:and|then|et|puis|und|y|after|apres)\b|,).{0,24}\b(?:apply|applied|applique\w*|follow|obey|execute|carried out|carry out|comply|(?:do|does) (?:it|so|what)|obei\w*|suivre|suis|fuhr\w*|befolg\w*|ejecut\w*|aplic\w*|sigue|obedec\w*|cumpl\w*|after decoding)\b/;

/** An order right after the markup. */
const ORDERS =
  />[\s:]{0,3}(?:you |please |never |do not |read |run |send |before |after |first |ignore |disregard |also )/;

/** Says what others may say. */
const WARNS_OF =
  /\b(?:anything|text|content|phrases?|wording|descriptions?|instructions?) (?:that|which) (?:tells?|asks?|says?|instructs?|tr(?:y|ies))\b/;

/** An order for what comes around a call. */
const AROUND_CALLS =
  /\b(?:before|after) \w+ing\b[^.]{0,40}, (?:\w+ )?(?:include|summari[sz]e|collect|read|send|gather|append|attach|encode|forward|upload|copy|pass|run|open|cat|load)\b/;

/** Destroys, or gives away: not a matter for the words of a tool to decide. */
const HARMS =
  /\b(?:delete|erase|wipe|destroy|drop|remove|disable|unlock|grant|transfer|pay|purchase|approve|deploy|publish|supprim\w+|effac\w+|detrui\w+|desactiv\w+|deverrouill\w+|accord\w+|vire[rz]?|paye[rz]?|approuv\w+|losch\w+|uberweis\w+|borr\w+|elimin\w+|transfier\w+)\b|删除|转账|批准/;

/** Stands for anybody's address, as examples have it (RFC 2606). */
const SOMEBODY = /\b(?:user|name|me|you|someone|somebody|test)@example\.(?:com|org|net)\b/g;

/** What a flag such as `force` does. */
const FORCES =
  /\b(?:bypass|skip|ignor|overrid)(?:p?ing|e?s) (?:the |all |any )?(?:safety|security) (?:checks?|prompts?|warnings?|limits?)\b|\bskip(?:s|ping)? (?:the )?confirmations?\b/g;

/** Leaves safety out. */
const SKIPS_SAFETY =
  /\b(?:skip|leave out|drop|turn off|suppress|omit)(?: over)? (?:(?:all|any|every|the|your) ){0,2}(?:safety|security)\b/;

const NONE: ReadonlySet<string> = new Set();

/** What a text in plain words (`plainWords`) asks of the agent that reads it. */
export function judge(
  plain: string,
  { purpose, name, isParameter, parameter = '', parameters = NONE }: Standpoint,
): readonly Judgement[] {
  const spoken = speech(withoutFetchOption(plain)).replaceAll(SOMEBODY, 'somebody');
  const said = isParameter ? spoken.replaceAll(FORCES, ' ') : spoken;
  const reading = new Reading(said);
  // Seldom so, and then the text is looked at again without what may be kept.
  const conceals =
    reading.says(CONCEALMENT) && new Reading(said.replaceAll(KEPT_SAFE, ' ')).says(CONCEALMENT);
  const overrides = reading.says(OVERRIDE) && !(isAboutAttacks(plain) && WARNS_OF.test(said));
  const secret = namedSecret(said);
  const isPayload = hasPayload(said);
  const reaches = DESTINATION.test(said);
  const isToModel = TO_MODEL.test(said);
  const isImportant = IMPORTANT.test(said);
  // A first sentence that is itself an order says nothing of what the tool is for.
  const isHarvest = reading.has(HARVESTS) && !isOwnSecret(secret?.name ?? 'secrets', name);
  const isTaken = reading.has(TAKES_TALK) && !isOwnSecret('conversation', name);
  const isBrought = reading.has(BRINGS_SECRETS) && !isOwnSecret('secrets', name);
  const kinds: Ask[] = [];
  if (isHarvest || isTaken || isBrought) kinds.push('secrets');
  if (isAboutOtherTools(withoutOwn(reading, parameters), { purpose, name })) kinds.push('other-tools');
  if (isInComment(plain)) kinds.push('instructions');
  if (isDestined(reading)) kinds.push('destination');
  if (reading.has(NEEDS_ALL_RIGHTS)) kinds.push('payload');
  if (!conceals && !overrides && !isPayload && !reaches && !isToModel && !isImportant && secret === undefined)
    return judged(reading.has(DECODE_AND_OBEY) ? ['instructions', ...kinds] : kinds, false);

  const directs = reading.says(DIRECTIVE);
  const isUnasked = reading.says(UNASKED);
  const isForced = conceals || overrides || isUnasked || isImportant || isToModel;
  const path = SECRET_PATH.test(said);
  const isBeside = path && BESIDE.test(said);
  const passes = path
    ? isBeside || new Reading(said.replaceAll(PASSED_NEVER, ' ')).says(PASSING)
    : secret !== undefined && new Reading(secret.around).says(PASSING);
  const isOwn = secret !== undefined && isOwnSecret(secret.name, purpose);
  const isNamed = secret !== undefined && isOwnSecret(secret.name, name);
  const isOrder = !isNamed && READS_SECRET.test(said);
  const isWanted =
    isParameter &&
    (path || !said.startsWith('whether ')) &&
    !isOwn &&
    secret !== undefined &&
    (path || PRIVATE.test(said) || HOLDS_MUCH.test(said)) &&
    !isWhatItIsCalled(said, secret.name, parameter);
  const isPassedOn =
    secret !== undefined &&
    passes &&
    (!isOwn || (isForced && directs) || AROUND_CALLS.test(said) || (!isNamed && OBLIGES.test(secret.around)));
  const isCertain = path && conceals && (directs || overrides || isImportant || passes);
  const isOrdered = isPayload && (!isAboutAttacks(plain) || directs || isToModel);
  if (
    overrides ||
    reading.has(DECODE_AND_OBEY) ||
    (isImportant && (directs || conceals || path || isUnasked || ORDERS.test(said))) ||
    (isToModel && (isUnasked || isOrdered || SKIPS_SAFETY.test(said) || (directs && ordersHarm(said))))
  )
    kinds.push('instructions');
  if (conceals) kinds.push('concealment');
  if (isWanted || isPassedOn || isOrder || isCertain || isNameOfContents(plain)) kinds.push('secrets');
  if (reaches && sentencesOf(said).some(sentence => sends(sentence, isForced))) kinds.push('destination');
  if (isOrdered) kinds.push('payload');
  return judged(kinds, isCertain);
}

/** The text without the names of the tool's own parameters, which look like those of other tools. */
function withoutOwn(reading: Reading, parameters: ReadonlySet<string>): Reading {
  if (parameters.size === 0 || !reading.text.includes('_')) return reading;
  return new Reading(reading.text.replaceAll(/\w+/g, word => (parameters.has(word) ? 'it' : word)));
}

/** What a wallet does with a key. */
const SIGNS = /\b(?:sign(?:s|ing|ed)?|wallet|account|hex)\b/;

/** Whether a parameter wants the private key of an account, as its name says, and no file that holds one. */
function isWhatItIsCalled(said: string, secret: string, parameter: string): boolean {
  const rest = said.replaceAll(secret, ' ');
  return parameter.includes(secret) && SIGNS.test(said) && !SECRET_PATH.test(rest) && !PRIVATE.test(rest);
}

/** Whether one sentence orders, or says to the agent, what does harm: in a long text, both stand somewhere. */
function ordersHarm(said: string): boolean {
  return sentencesOf(said).some(
    sentence => HARMS.test(sentence) && (TO_MODEL.test(sentence) || new Reading(sentence).says(DIRECTIVE)),
  );
}

function judged(kinds: readonly Ask[], isCertain: boolean): readonly Judgement[] {
  return ORDER.filter(kind => kinds.includes(kind)).map(kind => ({ kind, isCertain }));
}

/** The order in which people read of them. */
const ORDER: readonly Ask[] = [
  'instructions',
  'concealment',
  'secrets',
  'destination',
  'payload',
  'encoded',
  'other-tools',
];

/** Whether a comment of its markup asks for something. */
function isInComment(plain: string): boolean {
  if (!plain.includes('<!--')) return false;
  return [...plain.matchAll(COMMENT)].some(
    ([, words = '']) => !OF_TOOLS.test(words) && ASKS_IN_COMMENT.test(words),
  );
}

/** Comments for the programs that make and check a text. */
const OF_TOOLS =
  /^ ?(?:prettier|eslint|markdownlint|vale|lint|cspell|textlint|remark|todo|fixme|toc|license|copyright|(?:auto-?)?generated|begin|start|end|region|doctoc|nolint|spell|snippet)\b/;
