/** Shorter texts are in nearly every other text (chosen here). */
const MIN_LENGTH = 3;
/** From this length on, one is as rare as a longer one (chosen here). */
const RARE_LENGTH = 6;

/**
 * Texts of which every match of an expression holds at least one; undefined where its source does not say. Looking for them is cheap, and
 * spares an engine from ever reading most expressions: it takes a millisecond for one of ours, and 20 kB (measured).
 */
export function needlesOf({ source, ignoreCase }: RegExp): readonly string[] | undefined {
  return ignoreCase ? undefined : new SourceReader(source).alternatives();
}

/** What follows the parenthesis of a group. */
const OPENING = /\?(?::|<?[=!]|<\w+>)|(?!\?)/y;
const QUANTIFIER = /(?:[?*+]|\{\d+(?:,\d*)?\})\??|/y;
const CODE = /[\da-f]{4}/iy;
const PROPERTY = /\{[^}]+\}/y;

type Needles = readonly string[] | undefined;

/** Reads the source of an expression, from the left to the right. */
class SourceReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** What all alternatives need together, up to the end of their group. */
  alternatives(): Needles {
    const needles: string[] = [];
    let isKnown = true;
    do {
      const some = this.#sequence();
      if (some === undefined) isKnown = false;
      else needles.push(...some);
    } while (this.#takes('|'));
    return isKnown ? [...new Set(needles)] : undefined;
  }

  /** The rarest that one of its parts needs. */
  #sequence(): Needles {
    const found: (readonly string[])[] = [];
    let run = '';
    const endRun = (next = ''): void => {
      if (run.length >= MIN_LENGTH) found.push([run]);
      run = next;
    };
    while (this.#at < this.#source.length && !'|)'.includes(this.#next)) {
      const atom = this.#atom();
      const isOptional = this.#quantifier();
      if (atom === 'nothing') continue;
      if (typeof atom === 'object' && 'character' in atom && isOptional === undefined) {
        run += atom.character;
        continue;
      }
      const isNeeded = isOptional !== true && typeof atom === 'object';
      if (isNeeded && 'character' in atom) run += atom.character;
      endRun(isNeeded && 'character' in atom ? atom.character : '');
      if (isNeeded && 'needles' in atom && atom.needles !== undefined) found.push(atom.needles);
    }
    endRun();
    return found.toSorted((a, b) => rarity(b) - rarity(a) || a.length - b.length)[0];
  }

  /** One part without its quantifier: a character, a group, `any` of several characters, or `nothing`, as at a word boundary. */
  #atom(): { readonly character: string } | { readonly needles: Needles } | 'any' | 'nothing' {
    const start = this.#take();
    if (start === '^' || start === '$') return 'nothing';
    if (start === '.') return 'any';
    if (start === '[') return this.#characterClass();
    if (start === '\\') return this.#escape();
    if (start !== '(') return { character: start };
    const opening = this.#match(OPENING);
    const needles = this.alternatives();
    this.#take();
    return { needles: /[=!]$/.test(opening) ? undefined : needles };
  }

  #characterClass(): 'any' {
    for (let each = this.#take(); each !== ']'; each = this.#take()) if (each === '\\') this.#take();
    return 'any';
  }

  #escape(): { readonly character: string } | 'any' | 'nothing' {
    const kind = this.#take();
    if (kind === 'b' || kind === 'B') return 'nothing';
    if (kind === 'u') return { character: String.fromCharCode(Number.parseInt(this.#match(CODE), 16)) };
    if (/[pP]/.test(kind)) this.#match(PROPERTY);
    // Classes, references to groups, and controls, none of which a text must hold as it is written.
    return /[\da-z]/i.test(kind) ? 'any' : { character: kind };
  }

  /** Whether what comes before may be left out; undefined where there is none. */
  #quantifier(): boolean | undefined {
    const quantifier = this.#match(QUANTIFIER);
    return quantifier === '' ? undefined : /^(?:[?*]|\{0)/.test(quantifier);
  }

  get #next(): string {
    return this.#source[this.#at] ?? '';
  }

  #take(): string {
    const taken = this.#next;
    this.#at += 1;
    if (taken === '') throw new Error('The source of an expression ends in the middle.');
    return taken;
  }

  /** What a sticky expression matches here; it must match, if only nothing. */
  #match(expression: RegExp): string {
    expression.lastIndex = this.#at;
    const [found] = expression.exec(this.#source) ?? [];
    if (found === undefined) throw new Error('The source of an expression holds what is not read here.');
    this.#at += found.length;
    return found;
  }

  #takes(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at += 1;
    return true;
  }
}

/** How seldom a text holds one of them, from the shortest. */
function rarity(needles: readonly string[]): number {
  return Math.min(RARE_LENGTH, ...needles.map(({ length }) => length));
}
