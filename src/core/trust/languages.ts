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

/** A text in which phrases are looked for, in the languages that it may be in. */
export class Reading {
  readonly text: string;
  readonly #haystack: Haystack;
  #isFrench: boolean | undefined;
  #isOther: boolean | undefined;

  constructor(text: string) {
    this.text = text;
    this.#haystack = new Haystack(text);
  }

  /** As `expression.test(text)`, for an expression that keeps no place. */
  has(expression: RegExp): boolean {
    return this.#haystack.has(expression);
  }

  says({ english, french, others }: Phrases): boolean {
    return (
      this.#hasOne(english) ||
      ((this.#isFrench ??= FRENCH.test(this.text)) && this.#hasOne(french)) ||
      ((this.#isOther ??= OTHERS.test(this.text)) && this.#hasOne(others))
    );
  }

  #hasOne(phrases: readonly RegExp[]): boolean {
    return phrases.some(phrase => this.#haystack.has(phrase));
  }
}

/** Little words of which a French text has some. A text that is wrongly taken for one costs time alone. */
const FRENCH =
  /\b(?:le|la|les|des|du|une?|et|est|ne|pas|vous|tu|dans|pour|sans|aux|ce|cette|il|elle|[ldnsc]'\w)\b/;

/** The same for the other languages. */
const OTHERS =
  /[\u0400-\u06ff\u3040-\u9fff\u1100-\u11ff]|\b(?:der|die|das|und|nicht|eine?|den|dem|el|los|las|una|con|para|que|gli|non|os|nao|se|no lo|es|im|zu|yang|dan|semua|jangan|het|een|alle|tum|nie|khong|ve)\b/;
