/** Sees into the explorer's views, whose documents are two frames deep. */
import { readFileSync } from 'node:fs';
import { until } from './until';
import { askLauncher, evaluate, isVisible, textNow } from './window';

/** A row of any of the trees. */
export const ROW = '[role="treeitem"]';

/** A view's tree, whole and as things are now: what was seen last may stand in its place for a moment. */
export function tree(view: string): string {
  return `[role="tree"][aria-label="${view}"][aria-busy="false"]`;
}

/** Runs a function body on a view's tree, called `element` there. */
export async function inView(view: string, script: string): Promise<unknown> {
  return await evaluate(tree(view), script);
}

/** The names of the rows that are drawn, as a screen reader has them, one a line; nothing where the tree is not there yet. */
export async function rows(view: string): Promise<string> {
  const names = `return [...element.querySelectorAll('${ROW}')].map(row => row.ariaLabel).join('\\n')`;
  return await textNow(tree(view), names);
}

/** The name of the row that has the focus. */
export async function focusedRow(view: string): Promise<string> {
  return String(await inView(view, `return element.ownerDocument.activeElement.ariaLabel ?? ''`));
}

/** Waits until a view remembers what is seen in it now, for the next time that it is opened. */
export async function untilRemembered(view: string): Promise<void> {
  const remembered = `body[data-view="${view.toLowerCase()}"][data-is-remembered]`;
  await until(`${view} remembers what is seen`, () => isVisible(remembered));
}

/** Waits until a view has the theme that the window was given, by the class that its body then has. */
export async function untilViewWears(view: string, kind: string): Promise<void> {
  await until(`${view} has the theme`, async () =>
    String(await inView(view, 'return element.ownerDocument.body.className'))
      .split(' ')
      .includes(kind),
  );
}

/** A row as Chromium tells it to a screen reader. */
export interface ToldRow {
  readonly name: string;
  readonly level?: number;
  readonly expanded?: boolean;
  readonly selected?: boolean;
  readonly focused?: boolean;
}

/** The rows of a view by Chromium's own accessibility tree. */
export async function toldRows(view: string): Promise<readonly ToldRow[]> {
  return (await askLauncher('accessibleRows', { tree: view })) as readonly ToldRow[];
}

/** The names of the rows that are selected. */
export async function selectedRows(view: string): Promise<readonly string[]> {
  return (await toldRows(view)).filter(({ selected }) => selected).map(({ name }) => name);
}

/**
 * What a drag of one row brings to another, through the browser's own events and a real DataTransfer, by type: which of them
 * the target took. A mouse that drags across webviews can't be played here.
 */
export async function dragTo(
  from: { readonly view: string; readonly row: string },
  to: { readonly view: string; readonly row: string },
): Promise<{ readonly data: Readonly<Record<string, string>>; readonly isTaken: boolean }> {
  const event = (type: string): string =>
    `row.dispatchEvent(new DragEvent('${type}', { bubbles: true, cancelable: true, dataTransfer: transfer }))`;
  const find = (row: string): string => `const row = element.querySelector('[aria-label^="${row}"]');`;
  const data = (await inView(
    from.view,
    `${find(from.row)} const transfer = new DataTransfer(); ${event('dragstart')};
    return row.draggable ? Object.fromEntries([...transfer.types].map(type => [type, transfer.getData(type)])) : {};`,
  )) as Readonly<Record<string, string>>;
  const isTaken = await inView(
    to.view,
    `${find(to.row)} const transfer = new DataTransfer();
    for (const [type, text] of Object.entries(${JSON.stringify(data)})) transfer.setData(type, text);
    ${event('dragover')};
    const seen = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
    return seen().then(seen).then(() => {
      const isTaken = row.classList.contains('dropping');
      ${event('drop')};
      return isTaken;
    });`,
  );
  return { data, isTaken: isTaken === true };
}

/**
 * What axe has against the document of an element, by WCAG's levels A and AA, and whether names hold what is written. The
 * document itself is transparent: it is looked at on the colour on which VS Code shows it, the side bar's or the editor's.
 */
export async function axeFindings(selector: string, background: 'sideBar' | 'editor'): Promise<unknown> {
  const axe = readFileSync(process.env['SWITCHYARD_TEST_AXE'] ?? '', 'utf8');
  return await evaluate(
    selector,
    `${axe};
    const { body, documentElement } = element.ownerDocument;
    body.style.backgroundColor = getComputedStyle(documentElement).getPropertyValue('--vscode-${background}-background');
    const options = {
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
      rules: { 'label-content-name-mismatch': { enabled: true } },
    };
    return window.axe.run(element.ownerDocument, options).then(({ violations, passes }) => {
      if (passes.length < 10) throw new Error('axe looked at next to nothing.');
      return violations.flatMap(({ id, nodes }) => nodes.map(node => id + ': ' + node.html + ' ' + node.failureSummary));
    });`,
  );
}
