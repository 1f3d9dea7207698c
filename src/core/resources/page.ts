import { MAX_PAGE_BYTES } from '../coordination/page';
import type { Numbered } from '../support/ring';

/** A numbered history that can be read from any place. */
export interface History<Row extends Numbered> {
  /** Number of the newest row that is not kept any more; 0 while all are. */
  readonly droppedSeq: number;
  /** No row has a higher number so far. */
  readonly lastSeq: number;
  /** What came after a number, oldest first. */
  after(seq: number): Iterable<Row>;
}

/** Where a reader goes on, and what it wants to see. */
export interface PageQuery<Row> {
  /** It has seen everything up to here. */
  readonly fromSeq: number;
  readonly limit: number;
  readonly matches: (row: Row) => boolean;
}

/** What a reader gets at a time. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Where to go on: everything up to here was looked at, also what did not match. */
  readonly nextSeq: number;
  /** Something after `fromSeq` is not kept any more: this begins with the oldest that is. */
  readonly isTruncated: boolean;
}

/** The next rows that match, as far as an answer has room for them: one at least. */
export function pageOf<Row extends Numbered>(
  history: History<Row>,
  { fromSeq, limit, matches }: PageQuery<Row>,
): Page<Row> {
  const rows: Row[] = [];
  let nextSeq = fromSeq;
  let size = 0;
  for (const row of history.after(fromSeq)) {
    if (matches(row)) {
      size += JSON.stringify(row).length;
      if (rows.length > 0 && size > MAX_PAGE_BYTES) break;
      rows.push(row);
    }
    nextSeq = row.seq;
    if (rows.length >= limit) break;
  }
  return { rows, nextSeq, isTruncated: fromSeq < history.droppedSeq };
}

/** The newest rows that match, for who looks at the end only. */
export function tailOf<Row extends Numbered>(
  history: History<Row>,
  limit: number,
  matches: (row: Row) => boolean,
): Page<Row> {
  const found = [...history.after(0)].filter(matches);
  return {
    rows: found.slice(-limit),
    nextSeq: history.lastSeq,
    isTruncated: found.length > limit || history.droppedSeq > 0,
  };
}
