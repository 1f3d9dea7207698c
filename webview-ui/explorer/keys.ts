import type { TreeItem } from './treeModel';

/** What a key means in the tree. */
export type Step =
  | { readonly type: 'focus'; readonly index: number }
  | { readonly type: 'open'; readonly index: number; readonly isOpen: boolean }
  | { readonly type: 'enter'; readonly index: number }
  /** Select everything from where the selection began. */
  | { readonly type: 'extend'; readonly index: number }
  | { readonly type: 'toggle'; readonly index: number }
  | { readonly type: 'selectAll' }
  | { readonly type: 'selectNone' }
  /** To the buttons of the row. */
  | { readonly type: 'actions' }
  | { readonly type: 'menu' }
  | { readonly type: 'collapseAll' }
  | { readonly type: 'search' }
  /** To another place, where a person may move it. */
  | { readonly type: 'move'; readonly to: 'up' | 'down' }
  | { readonly type: 'letter'; readonly letter: string };

/** The part of a key press that counts. */
export type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** What a list knows when a key is pressed. */
export interface KeyPlace {
  readonly items: readonly TreeItem[];
  /** The focused item. */
  readonly index: number;
  /** Rows that fit on a page. */
  readonly page: number;
  /** Whether somebody is typing the beginning of a name: a space belongs to it. */
  readonly isTyping: boolean;
  readonly hasSelection: boolean;
}

/** The keys of VS Code's own trees; undefined for a key that is not ours. */
export function stepOf(key: Key, place: KeyPlace): Step | undefined {
  if (key.altKey)
    return isVertical(key.key) ? { type: 'move', to: key.key === 'ArrowUp' ? 'up' : 'down' } : undefined;
  if (key.ctrlKey || key.metaKey) return commandOf(key.key);
  const moved = movedTo(key.key, place);
  if (moved !== undefined)
    return { type: key.shiftKey && isVertical(key.key) ? 'extend' : 'focus', index: moved };
  return plainStep(key, place);
}

function commandOf(key: string): Step | undefined {
  switch (key) {
    case 'f':
    case 'F':
      return { type: 'search' };
    case 'a':
    case 'A':
      return { type: 'selectAll' };
    case '.':
      return { type: 'actions' };
    case 'ArrowLeft':
      return { type: 'collapseAll' };
    default:
      return undefined;
  }
}

function isVertical(key: string): boolean {
  return key === 'ArrowUp' || key === 'ArrowDown';
}

/** The index that a key goes to, within the list; undefined for one that goes nowhere. */
function movedTo(key: string, { items, index, page }: KeyPlace): number | undefined {
  const item = items[index];
  const last = items.length - 1;
  if (last < 0) return undefined;
  const within = (to: number): number => Math.min(last, Math.max(0, to));
  switch (key) {
    case 'ArrowDown':
      return within(index + 1);
    case 'ArrowUp':
      return within(index - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return within(index + page);
    case 'PageUp':
      return within(index - page);
    case 'ArrowRight':
      return item?.isOpen === true ? within(index + 1) : undefined;
    case 'ArrowLeft':
      return item?.isOpen === false && item.parent >= 0 ? item.parent : undefined;
    default:
      return undefined;
  }
}

function plainStep(
  { key, shiftKey }: Key,
  { items, index, isTyping, hasSelection }: KeyPlace,
): Step | undefined {
  const item = items[index];
  switch (key) {
    case 'ArrowRight':
    case 'ArrowLeft': {
      const isOpen = key === 'ArrowRight';
      return item?.hasChildren === true && item.isOpen !== isOpen
        ? { type: 'open', index, isOpen }
        : undefined;
    }
    case 'Enter':
      return { type: 'enter', index };
    case 'Escape':
      return hasSelection ? { type: 'selectNone' } : undefined;
    case 'F10':
      return shiftKey ? { type: 'menu' } : undefined;
    case '/':
      return isTyping ? { type: 'letter', letter: key } : { type: 'search' };
    case ' ':
      return isTyping ? { type: 'letter', letter: key } : { type: 'toggle', index };
    default:
      return key.length === 1 ? { type: 'letter', letter: key } : undefined;
  }
}
