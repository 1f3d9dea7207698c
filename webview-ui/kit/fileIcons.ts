import { isIconsTelling } from '../../src/shared/webview/fileIcons';
import { vscodeApi } from './vscodeApi';

const asked = new Set<string>();
let next: string[] = [];
let sheet: CSSStyleSheet | undefined;

/**
 * The name under which a rule of CSS finds the icon of a file (`data-file`): the look that it has in the file icon theme, asked for where
 * nobody did yet. So nothing is drawn again when the answer comes, and a row keeps its own icon where none does.
 */
export function iconName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (!asked.has(name)) {
    asked.add(name);
    if (next.push(name) === 1) queueMicrotask(ask);
  }
  return name;
}

function ask(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the API of VS Code, not of a window
  vscodeApi().postMessage({ type: 'fileIcons', names: next, isFirst: !sheet });
  sheet ??= listening();
  next = [];
}

function listening(): CSSStyleSheet {
  const made = new CSSStyleSheet();
  let rules = '';
  document.adoptedStyleSheets.push(made);
  window.addEventListener('message', ({ data }) => {
    if (!isIconsTelling(data)) return;
    rules = data.isFresh ? data.rules : rules + data.rules;
    made.replaceSync(rules);
  });
  return made;
}
