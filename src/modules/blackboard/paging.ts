import type { Board } from './board';
import type { Entry } from './entry';

/** What to look for, and where a page begins. */
export interface BoardQuery {
  /** Only these keys. */
  readonly keys?: readonly string[] | undefined;
  /** All of them must be there. */
  readonly tags?: readonly string[] | undefined;
  readonly limit: number;
  /** Goes on behind this place. */
  readonly after?: number | undefined;
  /** The board's version when the first page was asked for. */
  readonly asOf?: number | undefined;
}

/** An entry at its place in a list: the version that it had as of the first page. */
export interface Placed {
  readonly entry: Entry;
  readonly place: number;
}

/**
 * Entries, newest update first as of a version. One that was written since stands where it stood then, as it is now: so it is
 * found once, by whoever had not come to it. That holds for as long as the history knows the changes since.
 */
export function* placed(
  board: Board,
  { keys, tags = [], after = Infinity, asOf }: BoardQuery,
): Generator<Placed> {
  const wanted = keys === undefined ? undefined : new Set(keys);
  const since = asOf ?? board.version;
  const below = Math.min(after, since + 1);
  const moved = movedSince(board, since).filter(
    ({ entry, place }) =>
      place < below && (wanted?.has(entry.key) ?? true) && tags.every(tag => entry.tags.includes(tag)),
  );
  let next = 0;
  for (const entry of wanted === undefined ? board.tagged(tags, below) : named(board, wanted, tags, below)) {
    for (let each = moved[next]; each !== undefined && each.place > entry.version; each = moved[next]) {
      yield each;
      next += 1;
    }
    yield { entry, place: entry.version };
  }
  yield* moved.slice(next);
}

/** The entries of some keys, in the same order. */
function named(
  board: Board,
  keys: ReadonlySet<string>,
  tags: readonly string[],
  below: number,
): readonly Entry[] {
  return [...keys]
    .flatMap(key => board.find(key) ?? [])
    .filter(entry => entry.version < below && tags.every(tag => entry.tags.includes(tag)))
    .sort((a, b) => b.version - a.version);
}

/** Entries that were there at a version and have been written since, by where they stood. */
function movedSince(board: Board, version: number): readonly Placed[] {
  const stood = new Map<string, number>();
  // The first change of a key says where it stood; where it was new then, it stood nowhere.
  for (const { key, previous } of board.history.after(version)) {
    if (!stood.has(key)) stood.set(key, previous?.version ?? Infinity);
  }
  return [...stood]
    .flatMap(([key, place]) => {
      const entry = board.find(key);
      return entry === undefined || place > version ? [] : [{ entry, place }];
    })
    .sort((a, b) => b.place - a.place);
}
