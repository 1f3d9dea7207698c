import type { Picture, Row } from '../../src/shared/explorer/picture';
import type { SavedState } from '../../src/shared/webview/savedState';
import { ROW_HEIGHT_PX } from './rowView';
import type { TreeItem } from './treeModel';

/** Rows that are kept of what was seen: more than a side bar shows (chosen here). */
const MAX_SEEN = 80;

/** Marks in `webviewItem` a row of which it is not known whether it is still so: no menu goes by it. */
const SEEN = 'seen';

/**
 * What is kept of a picture for the next document of the view: its first rows as they look, with nothing that could be done with them.
 */
export function seenOf({ words }: Picture, items: readonly TreeItem[]): Picture {
  const rows = items.slice(0, MAX_SEEN).map(({ row }) => asItLooks(row));
  return { rows, notes: [], meters: [], words, query: '' };
}

/** Whether the rows that are kept are those that a view shows at first. */
export function beginsWithSeen({ scrollTop, isSearching, query }: SavedState, heightPx: number): boolean {
  return !isSearching && query.trim() === '' && scrollTop + heightPx <= MAX_SEEN * ROW_HEIGHT_PX;
}

function asItLooks({ actions: _a, enter: _e, drop: _d, uri: _u, tooltip: _t, ...row }: Row): Row {
  return { ...row, kind: SEEN, target: {} };
}
