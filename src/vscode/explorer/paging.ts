import type { Row } from '../../shared/explorer/picture';
import { numeral } from '../words/amounts';
import type { Wording } from '../words/wording';

/** Children of one row that are shown, and how many more a person gets who asks. */
const PAGE = 200;

/** How many children a person asked to see, by the id of the row that they stand below. */
export type Shown = ReadonlyMap<string, number>;

/** Rows that a picture has without being asked: what comes last is counted then, and drawn for who asks (chosen here). */
const ROWS_UNASKED = 4_000;

/** How many children are drawn of each row of one picture, the first rows first. */
export class Paging {
  readonly #shown: Shown;
  #left = ROWS_UNASKED;

  constructor(shown: Shown) {
    this.#shown = shown;
  }

  /** How many of `all` children of a row are drawn. */
  take(parent: string, all: number): number {
    const asked = this.#shown.get(parent);
    const count = asked ?? (this.#left > 0 ? PAGE : 0);
    this.#left -= Math.min(count, all);
    return count;
  }
}

/** Where children stand. */
interface Place {
  /** Id of the row above them. */
  readonly parent: string;
  readonly level: number;
}

/** What is below a row, as far as it is shown, and a row that shows more of it. Nothing is drawn that is not shown. */
export function paged(
  { parent, level }: Place,
  children: readonly (() => readonly Row[])[],
  paging: Paging,
  wording: Wording,
): readonly Row[] {
  const count = paging.take(parent, children.length);
  const rows = children.slice(0, count).flatMap(draw => draw());
  const more = children.length - count;
  if (more <= 0) return rows;
  const row: Row = {
    // Another one each time: the first of the rows that take its place gets the focus.
    id: `more:${count}:${parent}`,
    level,
    icon: 'ellipsis',
    label: wording.t('Show {0} more…', numeral(Math.min(PAGE, more), wording)),
    detail: wording.t('{0} of {1}', numeral(count, wording), numeral(children.length, wording)),
    enter: SHOW_MORE,
    kind: 'more',
    target: {},
  };
  return [...rows, row];
}

/** What a row that shows more offers: nothing for anybody but the view itself. */
export const SHOW_MORE = 'showMore';

/** With one page more below the parent of such a row. */
export function withMore(shown: Shown, row: string): Shown {
  const [, count, parent] = /^more:(\d+):(.*)$/s.exec(row) ?? [];
  return parent === undefined ? shown : new Map(shown).set(parent, Number(count) + PAGE);
}
