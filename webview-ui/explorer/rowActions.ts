/** Puts the focus on the first button of a row, where it has one. */
export function enterActions(row: HTMLElement | null | undefined): void {
  buttonsOf(row)[0]?.focus();
}

/**
 * A key on one of a row's buttons: sideways to the next one, Escape back to the row, and what presses a button presses it.
 * False for a key that the tree shall have.
 */
export function pressInActions(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || !target.classList.contains('action')) return false;
  event.stopPropagation();
  if (key === 'Enter' || key === ' ') return true;
  const row = target.closest<HTMLElement>('[role="treeitem"]');
  const buttons = buttonsOf(row);
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 && key !== 'Escape') return false;
  event.preventDefault();
  const next = step === 0 ? row : buttons[buttons.indexOf(target) + step];
  next?.focus();
  return true;
}

function buttonsOf(row: HTMLElement | null | undefined): readonly HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('.action') ?? [])];
}
