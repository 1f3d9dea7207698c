import { needlesOf } from './needles';

/** Places for three letters in a row: few texts fill more than some hundred. */
const PLACES = 4_096;

/** Marks in one number, and the power of two that this is. */
const BITS = 32;
const SHIFT = 5;

interface Needle {
  readonly text: string;
  readonly place: number;
}

/** What a match holds of one alternative: one of each. */
type Needed = readonly (readonly Needle[])[];

const known = new WeakMap<RegExp, readonly Needed[] | undefined>();

/** A text in which many expressions are looked for: one is tried only where the text holds what each of its matches would. */
export class Haystack {
  readonly #text: string;
  /** Which three letters in a row it has somewhere. */
  readonly #marks = new Uint32Array(PLACES / BITS);

  constructor(text: string) {
    this.#text = text;
    for (let at = 0; at + 2 < text.length; at += 1) {
      const place = placeOf(text, at);
      this.#marks[place >>> SHIFT] = (this.#marks[place >>> SHIFT] ?? 0) | (1 << (place % BITS));
    }
  }

  /** As `expression.test(text)`. */
  has(expression: RegExp): boolean {
    const alternatives = neededBy(expression);
    return (alternatives?.some(this.#holdsAll) ?? true) && expression.test(this.#text);
  }

  readonly #holdsAll = (needed: Needed): boolean => needed.every(needles => needles.some(this.#holds));

  readonly #holds = ({ text, place }: Needle): boolean =>
    ((this.#marks[place >>> SHIFT] ?? 0) & (1 << (place % BITS))) !== 0 && this.#text.includes(text);
}

function neededBy(expression: RegExp): readonly Needed[] | undefined {
  if (!known.has(expression)) {
    const place = (text: string): Needle => ({ text, place: placeOf(text, 0) });
    const alternatives = needlesOf(expression);
    known.set(
      expression,
      alternatives?.map(needed => needed.map(needles => needles.map(place))),
    );
  }
  return known.get(expression);
}

/** Where three letters in a row are marked; some share a place. */
function placeOf(text: string, at: number): number {
  const [one, two, three] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  return (one * 961 + two * 31 + three) % PLACES;
}
