import { isIconsTelling, MAX_NAME, MAX_NAMES } from '../../src/shared/webview/fileIcons';
import { vscodeApi } from './vscodeApi';

const asked = new Set<string>();
let next: string[] = [];
let isFirst = true;

/**
 * The name under which a rule of CSS finds the icon of a file (`data-file`): the look that it has in the file icon theme, asked for where
 * nobody did yet. So nothing is drawn again when the answer comes, and a row keeps its own icon where none does.
 */
export function iconName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (!asked.has(name) && name.length <= MAX_NAME) {
    asked.add(name);
    if (next.push(name) === 1) queueMicrotask(ask);
    if (next.length === MAX_NAMES) ask();
  }
  return name;
}

function ask(): void {
  if (next.length === 0) return;
  if (isFirst) listen();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the API of VS Code, not of a window
  vscodeApi().postMessage({ type: 'fileIcons', names: next, isFirst });
  isFirst = false;
  next = [];
}

/** Each answer is a style sheet of its own: fonts of those before are not read again. */
function listen(): void {
  window.addEventListener('message', ({ data }) => {
    if (!isIconsTelling(data)) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(data.rules);
    document.adoptedStyleSheets = [...(data.isFresh ? [] : document.adoptedStyleSheets), sheet];
  });
}
