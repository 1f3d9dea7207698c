import { again } from './again';
import { inView, ROW } from './explorer';
import { untilTitled } from './quickInput';
import { until } from './until';
import { click, isVisible, press, textOf } from './window';

const MENU = '.monaco-menu';

/** Opens the menu of the row that has the focus, or had it last; what it offers, in order. */
export async function openMenu(view = 'Workflows'): Promise<readonly string[]> {
  // The window may have the keyboard, e.g. after a menu.
  const script =
    'const { activeElement, defaultView } = element.ownerDocument; defaultView.focus(); activeElement.focus();';
  let text = '';
  await again('The menu of a row is open', async patienceMs => {
    await inView(view, script);
    await press('Shift+F10');
    text = await textOf(MENU, patienceMs);
  });
  return commandsIn(text);
}

/** Takes what the open menu offers. A menu lets clicks pass for a moment after it was opened. */
export async function take(command: string): Promise<void> {
  await until(`"${command}" is taken`, async () => {
    if (!(await isVisible(MENU))) return true;
    await click(`${MENU} >> text="${command}"`);
    return false;
  });
}

/**
 * Takes from the menu of the selected rows what asks something, and waits until that takes keys. The menu may give the keyboard
 * back to the view a moment after that is open, which closes it (see again.ts). @returns what the menu offers, in order
 */
export async function takeAsking(command: string, title: string, view = 'Workflows') {
  let offered: readonly string[] = [];
  await again(`"${command}" asks`, async patienceMs => {
    offered = await openMenu(view);
    await take(command);
    await untilTitled(title, patienceMs);
  });
  return offered;
}

/** The commands that a menu says, without the keys that it writes beside them. */
export function commandsIn(menu: string): readonly string[] {
  const isKeys = /^(?:(?:Ctrl|Shift|Alt)\+\S+ ?)+$/;
  return menu.split('\n').filter(line => line.trim() !== '' && !isKeys.test(line.trim()));
}

/** What the menu of the focused row goes by. */
interface FocusedContext {
  readonly id: string;
  readonly context: Record<string, unknown>;
  readonly isClosed: boolean;
}

/** The focused row of a view. */
export async function focusedContext(view: string): Promise<FocusedContext> {
  const [text, expanded] = (await inView(
    view,
    `const row = element.ownerDocument.activeElement.closest('${ROW}'); return [row.dataset.vscodeContext, row.ariaExpanded];`,
  )) as readonly [string, string | null];
  const context = JSON.parse(text) as Record<string, unknown>;
  return { id: String(context['webviewItemId']), context, isClosed: expanded === 'false' };
}
