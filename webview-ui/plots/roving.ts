import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** A list of buttons with one stop for the Tab key; arrows, Home and End move inside. */
export interface Roving {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly tabIndexOf: (at: number) => 0 | -1;
  readonly onFocus: (at: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The keys of a list of `count` buttons, of which `first` can be reached at the beginning. */
export function useRoving(count: number, first: number): Roving {
  const list = useRef<HTMLUListElement>(null);
  const [chosen, choose] = useState<number>();
  const current = Math.min(count - 1, chosen ?? first);
  return {
    list,
    tabIndexOf: at => (at === current ? 0 : -1),
    onFocus: choose,
    onKeyDown: event => {
      const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: count - 1 }[event.key];
      if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      list.current?.querySelectorAll('button')[Math.min(count - 1, Math.max(0, next))]?.focus();
    },
  };
}
