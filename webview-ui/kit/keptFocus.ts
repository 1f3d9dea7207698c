import { useLayoutEffect, useRef } from 'preact/hooks';

/** What remembers where the keyboard was, for a page whose document is gone while another tab is in front of it. */
export interface KeptPlace {
  /** The place (`placeOf`) that had the keyboard in the document before; empty where none had it. */
  readonly before: string;
  readonly keep: (place: string) => void;
}

/**
 * What had the keyboard has it again when it comes back to the page: a menu, a list or a question of the editor takes it, and
 * the document forgets whose it was. Where that went meanwhile, or goes later, `next` has it. In a new document, what `kept`
 * remembers has it. Nothing is taken from the editor.
 */
export function useKeptFocus(next: () => HTMLElement | null | undefined, kept?: KeptPlace): void {
  const held = useRef<HTMLElement>(undefined);

  function regain(): void {
    if (!document.hasFocus() || document.activeElement !== document.body) return;
    const before = held.current ?? atPlace(kept?.before ?? '');
    if (!before) return;
    const element = before.isConnected ? before : next();
    element?.focus({ preventScroll: true });
  }

  useLayoutEffect(() => {
    const hold = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      held.current = target;
      kept?.keep(placeOf(target));
    };
    document.addEventListener('focusin', hold);
    window.addEventListener('focus', regain);
    return () => {
      document.removeEventListener('focusin', hold);
      window.removeEventListener('focus', regain);
    };
  }, []);

  // What is moved or taken away loses the focus without anybody having meant it; what is remembered is drawn later than the frame
  // has the focus.
  const isWanted = document.activeElement !== document.body || !held.current;
  useLayoutEffect(() => {
    if (isWanted) regain();
  });
}

/**
 * What the same element is called in another document: its `data-place`, or that of what it is in, else its ID or its name. Never
 * what stands in a row: that may be anybody's words.
 */
function placeOf(element: HTMLElement): string {
  const { place } = element.closest<HTMLElement>('[data-place]')?.dataset ?? {};
  const name = element.id || element.ariaLabel || (element.matches('a, button') ? element.textContent : '');
  return (place ?? name).slice(0, 400);
}

function atPlace(place: string): HTMLElement | undefined {
  if (place === '') return undefined;
  const all = document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, [tabindex]');
  return [...all].find(each => placeOf(each) === place);
}
