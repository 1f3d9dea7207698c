import { Haystack } from './haystack';
import { plainLetters } from './plainWords';

/** What says one thing, by language. `others`: all but English and French. */
export interface Phrases {
  readonly english: readonly RegExp[];
  readonly french: readonly RegExp[];
  readonly others: readonly RegExp[];
}

/** An expression in an alphabet that `plainWords` changes. */
export function spelled(source: string): RegExp {
  return new RegExp(plainLetters(source));
}

/** Looks for phrases in the languages that a text may be in. */
export function reader(text: string, haystack = new Haystack(text)): (phrases: Phrases) => boolean {
  const isFrench = FRENCH.test(text);
  const isOther = OTHERS.test(text);
  const has = (phrases: readonly RegExp[]): boolean => phrases.some(phrase => haystack.has(phrase));
  return ({ english, french, others }) =>
    has(english) || (isFrench && has(french)) || (isOther && has(others));
}

/** Little words of which a French text has some. A text that is wrongly taken for one costs time alone. */
const FRENCH =
  /\b(?:le|la|les|des|du|une?|et|est|ne|pas|vous|tu|dans|pour|sans|aux|ce|cette|il|elle|[ldnsc]'\w)\b/;

/** The same for the other languages. */
const OTHERS =
  /[\u0400-\u06ff\u3040-\u9fff\u1100-\u11ff]|\b(?:der|die|das|und|nicht|eine?|den|dem|el|los|las|una|con|para|que|gli|non|os|nao|se|no lo|es|im|zu|yang|dan|semua|jangan|het|een|alle|tum|nie|khong|ve)\b/;
