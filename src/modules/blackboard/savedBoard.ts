import { isRecord } from '../../core/support/json';
import { Board } from './board';
import type { Change, Entry } from './entry';
import { History } from './history';

/** A change whose entries are named by their versions: most stand in several. */
type SavedChange = Omit<Change, 'entry' | 'previous'> & {
  readonly entry: number | null;
  readonly previous: number | null;
};

interface SavedBoard {
  readonly version: number;
  /** `History.gone`. */
  readonly gone: number;
  /** `History.namespacesGone`. */
  readonly goneIn: readonly (readonly [string, number])[];
  readonly changes: readonly SavedChange[];
  /** Every entry, on the board or only in a change. */
  readonly entries: readonly Entry[];
  /** Versions of those on the board, in order. */
  readonly current: readonly number[];
}

/** The board as JSON text can hold it. */
export function saveBoard(board: Board): SavedBoard {
  const entries = new Map<number, Entry>();
  const versionOf = (entry: Entry | null): number | null => {
    if (entry !== null) entries.set(entry.version, entry);
    return entry?.version ?? null;
  };
  const current = Array.from(board.entries(), entry => {
    versionOf(entry);
    return entry.version;
  });
  const changes = Array.from(board.history.after(0), change => ({
    ...change,
    entry: versionOf(change.entry),
    previous: versionOf(change.previous),
  }));
  return {
    version: board.version,
    gone: board.history.gone,
    goneIn: board.history.namespacesGone,
    changes,
    entries: [...entries.values()],
    current,
  };
}

/** The board that `saveBoard` gave. */
export function loadBoard(saved: unknown): Board {
  if (!isRecord(saved)) return new Board();
  // What this domain saved itself, in this version.
  const { version, gone, goneIn, changes, entries, current } = saved as unknown as SavedBoard;
  const byVersion = new Map(entries.map(entry => [entry.version, entry]));
  const entryOf = (of: number | null): Entry | null => (of === null ? null : (byVersion.get(of) ?? null));
  const history = new History(gone, goneIn);
  for (const change of changes) {
    history.add({ ...change, entry: entryOf(change.entry), previous: entryOf(change.previous) });
  }
  const board = new Board(history);
  for (const each of current) {
    const entry = byVersion.get(each);
    if (entry !== undefined) board.put(entry);
  }
  board.continueFrom(version);
  return board;
}
