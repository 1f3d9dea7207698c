import type { TreeItem } from './treeModel';

/** What a key means in the tree. */
export type Step =
  | { readonly type: 'focus'; readonly index: number }
  | { readonly type: 'open'; readonly index: number; readonly isOpen: boolean }
  | { readonly type: 'enter'; readonly index: number }
  | { readonly type: 'collapseAll' }
  | { readonly type: 'search' }
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
}

/** The keys of VS Code's own trees; undefined for a key that is not ours. */
export function stepOf({ key, ctrlKey, metaKey, altKey }: Key, place: KeyPlace): Step | undefined {
  const { items, index, page, isTyping } = place;
  const isCommand = ctrlKey || metaKey;
  const item = items[index];
  if (altKey) return undefined;
  if (isCommand && key.toLowerCase() === 'f') return { type: 'search' };
  if (isCommand && key === 'ArrowLeft') return { type: 'collapseAll' };
  if (isCommand) return undefined;
  switch (key) {
    case 'ArrowDown':
      return to(items, index + 1);
    case 'ArrowUp':
      return to(items, index - 1);
    case 'Home':
      return to(items, 0);
    case 'End':
      return to(items, items.length - 1);
    case 'PageDown':
      return to(items, index + page);
    case 'PageUp':
      return to(items, index - page);
    case 'ArrowRight':
      if (!item?.hasChildren) return undefined;
      return item.isOpen ? to(items, index + 1) : { type: 'open', index, isOpen: true };
    case 'ArrowLeft':
      if (item?.isOpen === true) return { type: 'open', index, isOpen: false };
      return item !== undefined && item.parent >= 0 ? to(items, item.parent) : undefined;
    case 'Enter':
      return { type: 'enter', index };
    case '/':
      return isTyping ? { type: 'letter', letter: key } : { type: 'search' };
    case ' ':
      if (isTyping) return { type: 'letter', letter: key };
      return item?.hasChildren === true
        ? { type: 'open', index, isOpen: !item.isOpen }
        : { type: 'enter', index };
    default:
      return key.length === 1 ? { type: 'letter', letter: key } : undefined;
  }
}

function to(items: readonly TreeItem[], index: number): Step | undefined {
  if (items.length === 0) return undefined;
  return { type: 'focus', index: Math.min(items.length - 1, Math.max(0, index)) };
}
