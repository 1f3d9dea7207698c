import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * What had the keyboard has it again when it comes back to the page: a menu, a list or a question of the editor takes it, and
 * the document forgets whose it was. Where that went meanwhile, or goes later, `next` has it. Nothing is taken from the editor.
 */
export function useKeptFocus(next: () => HTMLElement | null | undefined): void {
  const held = useRef<HTMLElement>(undefined);

  function regain(): void {
    if (!held.current || !document.hasFocus() || document.activeElement !== document.body) return;
    const element = held.current.isConnected ? held.current : next();
    element?.focus({ preventScroll: true });
  }

  useLayoutEffect(() => {
    const hold = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement) held.current = target;
    };
    document.addEventListener('focusin', hold);
    window.addEventListener('focus', regain);
    return () => {
      document.removeEventListener('focusin', hold);
      window.removeEventListener('focus', regain);
    };
  }, []);

  // What is moved or taken away loses the focus without anybody having meant it.
  const hadFocus = document.activeElement !== document.body;
  useLayoutEffect(() => {
    if (hadFocus) regain();
  });
}
