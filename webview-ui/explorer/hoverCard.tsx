import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../../src/shared/explorer/picture';

/** How long the mouse rests on a row before its card is shown, as in VS Code's own lists. */
const REST_MS = 500;
/** Room that is left to the edges of the view. */
const MARGIN_PX = 6;

/** A row whose card is shown, and where the row is. */
interface Shown {
  readonly id: string;
  readonly text: string;
  readonly top: number;
  readonly bottom: number;
}

/**
 * The card of a row: what is known of it, a line for each thing. It is shown where the mouse rests, and for the row that
 * has the focus with Ctrl+K Ctrl+I, the shortcut of VS Code's own lists. Screen readers hear its text with the row.
 */
export function useHoverCard(rowAt: (index: number) => Row | undefined) {
  const [shown, setShown] = useState<Shown>();
  const waiting = useRef(0);
  const isChord = useRef(false);

  function hide(): void {
    clearTimeout(waiting.current);
    setShown(undefined);
  }

  function show(element: HTMLElement | null | undefined): void {
    const row = rowAt(Number(element?.dataset['index'] ?? Number.NaN));
    if (!element?.isConnected || row?.tooltip === undefined) return hide();
    const { top, bottom } = element.getBoundingClientRect();
    setShown({ id: row.id, text: row.tooltip, top, bottom });
  }

  function over({ target }: MouseEvent): void {
    const element = target instanceof Element ? target : undefined;
    const row = element?.closest<HTMLElement>('[data-index]');
    const id = rowAt(Number(row?.dataset['index'] ?? Number.NaN))?.id;
    if (shown && shown.id === id) return;
    hide();
    // A sign or a button has a word of its own.
    if (row && !element?.closest('[title]')) waiting.current = window.setTimeout(() => show(row), REST_MS);
  }

  function leave({ relatedTarget }: MouseEvent): void {
    if (relatedTarget instanceof Element && relatedTarget.closest('.hover-card')) return;
    hide();
  }

  /** @returns whether the key was for the card, and for nothing else. */
  function press(event: KeyboardEvent, focused: HTMLElement | null | undefined): boolean {
    const wasChord = isChord.current;
    const isControl = event.ctrlKey || event.metaKey;
    if (event.key !== 'Control' && event.key !== 'Meta')
      isChord.current = isControl && event.key.toLowerCase() === 'k';
    if (wasChord && isControl && event.key.toLowerCase() === 'i') {
      show(focused);
      event.preventDefault();
      return true;
    }
    if (!shown) return false;
    if (event.key !== 'Control' && event.key !== 'Meta') hide();
    return event.key === 'Escape';
  }

  useEffect(() => {
    window.addEventListener('blur', hide);
    return () => {
      clearTimeout(waiting.current);
      window.removeEventListener('blur', hide);
    };
  }, []);

  return { over, leave, press, hide, card: shown && <Card key={shown.id} shown={shown} onLeave={hide} /> };
}

/** Below its row, or above where there is no room; the mouse can go into it, to read or to copy. */
function Card({ shown, onLeave }: { readonly shown: Shown; readonly onLeave: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  const [head, ...lines] = shown.text.split('\n');

  useLayoutEffect(() => {
    const card = element.current;
    if (!card) return;
    const { height } = card.getBoundingClientRect();
    const isBelow = shown.bottom + height + MARGIN_PX <= window.innerHeight;
    card.style.top = `${isBelow ? shown.bottom : Math.max(MARGIN_PX, shown.top - height)}px`;
  }, [shown]);

  return (
    <div ref={element} class="hover-card" role="tooltip" aria-hidden="true" onMouseLeave={onLeave}>
      <p class="card-head">{head}</p>
      {lines.map((line, at) => (
        <p key={at}>{line}</p>
      ))}
    </div>
  );
}
