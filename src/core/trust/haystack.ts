import { needlesOf } from './needles';

/** Places for three letters in a row: few texts fill more than some hundred. */
const PLACES = 4_096;

interface Needle {
  readonly text: string;
  readonly place: number;
}

const known = new WeakMap<RegExp, readonly Needle[] | undefined>();

/** A text in which many expressions are looked for: one is tried only where the text holds what each of its matches would. */
export class Haystack {
  readonly #text: string;
  /** Which three letters in a row it has somewhere. */
  readonly #marks = new Uint8Array(PLACES);

  constructor(text: string) {
    this.#text = text;
    for (let at = 0; at + 2 < text.length; at += 1) this.#marks[placeOf(text, at)] = 1;
  }

  /** As `expression.test(text)`. */
  has(expression: RegExp): boolean {
    const needles = neededBy(expression);
    return (needles === undefined || needles.some(this.#holds)) && expression.test(this.#text);
  }

  readonly #holds = ({ text, place }: Needle): boolean =>
    this.#marks[place] === 1 && this.#text.includes(text);
}

function neededBy(expression: RegExp): readonly Needle[] | undefined {
  if (!known.has(expression)) {
    const needles = needlesOf(expression)?.map(text => ({ text, place: placeOf(text, 0) }));
    known.set(expression, needles);
  }
  return known.get(expression);
}

/** Where three letters in a row are marked; some share a place. */
function placeOf(text: string, at: number): number {
  const [one, two, three] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  return (one * 961 + two * 31 + three) % PLACES;
}
