import { matchLines, NEW } from './lineMatch';

/** A text as it was at one moment, with who wrote what is new in it. */
export interface Version<Writer> {
  readonly lines: readonly string[];
  /** Null: somebody nobody knows. */
  readonly writer: Writer | null;
}

/** A text, and who wrote each of its lines. */
export interface WrittenText<Writer> {
  readonly lines: readonly string[];
  readonly writers: readonly (Writer | null)[];
}

/** A text of which nothing is known: what is new in the next version is somebody's, what was there before nobody's. */
export const NOTHING_WRITTEN: WrittenText<never> = { lines: [], writers: [] };

/** The lines of a text without their ends, as an editor numbers them; an empty last line is none. */
export function plainLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Who wrote each line of the next version: lines that stayed keep their writer, others have the version's. */
export function carriedTo<Writer>(
  { lines: before, writers }: WrittenText<Writer>,
  { lines, writer }: Version<Writer>,
): WrittenText<Writer> {
  const match = matchLines(before, lines);
  // What can't be compared is nobody's: it may be older than the version.
  const writerOf = (from: number): Writer | null =>
    from === NEW ? writer : from < 0 ? null : (writers[from] ?? null);
  return { lines, writers: Array.from(match, writerOf) };
}
