/** Sees into the page of a task, whose document is two frames deep. */
import { commands, ConfigurationTarget, window, workspace } from 'vscode';
import { until } from './until';
import { evaluate, press, textNow } from './window';

/** The page that is in front. */
export const PAGE = 'main:has(h1):not(#card)';

/** Runs a function body on the page, called `element` there. */
export async function inPage(script: string): Promise<unknown> {
  return await evaluate(PAGE, script);
}

/** What a person reads on it; nothing where it is not there yet. */
export async function pageText(): Promise<string> {
  return await textNow(PAGE);
}

/** Waits until the page says something, and gives all that it says. */
export async function untilPageSays(words: RegExp, timeoutMs?: number): Promise<string> {
  return await until(
    `The page says ${words}`,
    async () => {
      const text = await pageText();
      return words.test(text) ? text : undefined;
    },
    timeoutMs,
  );
}

/** What has the focus in it: its name, else its text. */
export async function focused(): Promise<string> {
  return String(
    await inPage(
      `const focused = element.ownerDocument.activeElement;
      return focused === element.ownerDocument.body ? '' : (focused.ariaLabel ?? focused.innerText).trim();`,
    ),
  );
}

/** Presses Tab from the first button of the page until something has the focus; gives the names passed on the way. */
export async function tabFromTopTo(name: RegExp): Promise<readonly string[]> {
  // The window may give the focus to the page itself a moment after it is in front.
  const first = await until('The page has the focus', async () => {
    await inPage(`element.querySelector('button').focus()`);
    return ((await hasKeyboard()) && (await focused())) || undefined;
  });
  return name.test(first) ? [] : [first, ...(await tabTo(name))];
}

/** The same from where the focus is. */
export async function tabTo(name: RegExp): Promise<readonly string[]> {
  return await walkTo(name, 'Tab');
}

/** The same towards the beginning of the page. */
export async function tabBackTo(name: RegExp): Promise<readonly string[]> {
  return await walkTo(name, 'Shift+Tab');
}

/** Ends where the page ends: the window around it has more to stop at on some machines than on others. */
async function walkTo(name: RegExp, keys: string): Promise<readonly string[]> {
  const passed: string[] = [];
  do {
    await press(keys);
    const now = await focused();
    if (name.test(now)) return passed;
    passed.push(now);
  } while (await hasKeyboard());
  throw new Error(`${keys} never came to ${name}, only to ${passed.join(' | ')}`);
}

/** Waits until the page has the keyboard: the window gives it to a page a moment after it is in front. */
export async function untilPageHasKeyboard(timeoutMs?: number): Promise<boolean> {
  return await until('The page has the keyboard', hasKeyboard, timeoutMs);
}

async function hasKeyboard(): Promise<boolean> {
  return (await inPage('return element.ownerDocument.hasFocus()')) === true;
}

/** Covers the page with another tab, which takes its document away, and comes back to it. */
export async function coverPage(says: RegExp): Promise<void> {
  const label = (): string | undefined => window.tabGroups.activeTabGroup.activeTab?.label;
  const page = label();
  await commands.executeCommand('workbench.action.files.newUntitledFile');
  await until('Another tab is in front', () => label() !== page);
  await until('The page is gone', async () => (await pageText()) === '');
  await commands.executeCommand('workbench.action.closeActiveEditor');
  await until('The page is in front', () => label() === page);
  await untilPageSays(says);
}

/** The tabs in which pages of tasks are open. */
export function pageTabs(): readonly string[] {
  return window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) =>
      String((input as { viewType?: string } | undefined)?.viewType).endsWith('switchyard.task'),
    )
    .map(({ label }) => label);
}

/** Gives the window a theme, and waits until the page has it. */
export async function wear(theme: string, kind: string): Promise<void> {
  await workspace.getConfiguration('workbench').update('colorTheme', theme, ConfigurationTarget.Global);
  await until('The page has the theme', async () =>
    String(await inPage('return element.ownerDocument.body.className'))
      .split(' ')
      .includes(kind),
  );
}

/** What stands in the field for a review; undefined while its page is on its way. */
export async function draftText(): Promise<string | undefined> {
  try {
    return String(await inPage(`return element.querySelector('textarea')?.value ?? 'none'`));
  } catch {
    return undefined; // Its page is on its way.
  }
}
