import { useRef, useState } from 'preact/hooks';

/** One row of a table has its tab stop; arrow keys go from one to the next. */
export interface RowFocus {
  /** Index of the row that has the tab stop. */
  readonly at: number;
  readonly body: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocusIn: (event: FocusEvent) => void;
  };
}

/**
 * The keys of rows that come, go and move while somebody is among them: the focus belongs to a row, not to a place. `keys`: what
 * other keys do with a row. Each row is an element with `data-index`.
 */
export function useRowFocus(
  ids: readonly string[],
  keys: Readonly<Record<string, (id: string) => void>>,
): RowFocus {
  const [wanted, setWanted] = useState({ id: ids[0] ?? '', at: 0 });
  const rows = useRef<HTMLElement>(undefined);
  const found = ids.indexOf(wanted.id);
  // Where the row has gone, the one that is in its place now follows it.
  const at = found === -1 ? Math.max(0, Math.min(ids.length - 1, wanted.at)) : found;

  const focus = (index: number): void =>
    rows.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();

  function press(event: KeyboardEvent): void {
    const { target, currentTarget, key } = event;
    const id = ids[at];
    const isRow = target instanceof HTMLElement && target.dataset['index'] !== undefined;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || id === undefined) return;
    if (currentTarget instanceof HTMLElement) rows.current = currentTarget;
    const last = ids.length - 1;
    const next = { ArrowDown: Math.min(last, at + 1), ArrowUp: Math.max(0, at - 1), Home: 0, End: last }[key];
    if (next !== undefined) focus(next);
    // A button in the row has its own Enter.
    else if (isRow && keys[key]) keys[key](id);
    else return;
    event.preventDefault();
  }

  return {
    at,
    body: {
      onKeyDown: press,
      onFocusIn: ({ target, currentTarget }) => {
        const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-index]') : null;
        if (currentTarget instanceof HTMLElement) rows.current = currentTarget;
        const index = Number(row?.dataset['index'] ?? 0);
        setWanted({ id: ids[index] ?? '', at: index });
      },
    },
  };
}
