import { bool, finite, listOf, record, type Shape, text } from './shape';

/** What a view remembers of itself while its document is gone, and over a reload of the window. */
export interface SavedState {
  /** When it was so, in epoch milliseconds: of two that are kept, the newer counts. */
  readonly at: number;
  /** Rows that a person opened or closed: the rest is as the picture says. */
  readonly openness: readonly { readonly id: string; readonly isOpen: boolean }[];
  readonly focus: string;
  readonly selection: readonly string[];
  readonly scrollTop: number;
  readonly query: string;
  readonly isSearching: boolean;
}

/** Longest search. */
export const MAX_QUERY = 400;
/** Rows that are remembered as opened, closed or selected. */
const MAX_REMEMBERED = 1_000;
const id = text(2_000);

/** Shape of what was opened and closed. */
export const opennessShape = listOf(record({ id, isOpen: bool }), MAX_REMEMBERED);

/** Whether unknown data is a state that was kept. */
export const isSavedState: Shape<SavedState> = record({
  at: finite,
  openness: opennessShape,
  focus: id,
  selection: listOf(id, MAX_REMEMBERED),
  scrollTop: finite,
  query: text(MAX_QUERY),
  isSearching: bool,
});

/** As much of a state as is kept: the rows that were opened and closed last. Half of a selection would be another one. */
export function keptOf(
  { openness, focus, selection, scrollTop, query, isSearching }: SavedState,
  at: number,
): SavedState {
  return {
    at,
    openness: openness.slice(-MAX_REMEMBERED),
    focus,
    selection: selection.length > MAX_REMEMBERED ? [] : selection,
    scrollTop,
    query,
    isSearching,
  };
}
