import type { ToolDefinition } from '../registry/tool';
import { isRecord } from '../support/json';
import { decodedIn } from './decoded';
import { hiddenIn, isPrintable } from './hiddenText';
import { type Ask, judge, type Judgement, type Standpoint } from './judge';
import { givesExample, LOOKALIKE_LETTERS, plainWords, sentencesOf } from './plainWords';
import { type ToolText, toolTexts } from './toolTexts';

/** What is suspicious about a tool's words. */
export type FindingKind =
  | Ask
  | 'hidden-text'
  | 'contradiction'
  | 'lookalike'
  | 'embedded-secret'
  | 'too-long';

/** Something a person should look at before the tool is used. */
export interface Finding {
  readonly kind: FindingKind;
  /** Where it stands, as in `inputSchema.properties.path.description`: the server's own words. */
  readonly place: string;
  /** Nothing harmless looks like this: the tool is withheld. */
  readonly isCertain: boolean;
}

/** Nothing can be asked of anybody in fewer characters, and no key is shorter: most names and values are. */
const MIN_ASK = 14;

/** What was found, and in how much text. */
export interface Scan {
  readonly findings: readonly Finding[];
  readonly characters: number;
}

let isReady = false;

/** Like the tools of an ordinary server, and three times as many: the next twenty then take 1.4 ms instead of 3.7 (measured). */
const USES = 60;
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
  const name = nameOf(definition);
  const purpose = `${name} ${firstSentence(definition)}`;
  const parameters = parametersOf(definition);
  const findings = texts.flatMap(text => scanText(text, { purpose, name, parameters }));
  if (contradictsItself(definition))
    findings.push({ kind: 'contradiction', place: 'annotations', isCertain: false });
  if (!isWhole) findings.push({ kind: 'too-long', place: 'definition', isCertain: false });
  return { findings, characters: texts.reduce((sum, { text }) => sum + text.length, 0) };
}

function scanText(
  { text, place, isName }: ToolText,
  tool: Omit<Standpoint, 'isParameter'>,
): readonly Finding[] {
  const found: Finding[] = [];
  const hidden = hiddenIn(text);
  // Nothing but an attack writes with letters that only a model reads.
  if (hidden.kinds.length > 0)
    found.push({ kind: 'hidden-text', place, isCertain: hidden.tagText.length >= 3 });
  if (isDisguised(text, place)) found.push({ kind: 'lookalike', place, isCertain: false });
  if (isSecretFile(text, place) && !NEEDS_FILE.test(tool.purpose))
    found.push({ kind: 'secrets', place, isCertain: false });
  if (isSecretCopy(text, place)) found.push({ kind: 'destination', place, isCertain: false });
  if (text.length < MIN_ASK) return found;
  if (PADDED.test(text)) found.push({ kind: 'hidden-text', place, isCertain: false });
  if (KEY.test(text)) found.push({ kind: 'embedded-secret', place, isCertain: false });
  const words = isName ? separated(text) : text;
  const standpoint: Standpoint = {
    ...tool,
    isParameter: place.startsWith('inputSchema.'),
    parameter: parameterOf(place),
  };
  for (const asked of judge(plainWords(words), standpoint)) found.push({ ...asked, place });
  for (const asked of decodedJudgements(text, standpoint)) found.push({ ...asked, place });
  return found;
}

/** What a text asks in another spelling. Prose that is hidden so is no sample only where the tool is about spellings. */
function decodedJudgements(text: string, standpoint: Standpoint): readonly Judgement[] {
  const decoded = decodedIn(text);
  if (decoded.length === 0) return [];
  const asked = decoded.flatMap(each => judge(plainWords(each.text), standpoint));
  const isSample = ENCODES.test(standpoint.purpose) || givesExample(plainWords(text));
  const isHidden = !isSample && (decoded.some(({ isProse }) => isProse) || ESCAPED.test(text));
  if (asked.length === 0 && !isHidden) return [];
  return [...asked, { kind: 'encoded', isCertain: asked.some(({ isCertain }) => isCertain) }];
}

/** Letters that need no escape, escaped one by one. */
const ESCAPED = /(?:\\x[2-7][0-9a-f][ ,]?){8,}|(?:\\u00[2-7][0-9a-f]){8,}/i;

/** What a tool is about that shows encoded texts. */
const ENCODES =
  /encod|decod|base64|\bhex|percent|pourcent|\burl\b|entit|escap|echapp|html|jwt|token|jeton|cipher|chiffr|crypt|rot13|unicode|ascii|morse|hash|empreinte|certif|image|data url|qr|binar/;

/** The words of a name that are written together. */
function separated(name: string): string {
  return name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/ (?:of )?slash /gi, ' /')
    .replaceAll(/(\/\w+) \//g, '$1/')
    .replaceAll(/ dot /gi, ' .');
}

/** What a tool is called. */
function nameOf({ name, title = '' }: ToolDefinition): string {
  return `${plainWords(separated(name))} ${plainWords(title.slice(0, MAX_PURPOSE))}`;
}

/** What the parameter is called that a text at this place describes, in plain words. */
function parameterOf(place: string): string | undefined {
  const called = /\.properties\.([^.]+)\.description$/.exec(place)?.[1];
  return called && plainWords(separated(called));
}

/** The names of parameters that are of several words, in plain words. */
function parametersOf({ inputSchema }: ToolDefinition): ReadonlySet<string> {
  const properties = isRecord(inputSchema) ? inputSchema['properties'] : undefined;
  const names = isRecord(properties) ? Object.keys(properties) : [];
  return new Set(names.filter(name => name.includes('_')).map(name => name.toLowerCase()));
}

/** What a tool says first. */
function firstSentence({ description = '' }: ToolDefinition): string {
  const [first = ''] = sentencesOf(plainWords(description.slice(0, MAX_PURPOSE)));
  return first;
}

/** Whether it says that it only reads, and that it destroys. */
function contradictsItself({ name, description = '', annotations }: ToolDefinition): boolean {
  const words = plainWords(`${separated(name)}. ${description.slice(0, MAX_PURPOSE)}`);
  if (READS_AND_RUNS.test(words) || READS_AND_WRITES.test(words)) return true;
  if (!isRecord(annotations) || annotations['readOnlyHint'] !== true) return false;
  return DESTROYS.test(words) || IS_DESTROYED.test(words);
}

/** Says in one sentence that it only reads, and that it runs commands. */
const READS_AND_RUNS =
  /\b(?:safe|read-?only)\b[^.!?]{0,60}\b(?:helper|tool|viewer|status|check)\b[^.!?]{0,60}\b(?:executes?|runs?|spawns?) (?:an? |any |arbitrary )?(?:shell|system|os|subprocess)\b/;

/** Says that it only reads, and that it writes where nothing is said. */
const READS_AND_WRITES =
  /\bread-? ?only\b.{0,200}\bwrit(?:e|es|able|ing)[\w -]{0,20}\([^()]{0,40}\b(?:defaults?(?: to|:| =)? true|(?:true )?by default true)|\b(?:safe|secure) read-? ?only\b.{0,200}\bwrite_\w+ \([^()]{0,80}\benables? writ/;

/** Characters of a description in which its purpose stands. */
const MAX_PURPOSE = 600;

/** Says of itself that it destroys. What it says of others, such as an audit log, stands elsewhere in a sentence. */
const DESTROYS =
  /(?:^|[.!?] |, | (?:and|then|puis|et|und|y) )(?:(?:then|also|ensuite|definitivement) )?(?:(?:permanently|irrevocably) )?(?:deletes?|removes?|wipes?|erases?|drops?|purges?|destroys?|cancels?|overwrites?|supprime|efface|detruit|annule|ecrase|vide|loscht|entfernt|borra|elimina|cancela|supprimes?|detruits) (?!nothing|rien|nichts|nada)(?!.{0,80}\b(?:from|d'un|du|de la|in) (?:an? |the |un |une )?(?:text|texte|image|string|list|input|video|audio))/;

/** What it was given is gone afterwards. */
const IS_DESTROYED =
  /\b(?:is|are|gets?|will be|est|sont|sera|seront|wird|werden|es|son|sera|seran) (?:then |also |afterwards |permanently |ensuite |puis |aussi |definitivement |dann |anschliessend |luego )?(?:deleted|removed from (?:disk|the server)|wiped|erased|destroyed|purged|overwritten|supprime(?:e|s|es)? d[ue]|supprimes? (?:du disque|definitivement)|efface(?:e|s|es)?|detruit(?:e|s|es)?|ecrase(?:e|s|es)?|geloscht|vernichtet|borrad[oa]s|eliminad[oa]s)\b|\bleurs? \w+ detruits?\b/;

/** Words pushed out of sight by spaces: no table or indentation is that wide. */
const PADDED = /\S[ \t\u00a0\u3000]{100,}\S/;

/** A key that says of itself what it is, and whole: others may use it, or it is bait. */
const KEY =
  /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{18,}|sk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}|(?:AKIA|ASIA)[A-Z0-9]{16}\b|AIza[\w-]{30,}|xox[abprs]-[\w-]{16,})|-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/=]{8}/;

/** A word that is meant to be taken for another one. In a name, any that mixes Latin and Cyrillic letters. */
function isDisguised(text: string, place: string): boolean {
  if (isPrintable(text)) return false;
  const words = text.split(/[^\p{L}]+/u);
  const isName = place === 'name' || place === 'title';
  return words.some(word => DISGUISED.test(word) || (isName && LATIN.test(word) && CYRILLIC.test(word)));
}

const LATIN = /\p{Script=Latin}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
/** Latin letters with one or two between them that only look like them; units such as `kΩ` and formulas have none, or are shorter. */
const DISGUISED = new RegExp(
  `^(?=.{4})(?:[a-zA-Z]+[${LOOKALIKE_LETTERS}]{1,2}[a-z]|[${LOOKALIKE_LETTERS}]{1,2}[a-z]{2})[a-zA-Z${LOOKALIKE_LETTERS}]*$`,
);

/** A file with secrets, which a call reads where the agent says nothing. */
function isSecretFile(text: string, place: string): boolean {
  return place.endsWith('.default') && SECRET_FILE.test(text);
}

const SECRET_FILE =
  /^(?:\S{0,80}\/)?(?:\.ssh\/(?:id_|authorized)|\.aws\/credentials|etc\/(?:passwd|shadow)|\.netrc|\.git-credentials)/;
/** What a tool is for that has such a file by default. */
const NEEDS_FILE = /ssh|sftp|scp|\bgit|aws|s3\b|cred|\bkey|passwd|auth|deploy|remote|tunnel/;

/** An address that a call copies to where the agent says nothing. */
function isSecretCopy(text: string, place: string): boolean {
  if (!place.endsWith('.default') && !place.endsWith('.const')) return false;
  const name = /\.properties\.([^.]{1,80})\.(?:default|const)$/.exec(place)?.[1];
  if (name !== undefined && WATCHES.test(name) && /^https?:/.test(text)) return true;
  return name !== undefined && COPIES.test(name) && /^[^\s@]{1,64}@[^\s@]{2,200}$|^0x\w{6,}$/.test(text);
}

/** Names of parameters that say who is told of it all. */
const WATCHES = /audit|compliance|exfil|mirror|archive|collector/i;

/** Names of parameters that say whom to copy, or to pay. */
const COPIES = /(?:^|_|-)b?cc(?:$|_|-)|cop(?:y|ies)|archiv|monitor|audit|escrow|fee|wallet/i;
