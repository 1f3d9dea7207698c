/**
 * What the explorer is measured against: the same message, checked in the same way, and the same model of the tree, drawn by
 * hand with the same elements. Each change draws everything that is seen anew.
 */
import { tellingOf } from '../../src/shared/explorer/messages';
import { nameOf, type TreeItem, treeItems } from '../../webview-ui/explorer/treeModel';

const HEIGHT = 22;
const root = document.getElementById('root');
let items: readonly TreeItem[] = [];
let focused = 0;
const tree = document.createElement('div');
tree.className = 'tree';
tree.setAttribute('role', 'tree');
const inner = document.createElement('div');
inner.className = 'rows';
tree.append(inner);

tree.addEventListener('scroll', draw);
tree.addEventListener('keydown', () => {
  focused += 1;
  draw();
  focus();
});
window.addEventListener('message', ({ data }) => {
  const telling = tellingOf(data);
  if (telling?.type !== 'picture') return;
  items = treeItems(telling.picture.rows, new Map());
  inner.style.height = `${items.length * HEIGHT}px`;
  if (!tree.isConnected) root?.append(tree);
  const hadFocus = tree.contains(document.activeElement);
  draw();
  if (hadFocus) focus();
});

declare function acquireVsCodeApi(): { postMessage(message: unknown, target: string): void };
acquireVsCodeApi().postMessage({ type: 'ready' }, '*');

function draw(): void {
  const first = Math.max(0, Math.floor(tree.scrollTop / HEIGHT) - 4);
  const last = Math.min(items.length - 1, first + Math.floor((tree.clientHeight || 600) / HEIGHT) + 8);
  const drawn = items.slice(first, last + 1);
  inner.replaceChildren(...drawn.map((item, at) => rowOf(item, first + at)));
}

function focus(): void {
  inner.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

function rowOf(item: TreeItem, index: number): HTMLElement {
  const { level, icon, tone, label, detail, change, actions } = item.row;
  const row = document.createElement('div');
  row.className = 'row';
  row.style.top = `${index * HEIGHT}px`;
  row.tabIndex = index === focused ? 0 : -1;
  row.role = 'treeitem';
  row.ariaLevel = String(level);
  row.ariaPosInSet = String(item.position);
  row.ariaSetSize = String(item.siblings.count);
  row.ariaLabel = nameOf(item.row, 'en');
  if (level > 1) {
    const guides = span('guides');
    guides.style.width = `${(level - 1) * 8}px`;
    row.append(guides);
  }
  row.append(
    span(`twistie codicon ${item.isOpen ? 'codicon-chevron-down' : ''}`),
    span(`icon codicon codicon-${icon} ${tone ?? ''}`),
    span('label', label),
    span('detail', detail),
  );
  if (change) row.append(span('letter', change.letter));
  for (const action of actions ?? []) {
    const button = document.createElement('button');
    button.className = `action codicon codicon-${action.icon ?? 'check'}`;
    button.title = action.title;
    row.append(button);
  }
  return row;
}

function span(className: string, text = ''): HTMLSpanElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}
