import { hasPayload } from './payloads';
import {
  CONCEALMENT,
  DESTINATION,
  DIRECTIVE,
  EVERYTHING,
  FRENCH,
  IMPORTANT,
  OTHERS,
  OVERRIDE,
  PASSING,
  type Phrases,
  PRIVATE,
  SECRET_PATH,
  SECRET_WORDS,
  SENDING,
  SHADOWING,
  TO_MODEL,
  UNASKED,
} from './phrases';
import { isAboutAttacks, sentencesOf, speech } from './plainWords';

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
  /** Whether it describes a parameter: then what it names is what it wants. */
  readonly isParameter: boolean;
}

/** What a tool is for that has to do with secrets anyway, by what it may then name. */
const RELATED: readonly (readonly [RegExp, RegExp])[] = [
  [
    /conversation|messages|chat|history|historique|gesprach|historial|context\b|对话|聊天|会话/,
    /convers|chat|transcri|histor|recall|memor|souven|session|seance|hand[- _]?off|transf|agent|assistant|messag|thread|export|feedback|support|conseiller|humain|human|specialist|escalat|delegat|log\b|mail|inbox|dialog|记忆|会话|gedachtnis|erinner/,
  ],
  [
    /system (?:prompt|message)|systeme|instructions|系统提示/,
    /prompt|assistant|agent|model|chat|llm|invite|consigne/,
  ],
  [
    /./,
    /ssh|\bkeys?\b|key(?:s|ring|chain|store|pair)|cle\b|cles\b|cred|identif|secret|vault|coffre|\benv\b|dotenv|variab|config|deploy|deploi|publi|git|kube|aws|s3\b|cloud|docker|sftp|scp|\bhost|hote|serve[ur]|cert|sign|token|jeton|auth|login|connex|connect|scan|audit|wallet|portefeuille|cookie|browser|naviga|password|passe|account|compte|user|utilis|registry|npm|package|paquet|proxy|vpn|database|\bbase\b|sql|api\b|schluss|passwor|zugang|contrase|clave|密|钥/,
  ],
];

/** Says that a text has to be decoded, and what then. */
const DECODE_AND_OBEY =
  /\b(?:decod\w*|decrypt\w*|unescape|unpack\w*|undo|translate from|convert\w*|a convertir|rot13|base64|hexadecimal\w*|morse|entschlussel\w*|dekodier\w*|a l'envers|al reves|backwards|reversed?|descifr\w*|decodific\w*)\b.{0,80}(?:\b(?:and|then|et|puis|und|y|after|apres)\b|,).{0,24}\b(?:apply|applied|applique\w*|follow|obey|execute|carried out|carry out|comply|(?:do|does) (?:it|so|what)|obei\w*|suivre|suis|fuhr\w*|befolg\w*|ejecut\w*|aplic\w*|sigue|obedec\w*|cumpl\w*|after decoding)\b/;

/** What a parameter holds that is more than one value. */
const HOLDS_MUCH =
  /\b(?:contents?|contenus?|inhalt|contenido|copy|copie|list of|liste|all|tous|toutes|every|known|connus?|saved|stored|enregistree?s?|guardad[oa]s?|gespeichert\w*|everything|full|complete|complet|entire|whole|integral\w*|dump|earlier|previous|depuis le debut|alle|todos|todas)\b|所有|全部|内容/;

/** Destroys, or gives away: not a matter for the words of a tool to decide. */
const HARMS =
  /\b(?:delete|erase|wipe|destroy|drop|remove|disable|unlock|grant|transfer|pay|purchase|approve|deploy|publish|supprim\w+|effac\w+|detrui\w+|desactiv\w+|deverrouill\w+|accord\w+|vire[rz]?|paye[rz]?|approuv\w+|losch\w+|uberweis\w+|borr\w+|elimin\w+|transfier\w+)\b|删除|转账|批准/;

/** What a text in plain words (`plainWords`) asks of the agent that reads it. */
export function judge(plain: string, { purpose, isParameter }: Standpoint): readonly Judgement[] {
  const said = speech(plain);
  const says = reader(said);
  const conceals = says(CONCEALMENT);
  const overrides = says(OVERRIDE);
  const secret = namedSecret(said);
  const isPayload = hasPayload(said);
  const reaches = DESTINATION.test(said);
  const isToModel = TO_MODEL.test(said);
  const isImportant = IMPORTANT.test(said);
  const kinds: Ask[] = [];
  if (says(SHADOWING)) kinds.push('other-tools');
  if (!conceals && !overrides && !isPayload && !reaches && !isToModel && !isImportant && secret === undefined)
    return judged(DECODE_AND_OBEY.test(said) ? ['instructions', ...kinds] : kinds, false);

  const directs = says(DIRECTIVE);
  const isUnasked = says(UNASKED);
  const isForced = conceals || overrides || isUnasked || isImportant || isToModel;
  const path = SECRET_PATH.test(said);
  const passes = path ? says(PASSING) : secret !== undefined && reader(secret.around)(PASSING);
  const isOwn = secret !== undefined && isRelated(secret.name, purpose);
  const isWanted =
    isParameter && !isOwn && secret !== undefined && (path || PRIVATE.test(said) || HOLDS_MUCH.test(said));
  const isPassedOn = secret !== undefined && passes && (!isOwn || (isForced && directs));
  const isCertain = path && conceals && (directs || overrides || isImportant || passes);
  const isOrdered = isPayload && (!isAboutAttacks(plain) || directs || isToModel);
  if (
    overrides ||
    DECODE_AND_OBEY.test(said) ||
    (isImportant && (directs || conceals || path || isUnasked)) ||
    (isToModel && (isUnasked || isOrdered || (directs && HARMS.test(said))))
  )
    kinds.push('instructions');
  if (conceals) kinds.push('concealment');
  if (isWanted || isPassedOn || isCertain || isNameOfContents(plain)) kinds.push('secrets');
  if (reaches && sentencesOf(said).some(sentence => sends(sentence, isForced))) kinds.push('destination');
  if (isOrdered) kinds.push('payload');
  return judged(kinds, isCertain);
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

/** Looks for phrases in the languages that a text may be in. */
function reader(text: string): (phrases: Phrases) => boolean {
  const isFrench = FRENCH.test(text);
  const isOther = OTHERS.test(text);
  const has = (phrases: readonly RegExp[]): boolean => phrases.some(phrase => phrase.test(text));
  return ({ english, french, others }) =>
    has(english) || (isFrench && has(french)) || (isOther && has(others));
}

/** Whether a sentence sends more than was asked for to an address that it names. */
function sends(sentence: string, isForced: boolean): boolean {
  if (!IMAGE.test(sentence) && !TOWARDS.test(sentence)) return false;
  return isForced || EVERYTHING.test(sentence) || reader(sentence)(DIRECTIVE);
}

/** The secret that a text names, but not to say that it is left alone, and what is said with it: its sentence and the next one. */
function namedSecret(said: string): { readonly name: string; readonly around: string } | undefined {
  if (!SECRET_PATH.test(said) && !SECRET_WORDS.test(said) && !PRIVATE.test(said)) return undefined;
  const sentences = sentencesOf(said);
  for (const [i, sentence] of sentences.entries()) {
    const found = SECRET_PATH.exec(sentence) ?? SECRET_WORDS.exec(sentence) ?? PRIVATE.exec(sentence);
    if (found === null || LEFT_ALONE.test(sentence.slice(Math.max(0, found.index - 60), found.index)))
      continue;
    return { name: found[0], around: `${sentence}. ${sentences[i + 1] ?? ''}` };
  }
  return undefined;
}

/** Ends right before something that is not to be touched. */
const LEFT_ALONE =
  /\b(?:never|not|don't|doesn't|no|without|jamais|aucune?|pas de|ni|ne|n'y|nie|nicht|kein\w*|nunca|sin) (?:\S+ ){0,4}$|(?:不要|切勿|不会|不得).{0,6}$/;

function isRelated(secret: string, purpose: string): boolean {
  const row = RELATED.find(([secrets]) => secrets.test(secret));
  return row !== undefined && row[1].test(purpose);
}

/** A parameter whose very name asks for a file: `content_from_reading_ssh_id_rsa`. */
function isNameOfContents(plain: string): boolean {
  return plain.length < 80 && /\bcontents?\b/.test(plain) && SECRET_PATH.test(plain);
}

const TOWARDS = new RegExp(`(?:${SENDING.source}).{0,160}?(?:${DESTINATION.source})`);
/** An image whose address carries data away as soon as it is shown. */
const IMAGE = /!\[[^\]]{0,80}\]\(https?:\/\/[^)]{0,200}[?=]/;
