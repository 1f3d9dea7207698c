import { useRef, useState } from 'preact/hooks';

/** One item of a list or a table has the tab stop; arrow keys, Home and End go from one to the next. */
export interface Roving {
  /** Index of the item that has the tab stop. */
  readonly at: number;
  /** What the element around the items listens to. */
  readonly list: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocusIn: (event: FocusEvent) => void;
  };
}

/**
 * The keys of items that come, go and move while somebody is among them: the focus belongs to an item, not to a place. Each is an
 * element with `data-index`. `keys`: what other keys do with an item. `first`: which one can be reached at the beginning.
 */
export function useRoving(
  ids: readonly string[],
  keys: Readonly<Record<string, (id: string) => void>> = {},
  first = 0,
): Roving {
  const [wanted, setWanted] = useState({ id: ids[first] ?? '', at: first });
  const around = useRef<HTMLElement>(undefined);
  const found = ids.indexOf(wanted.id);
  // Where the item has gone, the one that is in its place now follows it.
  const at = found === -1 ? Math.max(0, Math.min(ids.length - 1, wanted.at)) : found;

  const focus = (index: number): void =>
    around.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();

  function press(event: KeyboardEvent): void {
    const { target, currentTarget, key } = event;
    const id = ids[at];
    const isItem = target instanceof HTMLElement && target.dataset['index'] !== undefined;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || id === undefined) return;
    if (currentTarget instanceof HTMLElement) around.current = currentTarget;
    const last = ids.length - 1;
    const next = { ArrowDown: Math.min(last, at + 1), ArrowUp: Math.max(0, at - 1), Home: 0, End: last }[key];
    if (next !== undefined) focus(next);
    // A button in the item has its own Enter.
    else if (isItem && keys[key]) keys[key](id);
    else return;
    event.preventDefault();
  }

  return {
    at,
    list: {
      onKeyDown: press,
      onFocusIn: ({ target, currentTarget }) => {
        const item = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-index]') : null;
        if (currentTarget instanceof HTMLElement) around.current = currentTarget;
        const index = Number(item?.dataset['index'] ?? 0);
        setWanted({ id: ids[index] ?? '', at: index });
      },
    },
  };
}
