import { needlesOf } from './needles';

/** Places for three letters in a row: few texts fill more than some hundred. */
const PLACES = 4_096;

/** What a match holds of one alternative: one of each, the rarest first. */
type Needed = readonly (readonly string[])[];

/** An expression that is looked for. */
interface Sought {
  /** How many were known before it. */
  readonly order: number;
  /** What its matches hold; undefined where its source does not say. */
  readonly alternatives: readonly Needed[] | undefined;
}

const known = new WeakMap<RegExp, Sought>();
let knownCount = 0;

/** A text that alternatives of expressions need, and which expressions these are. */
interface Needle {
  readonly text: string;
  readonly orders: Set<number>;
}

/** The rarest text that each alternative of the known expressions needs, by its first three letters. */
const beginning: (Needle[] | undefined)[] = Array.from({ length: PLACES });

/**
 * A text in which many expressions are looked for: one is tried only where the text holds what each of its matches would. One walk
 * through the text finds those that it may hold, however many there are.
 */
export class Haystack {
  readonly #text: string;
  /** 1 for each expression that it may hold, of those that were known when it was made. */
  readonly #possible: Uint8Array;

  constructor(text: string) {
    this.#text = text;
    this.#possible = new Uint8Array(knownCount);
    for (let at = 0; at + 2 < text.length; at += 1) {
      const needles = beginning[placeOf(text, at)];
      if (needles === undefined) continue;
      for (const needle of needles)
        if (text.startsWith(needle.text, at)) for (const order of needle.orders) this.#possible[order] = 1;
    }
  }

  /** As `expression.test(text)`. */
  has(expression: RegExp): boolean {
    const { order, alternatives } = known.get(expression) ?? learnt(expression);
    if (alternatives !== undefined) {
      if (this.#possible[order] === 0 || !alternatives.some(this.#holdsAll)) return false;
    }
    return expression.test(this.#text);
  }

  readonly #holdsAll = (needed: Needed): boolean => needed.every(this.#holdsOne);

  readonly #holdsOne = (needles: readonly string[]): boolean => needles.some(this.#holds);

  readonly #holds = (needle: string): boolean => this.#text.includes(needle);
}

function learnt(expression: RegExp): Sought {
  const sought = { order: knownCount, alternatives: needlesOf(expression) };
  knownCount += 1;
  known.set(expression, sought);
  for (const [rarest = []] of sought.alternatives ?? [])
    for (const text of rarest) needleOf(text).orders.add(sought.order);
  return sought;
}

function needleOf(text: string): Needle {
  const others = (beginning[placeOf(text, 0)] ??= []);
  const same = others.find(each => each.text === text);
  if (same) return same;
  const needle = { text, orders: new Set<number>() };
  others.push(needle);
  return needle;
}

/** Where what begins with three letters is; some share a place. */
function placeOf(text: string, at: number): number {
  return (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) % PLACES;
}
