/** Says in words what the window shows, for the log of a failure: a picture of it stays on the machine that ran the test. */
import { rows } from './explorer';
import { askLauncher, textNow } from './window';

/** What may cover the window or take its keys, by what a person calls it. */
const COVERS = {
  'list or field': '.quick-input-widget',
  menu: '.monaco-menu',
  dialog: '.monaco-dialog-box',
  notification: '.notifications-toasts .notification-list-item',
} as const;

/** The page of a task or another thing that is in front. */
const PAGE = 'main:has(h1)';
const VIEWS = ['Workflows', 'Catalog', 'Sessions'];
const MAX_LENGTH = 600;

/** Where keys go, from the window inwards; a frame that would have them, once the focus is in it, in parentheses. */
export async function keyboardIsAt(): Promise<string> {
  return String(await askLauncher('keyboard'));
}

/** A line for everything that is there; never throws. */
export async function whatIsShown(): Promise<string> {
  const lines = [line('keyboard', await orNothing(keyboardIsAt))];
  for (const [name, selector] of Object.entries(COVERS)) {
    lines.push(line(name, await orNothing(() => textNow(selector))));
  }
  lines.push(line('page', await orNothing(() => textNow(PAGE))));
  for (const view of VIEWS) lines.push(line(view, await orNothing(() => rows(view))));
  return lines.filter(each => each !== '').join('\n');
}

function line(name: string, text: string): string {
  const short = text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, MAX_LENGTH);
  return short === '' ? '' : `${name}: ${short}`;
}

async function orNothing(look: () => Promise<string>): Promise<string> {
  return await look().catch((error: unknown) => `? ${String(error).slice(0, 100)}`);
}
