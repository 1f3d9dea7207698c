/** Sees into the explorer's views, whose documents are two frames deep. */
import { readFileSync } from 'node:fs';
import { evaluate, isVisible } from './window';

/** A row of any of the trees. */
export const ROW = '[role="treeitem"]';

/** A view's tree. */
export function tree(view: string): string {
  return `[role="tree"][aria-label="${view}"]`;
}

/** Runs a function body on a view's tree, called `element` there. */
export async function inView(view: string, script: string): Promise<unknown> {
  return await evaluate(tree(view), script);
}

/** The names of the rows that are drawn, as a screen reader has them, one a line; nothing where the tree is not there yet. */
export async function rows(view: string): Promise<string> {
  if (!(await isVisible(tree(view)))) return '';
  return String(
    await inView(
      view,
      `return [...element.querySelectorAll('${ROW}')].map(row => row.ariaLabel).join('\\n')`,
    ),
  );
}

/** The name of the row that has the focus. */
export async function focusedRow(view: string): Promise<string> {
  return String(await inView(view, `return element.ownerDocument.activeElement.ariaLabel ?? ''`));
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
