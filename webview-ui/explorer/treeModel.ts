import type { Row } from '../../src/shared/explorer/picture';
import type { SavedState } from '../../src/shared/webview/savedState';
import { percentage } from '../kit/percentage';

/** A row that can be seen by scrolling, with its place in the tree. */
export interface TreeItem {
  readonly row: Row;
  /** Index of its parent among the items; -1 at the top. */
  readonly parent: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  /** 1-based, among its siblings. */
  readonly position: number;
  readonly siblings: { count: number };
}

/** What a person opened and closed, by row id: the rest is as the picture says. */
export type Openness = ReadonlyMap<string, boolean>;

/** The rows that closed parents do not hide, in order. `kept`: these alone, all open. */
export function treeItems(
  rows: readonly Row[],
  openness: Openness,
  kept?: ReadonlySet<Row>,
): readonly TreeItem[] {
  const items: TreeItem[] = [];
  const ancestors: {
    readonly index: number;
    readonly level: number;
    readonly siblings: { count: number };
  }[] = [];
  const top = { count: 0 };
  let hiddenBelow = Number.POSITIVE_INFINITY;
  rows.forEach((row, at) => {
    if (row.level > hiddenBelow || kept?.has(row) === false) return;
    hiddenBelow = Number.POSITIVE_INFINITY;
    while ((ancestors.at(-1)?.level ?? 0) >= row.level) ancestors.pop();
    const parent = ancestors.at(-1);
    const siblings = parent?.siblings ?? top;
    siblings.count += 1;
    // Of first rows, what closed ones hide is still to come.
    const hasChildren = row.isOpen !== undefined || (rows[at + 1]?.level ?? 0) > row.level;
    const isOpen = hasChildren && (kept !== undefined || (openness.get(row.id) ?? row.isOpen ?? false));
    items.push({ row, parent: parent?.index ?? -1, hasChildren, isOpen, position: siblings.count, siblings });
    if (isOpen) ancestors.push({ index: items.length - 1, level: row.level, siblings: { count: 0 } });
    else if (hasChildren) hiddenBelow = row.level;
  });
  return items;
}

/** The rows above a row, from the nearest on; undefined where it is not there. */
export function rowsAbove(rows: readonly Row[], id: string): readonly string[] | undefined {
  const at = rows.findIndex(row => row.id === id);
  if (at < 0) return undefined;
  const found: string[] = [];
  let level = rows[at]?.level ?? 0;
  for (const row of rows.slice(0, at).toReversed()) {
    if (row.level >= level) continue;
    level = row.level;
    found.push(row.id);
  }
  return found;
}

/** Every row that can be closed, closed; the upper ones last, since what comes last is remembered. */
export function allClosed(rows: readonly Row[]): SavedState['openness'] {
  return rows
    .filter(({ isOpen }) => isOpen !== undefined)
    .toSorted((a, b) => b.level - a.level)
    .map(({ id }) => ({ id, isOpen: false }));
}

/**
 * The rows that a new picture would close over the row that somebody is at: it and what is above it. Nothing closes by itself
 * under a person's hands.
 */
export function closingOver(before: readonly Row[], after: readonly Row[], focus: string): readonly string[] {
  const at = before.findIndex(({ id }) => id === focus);
  const closed = new Set(after.filter(({ isOpen }) => isOpen === false).map(({ id }) => id));
  const closing: string[] = [];
  let level = Number.POSITIVE_INFINITY;
  for (const row of before.slice(0, at + 1).toReversed()) {
    if (row.level >= level) continue;
    level = row.level;
    if (row.isOpen === true && closed.has(row.id)) closing.push(row.id);
  }
  return closing;
}

/**
 * What a filter keeps: the rows whose label or state holds it or that stand for rows nobody has asked for yet, and what they stand
 * below. Undefined where it is empty.
 */
export function matching(rows: readonly Row[], filter: string): ReadonlySet<Row> | undefined {
  if (filter === '') return undefined;
  const text = filter.toLocaleLowerCase();
  const kept = new Set<Row>();
  const above: Row[] = [];
  for (const row of rows) {
    while ((above.at(-1)?.level ?? 0) >= row.level) above.pop();
    above.push(row);
    const words = `${row.label}\n${row.state ?? ''}`.toLocaleLowerCase();
    const isKept = row.kind === 'more' || words.includes(text);
    if (isKept) for (const each of above) kept.add(each);
  }
  return kept;
}

/** What a screen reader says of a row: what is written in it first, then what its signs mean. */
export function nameOf(row: Row, language: string): string {
  const { label, detail, figures, badge, progress, state, change, mark } = row;
  const done = progress === undefined ? undefined : percentage(progress, language);
  return [label, detail, figures, badge, done, state, change?.title, mark?.title]
    .filter(part => part !== undefined && part !== '')
    .join(', ');
}
