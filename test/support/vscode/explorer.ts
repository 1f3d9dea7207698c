/** Sees into the explorer's views, whose documents are two frames deep. */
import { evaluate, isVisible } from './window';

/** A row of any of the trees. */
export const ROW = '[role="treeitem"]';

function tree(view: string): string {
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
