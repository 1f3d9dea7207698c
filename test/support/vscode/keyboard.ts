/** Works the window as a person without a mouse does: nothing here points, and nothing gives the focus by itself. */
import { again } from './again';
import { inView, ROW, tree } from './explorer';
import { focused as focusedOnPage, untilPageHasKeyboard, untilPageSays } from './taskPage';
import { GIVE_UP_MS } from './patience';
import { FIELD, PICK, untilFieldHasKeyboard } from './quickInput';
import { commandsIn } from './rowMenu';
import { until } from './until';
import { keyboardIsAt } from './whatIsShown';
import { evaluate, evaluateNow, isVisible, press, textNow, textOf, type } from './window';

const MENU = '.monaco-menu';
const DIALOG = '.monaco-dialog-box';
/** The frame of a webview has the keyboard, and nothing in it. */
const ON_FRAME_ONLY = 'iframe webview ready > body';
/** What is gone for this long will not come back: one list may take the place of another. */
const CLOSED_MS = 1000;

/** Runs a command by its words, from the palette. */
export async function run(words: string): Promise<void> {
  await again(`The palette offers "${words}"`, async () => {
    await press('F1');
    await find(words);
  });
  await take(words);
}

/** Takes a choice of the list that something opens. */
export async function pick(open: () => Promise<void>, words: string): Promise<void> {
  await again(`There is a list with "${words}"`, async () => {
    await open();
    await find(words);
  });
  await take(words);
}

/** Takes what is chosen already, in the list that something opens. */
export async function confirm(open: () => Promise<void>, title: string): Promise<void> {
  await again(`"${title}" is asked`, async patienceMs => {
    await open();
    await asked(title, patienceMs);
  });
  await press('Enter');
}

/** Types into the open list and goes down to the wanted choice. @throws {Error} when it never has the keyboard, or is closed. */
export async function find(words: string): Promise<void> {
  await textOf(`${PICK} input`, GIVE_UP_MS);
  await type(words);
  let lastSeen = Date.now();
  // What else fits the words may stand above it.
  const comesTo = async (): Promise<boolean> => {
    if (await isVisible(PICK)) lastSeen = Date.now();
    // An editor that has just opened takes the keyboard a moment later, which closes the list.
    else if (Date.now() - lastSeen > CLOSED_MS) throw new Error(`The list for "${words}" was closed.`);
    const focused = await focusedChoice();
    if (focused.includes(words)) return true;
    if (focused !== '') await press('ArrowDown');
    return false;
  };
  await until(`"${words}" can be taken`, comesTo, GIVE_UP_MS);
}

async function take(words: string): Promise<void> {
  await press('Enter');
  // What closes would swallow the next keys.
  const choice = `.quick-input-list .monaco-list-row[aria-label*=${JSON.stringify(words)}]`;
  await until('It is taken', async () => !(await isVisible(choice)));
}

/** Waits until the open list of choices, or the field, asks this, and takes keys. */
export async function asked(words: string, timeoutMs?: number): Promise<void> {
  await textOf(`${PICK} >> text=${words}`, timeoutMs);
  await untilFieldHasKeyboard();
}

/**
 * Opens what asks for a text, writes over what its field holds, and takes that. The field is looked at before Enter: words that
 * went elsewhere are seen as that.
 */
export async function answer(open: () => Promise<void>, title: string, words: string): Promise<void> {
  await again(`"${title}" has the words`, async patienceMs => {
    await open();
    await asked(title, patienceMs);
    await write(words);
  });
  await press('Enter');
  await until(`"${title}" is answered`, async () => !(await isVisible(`${PICK} >> text=${title}`)));
}

/** Writes over what the open field holds. @throws {Error} where the field has not the keyboard, or the words went elsewhere */
export async function write(words: string): Promise<void> {
  await untilFieldHasKeyboard();
  await press('Control+a');
  await type(words);
  const value = (): Promise<unknown> => evaluateNow(FIELD, 'return element.value');
  await until('They are in it', async () => (await value()) === words, GIVE_UP_MS);
}

/** Leaves the open list of choices, or the field. */
export async function leavePick(): Promise<void> {
  await press('Escape');
  await until('Nothing is asked any more', async () => !(await isVisible(PICK)));
}

/** Brings the focus into a view's tree, as the command of VS Code for each view does. */
export async function goTo(view: string): Promise<void> {
  // What VS Code has just closed may take the focus back: then a person goes there again.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await hasFocus(view)) return;
    await run(`Focus on ${view} View`);
    await until(`${view} has the focus`, () => hasFocus(view), GIVE_UP_MS).catch(() => undefined);
  }
  await until(`${view} has the focus`, () => hasFocus(view));
}

/** Walks down a view's tree to the first row whose name begins so. The row is among those that the view's top shows. */
export async function goToRow(view: string, name: string): Promise<void> {
  await goTo(view);
  await press('Home');
  const place = async (): Promise<number> =>
    (await seen(view)).names.findIndex(each => each.startsWith(name));
  await until(`There is a row "${name}"`, async () => (await place()) >= 0);
  await again(`"${name}" has the keyboard`, async () => {
    await goTo(view);
    await press('Home');
    const steps = await place();
    for (let step = 0; step < steps; step += 1) await press('ArrowDown');
    await until('It has it', async () => (await seen(view)).focused.startsWith(name), GIVE_UP_MS);
  });
}

/** Opens the menu of what has the focus; what it offers, in order. */
export async function openMenu(key = 'Shift+F10', timeoutMs?: number): Promise<readonly string[]> {
  await press(key);
  return commandsIn(await textOf(MENU, timeoutMs));
}

/** Goes down the open menu to a command and takes it. */
export async function takeFromMenu(command: string, items: readonly string[]): Promise<void> {
  const focused = async (): Promise<string> =>
    commandsIn(
      String(await evaluate(MENU, `return element.getRootNode().activeElement?.innerText ?? ''`)),
    )[0]?.trim() ?? '';
  await press('ArrowDown');
  const from = items.indexOf(await focused());
  for (let at = from; at < items.indexOf(command); at += 1) await press('ArrowDown');
  const now = await focused();
  if (now !== command) throw new Error(`No arrow key leads to "${command}" in the menu, only to "${now}".`);
  await press('Enter');
  await until('The menu is closed', async () => !(await isVisible(MENU)));
}

/** Closes the open menu of a view's row; the keyboard is in the view again, without anybody having brought it there. */
export async function leaveMenu(view: string): Promise<void> {
  await leaveMenuOf(
    view,
    () => hasFocus(view),
    () => goTo(view),
  );
}

/** The same for a row of the page of a task, by the beginning of its name. */
export async function leaveMenuOfPage(name: string): Promise<void> {
  await leaveMenuOf('the page', async () => (await focusedOnPage()).startsWith(name), comeBack);
}

/**
 * Closes the open menu, and waits until the keyboard is back. Only where VS Code has left it on the webview's frame, a person must
 * go in: it brings the keyboard no further when the frame said in that very moment that it had none, which it looks at four times a
 * second (`trackFocus` and `_doFocus` of VS Code's webviews). Who goes on before that loses what opens next to the keyboard's return.
 */
async function leaveMenuOf(
  place: string,
  isBack: () => Promise<boolean>,
  goThere: () => Promise<void>,
): Promise<void> {
  await press('Escape');
  await until('The menu is closed', async () => !(await isVisible(MENU)));
  if (await until('The keyboard is back', isBack, GIVE_UP_MS).catch(() => false)) return;
  const at = await keyboardIsAt();
  if (at !== ON_FRAME_ONLY) throw new Error(`The keyboard is not back in ${place}, but at: ${at}`);
  console.log(`    VS Code left the keyboard on the frame of ${place}.`);
  await goThere();
  await until('The keyboard is there', isBack);
}

/** Takes a command of a row's menu. */
export async function choose(view: string, row: string, command: string): Promise<void> {
  let items: readonly string[] = [];
  // An editor that has just opened may take the keyboard after the row had it.
  await again(`The menu of "${row}" is open`, async patienceMs => {
    await goToRow(view, row);
    items = await openMenu('Shift+F10', patienceMs);
  });
  await takeFromMenu(command, items);
}

/** Presses a button of a row: the first one, or one by its name. */
export async function pressAction(view: string, row: string, action: string): Promise<void> {
  await goToRow(view, row);
  await press('Control+.');
  const focused = async (): Promise<string> =>
    String(await inView(view, 'return element.ownerDocument.activeElement.ariaLabel'));
  for (let step = 0; (await focused()) !== action; step += 1) {
    if (step > 4) throw new Error(`No key leads to "${action}" of ${row}, only to "${await focused()}".`);
    await press('ArrowRight');
  }
  await press('Enter');
}

/** Goes to a button of the modal dialog, which is open or about to open, and presses it. */
export async function pressInDialog(label: string): Promise<string> {
  const text = await textOf(`${DIALOG} .dialog-message-container`);
  for (let step = 0; step < 8; step += 1) {
    const focused = await evaluate(DIALOG, `return element.ownerDocument.activeElement?.innerText ?? ''`);
    if (String(focused).trim() === label) {
      await press('Enter');
      await until('The dialog is closed', async () => !(await isVisible(DIALOG)));
      return text;
    }
    await press('Tab');
  }
  throw new Error(`Tab never came to "${label}".`);
}

/** Whether the keyboard is in a view's tree. */
export async function hasFocus(view: string): Promise<boolean> {
  return (await seen(view)).focused !== '';
}

interface Seen {
  readonly names: readonly string[];
  /** The name of the row that has the keyboard; empty where none has it. */
  readonly focused: string;
}

async function seen(view: string): Promise<Seen> {
  const found = await evaluateNow(
    tree(view),
    `const { activeElement } = element.ownerDocument;
    const rows = [...element.querySelectorAll('${ROW}')];
    const focused = element.ownerDocument.hasFocus() && rows.includes(activeElement) ? activeElement.ariaLabel : '';
    return { names: rows.map(row => row.ariaLabel), focused };`,
  );
  return (found as Seen | undefined) ?? { names: [], focused: '' };
}

async function focusedChoice(): Promise<string> {
  const row = '.quick-input-list .monaco-list-row.focused';
  return await textNow(row, 'return element.ariaLabel ?? element.innerText');
}

/**
 * Goes to the page of the recorded task from wherever the keyboard is. Where VS Code has brought it to the frame of the page alone (see
 * `leaveMenuOf`), as a person does who sees that nothing has the focus: once more.
 */
export async function comeBack(): Promise<void> {
  await openPage();
  if (await untilPageHasKeyboard(GIVE_UP_MS).catch(() => false)) return;
  const at = await keyboardIsAt();
  if (at !== ON_FRAME_ONLY) throw new Error(`The page does not have the keyboard. It is at: ${at}`);
  console.log('    VS Code left the keyboard on the frame of the page.');
  await openPage();
  await untilPageHasKeyboard();
}

async function openPage(): Promise<void> {
  await pick(() => run('Switchyard: Open Task'), 'Signal box');
  await untilPageSays(/Task started/);
}
