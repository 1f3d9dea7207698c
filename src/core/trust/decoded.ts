import { asciiOfBase64 } from '../support/base64';

/** Stretches of one kind in a text that are decoded, and the longest, in characters. */
const MAX_STRETCHES = 20;
const MAX_STRETCH = 8_192;

/** What is shorter says nothing; what has fewer readable letters is no text. */
const MIN_READABLE = 0.85;

const NONE: readonly string[] = [];

/** Finds one kind of hidden spelling. */
type Decoder = (text: string) => readonly string[];

const DECODERS: readonly Decoder[] = [
  text => stretches(text, /[A-Za-z0-9+/_-]{24,}/g).map(asciiOfBase64),
  text => stretches(text, /(?:[0-9a-f]{2}){12,}/gi).map(ofHex),
  text => stretches(text, /(?:\\x[0-9a-f]{2}[ ,]?){8,}/gi).map(ofHex),
  text => stretches(text, /(?:\\u[0-9a-f]{4}){8,}/gi).map(ofEscapes),
  text => stretches(text, /(?:\b(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])[ ,;]{1,2}){10,}/g).map(ofDecimals),
  text => stretches(text, /(?:(?:%[0-9a-f]{2})+[\w.,:;/@-]{0,3}){6,}/gi).map(ofPercents),
  // Letters one by one, with wider gaps between words.
  text => stretches(text, /(?<![\p{L}])(?:\p{L}[ \u00a0]{1,4}){16,}\p{L}(?!\p{L})/gu).map(ofSpaced),
  // Prose with its spaces spelled so, which is no address.
  text => stretches(text, /(?<!\S)(?!https?:)[^\s%]{1,80}(?:%20[^\s]{1,80}?){3}\S*/gi).map(ofPercents),
  text => stretches(text, /(?:&#x?[0-9a-f]{2,6};[\w ]{0,3}){6,}/gi).map(ofEntities),
  // The commonest words of an attack, as rot13 and written backwards.
  text => (/vafgehpg|cebzcg|cnffjbeq|vtaber|\bhfre\b|hgvyvfngrhe|frperg/i.test(text) ? [rot13(text)] : []),
  text =>
    /snoitcurtsni|tpmorp|drowssap|erongi|resu eht|ruetasilitu|terces|\/{2}:s?ptth/i.test(text)
      ? [text.split('').toReversed().join('')]
      : [],
];

/** A text that was spelled in another way. */
export interface Decoded {
  readonly text: string;
  /** Whether it is prose, which nobody spells so without a reason. */
  readonly isProse: boolean;
}

/** Readable texts that a text has in it in another spelling: base64, hexadecimal, escapes, rot13, backwards, digits for letters. */
export function decodedIn(text: string): readonly Decoded[] {
  const once = decodedOnce(text);
  // Spelled so twice, it is not even a sample.
  return [...once, ...once.flatMap(each => decodedOnce(each.text))];
}

function decodedOnce(text: string): readonly Decoded[] {
  const plain = DECODERS.flatMap(decode => decode(text)).map(each => ({
    text: each,
    isProse: isProse(each),
  }));
  return [...plain, ...leetIn(text)].filter(each => isReadable(each.text));
}

/** Whether a decoded text is prose: several words of letters. */
function isProse(text: string): boolean {
  return (text.match(/(?:^|[\s.,;:!?'])\p{L}{2,}(?=[\s.,;:!?']|$)/gu)?.length ?? 0) >= 4;
}

function stretches(text: string, pattern: RegExp): readonly string[] {
  // Most texts have none: `matchAll` would copy the expression for each.
  const found = text.match(pattern) ?? NONE;
  return found.slice(0, MAX_STRETCHES).map(stretch => stretch.slice(0, MAX_STRETCH));
}

function isReadable(text: string): boolean {
  // Letters beyond ASCII were not decoded, and accents are few.
  const readable = text.replaceAll(/[^\t\n\r -~\u00a0-\u024f]/g, '').length;
  return text.length >= 8 && readable >= text.length * MIN_READABLE;
}

function ofHex(text: string): string {
  return [...text.matchAll(/[0-9a-f]{2}/gi)]
    .map(([byte]) => {
      const code = Number.parseInt(byte, 16);
      return code < 0x80 ? String.fromCharCode(code) : '\uFFFD';
    })
    .join('');
}

function ofEscapes(text: string): string {
  return text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

function ofDecimals(text: string): string {
  return [...text.matchAll(/\d+/g)].map(([code]) => String.fromCharCode(Number(code))).join('');
}

function ofPercents(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  );
}

function ofEntities(text: string): string {
  return text.replaceAll(/&#(x?)([0-9a-f]+);/gi, (entity, isHex: string, digits: string) => {
    const code = Number.parseInt(digits, isHex === '' ? 10 : 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

function ofSpaced(text: string): string {
  return text
    .split(/[ \u00a0]{2,}/)
    .map(word => word.replaceAll(/[ \u00a0]/g, ''))
    .join(' ');
}

function rot13(text: string): string {
  return text.replaceAll(/[a-z]/gi, letter => {
    const first = letter >= 'a' ? 97 : 65;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
}

/** Words with digits in the place of letters. */
const LEET_WORD = /\b[a-z]*(?:[a-z][013457]|[013457][a-z])[a-z013457]*[a-z][a-z013457]*\b/gi;

/** Common words, and those of attacks: what reads as none of them is a size, a model or a name, such as `5MB`, `gpt4o` or `k8s`. */
const COMMON_WORDS = new RegExp(
  `^(?:${[
    'access|all|also|always|and|any|are|as|ask|at|be|before|but|by|bypass|call|can|content|contents|copy|credentials|data|database|delete|disregard|do|email|environment|exfiltrate|file|files',
    'first|follow|for|forget|forward|from|get|give|have|hide|ignore|in|include|instruction|instructions|into|is|it|key|keys|message',
    'messages|must|never|new|not|now|of|on|only|or|other|output|parameter|password|passwords|path|please|previous|print|private',
    'prompt|prompts|read|reply|return|reveal|rule|rules|run|safety|secret|secrets|send|should|show|silently|system|tell|that|the|them|then',
    'these|this|to|token|tokens|tool|tools|upload|use|user|users|variables|when|will|with|without|write|you|your',
  ].join('|')})$`,
);

/** Several words with digits for letters are read; they are prose only where they are common words. */
function leetIn(text: string): readonly Decoded[] {
  const words = text.match(LEET_WORD) ?? NONE;
  if (words.length < 4) return [];
  const common = words.filter(word => COMMON_WORDS.test(ofLeet(word.toLowerCase()))).length;
  return [{ text: ofLeet(text), isProse: common >= 3 }];
}

const LEET: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

function ofLeet(text: string): string {
  return text.replaceAll(/[013457]/g, digit => LEET[digit] ?? digit);
}
