import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { StackCard } from '../../src/shared/reviewStack/picture';
import type { Remembered } from './remembered';

/** One card is open and has the tab stop; keys go from one to the next. */
export interface Cards {
  /** Index of the card that is open. */
  readonly at: number;
  /** The card itself, where it is drawn. */
  readonly current: () => HTMLElement | null | undefined;
  /** What the element around the cards listens to. */
  readonly list: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocusIn: (event: FocusEvent) => void;
    readonly onClick: (event: MouseEvent) => void;
  };
}

/**
 * The keys of cards that come, go and move: the focus belongs to a task, not to a place. Letters count only while a card itself has the
 * focus, none of its fields and buttons; and no letter says anything of a task: it leads to where that is said.
 */
export function useCards(
  around: RefObject<HTMLElement | null>,
  cards: readonly StackCard[],
  onRun: (item: string, command: string) => void,
  { card: before, keepCard }: Pick<Remembered, 'card' | 'keepCard'>,
): Cards {
  const [wanted, setWanted] = useState({ id: before, at: 0 });
  const found = cards.findIndex(({ id }) => id === wanted.id);
  // Where the card has gone, the one that is in its place now follows it.
  const at = found === -1 ? Math.max(0, Math.min(cards.length - 1, wanted.at)) : found;
  const elementAt = (index: number) => around.current?.querySelector<HTMLElement>(`[data-card="${index}"]`);
  const go = (index: number): void => elementAt(Math.max(0, Math.min(cards.length - 1, index)))?.focus();
  const into = (selector: string): void => elementAt(at)?.querySelector<HTMLElement>(selector)?.focus();

  function press(event: KeyboardEvent): void {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    const card = cards[at];
    const isOnCard = target instanceof HTMLElement && target.dataset['card'] !== undefined;
    if (!card || (!isOnCard && key !== 'Escape')) return;
    const does: Readonly<Record<string, () => void>> = {
      Escape: () => go(at),
      ArrowDown: () => go(at + 1),
      j: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      k: () => go(at - 1),
      Home: () => go(0),
      End: () => go(cards.length - 1),
      Enter: () => onRun(card.id, 'openTask'),
      d: () => onRun(card.id, 'openTaskChanges'),
      a: () => into('.review .primary'),
      r: () => into('.review textarea'),
    };
    if (!does[key]) return;
    event.preventDefault();
    does[key]();
  }

  const choose = (target: EventTarget | null): void => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-card]') : null;
    const index = Number(element?.dataset['card'] ?? Number.NaN);
    const card = cards[index];
    if (!card) return;
    setWanted({ id: card.id, at: index });
    keepCard(card.id);
  };

  return {
    at,
    current: () => elementAt(at),
    list: {
      onKeyDown: press,
      onFocusIn: ({ target }) => choose(target),
      onClick: ({ target }) => choose(target),
    },
  };
}
