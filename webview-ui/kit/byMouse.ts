/**
 * Marks the document while a mouse is used, for style sheets. A browser keeps the ring of the keyboard where a script moves the focus on,
 * as a tree does after a click; lists show who was clicked by their colour.
 */
export function markMouse(): void {
  const { dataset } = document.documentElement;
  document.addEventListener('pointerdown', () => void (dataset['mouse'] = ''), true);
  document.addEventListener('keydown', () => delete dataset['mouse'], true);
}
