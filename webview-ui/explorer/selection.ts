import type { TreeItem } from './treeModel';

/** Rows that a person selected, by id, in the order of the tree or of the choosing. */
export type Selection = readonly string[];

/** With the row, or without it where it was selected. */
export function toggled(selection: Selection, id: string): Selection {
  return selection.includes(id) ? selection.filter(each => each !== id) : [...selection, id];
}

/** Every row from one to another, both included. */
export function between(items: readonly TreeItem[], from: number, to: number): Selection {
  return items.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ row }) => row.id);
}

/** What a row's menu acts on. */
export interface MenuContext {
  /** The rows, where they are several: read by the extension. */
  readonly webviewItemIds?: readonly string[];
  /** Whether they are several: read by `when` clauses, as of VS Code's own lists. */
  readonly listMultiSelection?: true;
}

/**
 * The selected rows of the kind of the one whose menu is opened, where it is one of them. A group has no commands of its own:
 * its menu is for the servers that are selected.
 */
export function menuContext(
  items: readonly TreeItem[],
  selection: ReadonlySet<string>,
  index: number,
): MenuContext {
  const row = items[index]?.row;
  if (!row) return {};
  const isGroup = kindOf(row.kind) === 'group';
  if (!isGroup && !selection.has(row.id)) return {};
  const kind = isGroup ? 'server' : kindOf(row.kind);
  const ids = items
    .filter(item => selection.has(item.row.id) && kindOf(item.row.kind) === kind)
    .map(item => item.row.id);
  return ids.length > 1 ? { webviewItemIds: ids, listMultiSelection: true } : {};
}

/** The first of the words that a menu goes by. */
function kindOf(kind: string): string {
  return kind.split(' ', 1)[0] ?? '';
}
