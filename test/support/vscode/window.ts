/**
 * The window that the test runs in, seen and used as a person would: through the control endpoint of the launcher
 * (scripts/test-control.mjs). Selectors are Playwright's (`text=Run`, `role=button[name="Start"]`, CSS) and are looked
 * for in the window and in its webviews.
 */

type Json = Readonly<Record<string, unknown>>;

/** Whether somebody can work this window: true in our launcher, false in a desktop VS Code. */
export function isDriven(): boolean {
  return process.env['SWITCHYARD_TEST_CONTROL'] !== undefined;
}

/** Asks the launcher for one of its verbs. @throws {Error} with the launcher's words when it can't. */
export async function askLauncher(verb: string, wish: Json = {}): Promise<unknown> {
  const url = process.env['SWITCHYARD_TEST_CONTROL'];
  if (url === undefined) throw new Error(`Nobody drives this window, so "${verb}" is not possible here.`);
  const response = await fetch(`${url}/${verb}`, { method: 'POST', body: JSON.stringify(wish) });
  const answer = (await response.json()) as { readonly value?: unknown; readonly error?: string };
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.value;
}

/** Takes a picture of the window into the suite's output folder; its path. */
export async function screenshot(name: string): Promise<string> {
  return String(await askLauncher('screenshot', { name }));
}

/** `modifiers`: keys held down meanwhile, e.g. `Shift`. */
export async function click(selector: string, modifiers: readonly string[] = []): Promise<void> {
  await askLauncher('click', { selector, modifiers });
}

/** Rests the mouse on something. */
export async function hover(selector: string): Promise<void> {
  await askLauncher('hover', { selector });
}

/** Empties a field and writes into it. */
export async function fill(selector: string, text: string): Promise<void> {
  await askLauncher('fill', { selector, text });
}

/** Presses keys, e.g. `Control+Shift+P`, where the focus is. */
export async function press(keys: string): Promise<void> {
  await askLauncher('press', { keys });
}

/** Types text where the focus is. */
export async function type(text: string): Promise<void> {
  await askLauncher('type', { text });
}

/** What a person can read of the first visible match, once there is one. */
export async function textOf(selector: string, timeoutMs?: number): Promise<string> {
  return String(await askLauncher('textOf', { selector, timeoutMs }));
}

export async function isVisible(selector: string): Promise<boolean> {
  return (await askLauncher('isVisible', { selector })) === true;
}

/** Runs a function body on the first visible match, called `element` there; what it returns, as JSON. */
export async function evaluate(selector: string, script: string): Promise<unknown> {
  return askLauncher('evaluate', { selector, script });
}

/** The same on what is visible at this moment; undefined where nothing is, and nobody waits for it. */
export async function evaluateNow(selector: string, script: string): Promise<unknown> {
  return askLauncher('evaluateNow', { selector, script });
}

/** What a person can read of what is visible at this moment, or the text that a script gives of it; empty where nothing is. */
export async function textNow(selector: string, script = 'return element.innerText'): Promise<string> {
  const text = await evaluateNow(selector, script);
  return typeof text === 'string' ? text : '';
}

const DIALOG = '.monaco-dialog-box';

/** The text of the modal dialog that is open or about to open. Needs a suite with `dialogs: 'real'`. */
export async function dialogText(): Promise<string> {
  return textOf(`${DIALOG} .dialog-message-container`);
}

/** Clicks a button of the modal dialog that is open or about to open. Needs a suite with `dialogs: 'real'`. */
export async function clickDialogButton(label: string): Promise<void> {
  await click(`${DIALOG} >> role=button[name=${JSON.stringify(label)}]`);
}
