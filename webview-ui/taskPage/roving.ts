import { useRef, useState } from 'preact/hooks';

/** One item of a list has its tab stop; arrow keys go from one to the next. */
export interface Roving {
  /** Index of the item that has the tab stop. */
  readonly at: number;
  readonly list: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocusIn: (event: FocusEvent) => void;
  };
}

/** The keys of a list of `count` items, each an element with `data-index`. `onEnter`: what Enter and Space do. */
export function useRoving(count: number, onEnter: (index: number) => void): Roving {
  const [wanted, setWanted] = useState(0);
  const container = useRef<HTMLElement>(undefined);
  const at = Math.max(0, Math.min(count - 1, wanted));

  function move(index: number): void {
    const next = Math.max(0, Math.min(count - 1, index));
    setWanted(next);
    container.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
  }

  function press(event: KeyboardEvent): void {
    const isItem = event.target instanceof HTMLElement && event.target.dataset['index'] !== undefined;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.currentTarget instanceof HTMLElement) container.current = event.currentTarget;
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Home: () => move(0),
      End: () => move(count - 1),
      // A button in the item has its own Enter.
      ...(isItem ? { Enter: () => onEnter(at), ' ': () => onEnter(at) } : {}),
    };
    const key = keys[event.key];
    if (!key) return;
    event.preventDefault();
    key();
  }

  return {
    at,
    list: {
      onKeyDown: press,
      onFocusIn: ({ target }) => {
        const item = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-index]') : null;
        if (item) setWanted(Number(item.dataset['index']));
      },
    },
  };
}
