import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../src/shared/explorer/picture';
import { type Step, stepOf } from './keys';
import { ROW_HEIGHT_PX, RowView } from './rowView';
import type { TreeItem } from './treeModel';
import { TypeAhead } from './typeAhead';

/** Rows drawn beyond either edge, so that a turn of the wheel shows no gap. */
const OVERSCAN = 4;

/** What the tree needs. */
export interface TreeProps {
  readonly label: string;
  readonly items: readonly TreeItem[];
  /** Id of the row that has the focus, or would have it. */
  readonly focus: string;
  readonly scrollTop: number;
  readonly onFocus: (id: string) => void;
  readonly onScroll: (scrollTop: number) => void;
  readonly onOpen: (id: string, isOpen: boolean) => void;
  readonly onCollapseAll: () => void;
  readonly onSearch: () => void;
  readonly onRun: (row: Row, command: string) => void;
}

/** A tree of any length of which only what is seen is in the document, and the row that has the focus. */
export function TreeView(props: TreeProps) {
  const { items } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const typed = useRef(new TypeAhead());
  const [top, setTop] = useState(props.scrollTop);
  const height = useHeight(scroller);
  /** Whether the next focus is to be moved there and brought into sight. */
  const isMoving = useRef(false);
  const lastFocused = useRef(0);

  const found = items.findIndex(({ row }) => row.id === props.focus);
  const focused = Math.max(0, Math.min(items.length - 1, found < 0 ? lastFocused.current : found));
  const page = Math.max(1, Math.floor(height / ROW_HEIGHT_PX));
  const drawn = indicesDrawn(items.length, top, page, focused);

  useLayoutEffect(() => {
    lastFocused.current = focused;
    const element = scroller.current;
    if (!element) return;
    // The row that had the focus may be gone: its place has it then.
    const hadFocus = isMoving.current || (found < 0 && element.dataset['focused'] === 'true');
    if (!hadFocus) return;
    if (isMoving.current) reveal(element, focused);
    isMoving.current = false;
    element.querySelector<HTMLElement>(`[data-index="${focused}"]`)?.focus({ preventScroll: true });
  });

  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = props.scrollTop;
  }, []);

  function take(step: Step): void {
    const at = (index: number): Row | undefined => items[index]?.row;
    switch (step.type) {
      case 'focus':
        return move(step.index);
      case 'open': {
        const row = at(step.index);
        if (row) props.onOpen(row.id, step.isOpen);
        return;
      }
      case 'enter':
        return enter(step.index);
      case 'collapseAll':
        return props.onCollapseAll();
      case 'search':
        return props.onSearch();
      case 'letter': {
        const labels = items.map(({ row }) => row.label);
        const index = typed.current.add(step.letter, performance.now(), labels, focused);
        if (index !== undefined) move(index);
      }
    }
  }

  function move(index: number): void {
    const row = items[index]?.row;
    if (!row) return;
    isMoving.current = true;
    props.onFocus(row.id);
  }

  function enter(index: number): void {
    const item = items[index];
    if (!item) return;
    if (item.row.enter !== undefined) props.onRun(item.row, item.row.enter);
    else if (item.hasChildren) props.onOpen(item.row.id, !item.isOpen);
  }

  function click(index: number, isTwistie: boolean): void {
    const item = items[index];
    move(index);
    if (isTwistie && item?.hasChildren === true) props.onOpen(item.row.id, !item.isOpen);
    else enter(index);
  }

  function press(event: KeyboardEvent): void {
    const isTyping = typed.current.isTyping(performance.now());
    const step = stepOf(event, { items, index: focused, page, isTyping });
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    take(step);
  }

  return (
    <div
      ref={scroller}
      class="tree"
      role="tree"
      aria-label={props.label}
      onKeyDown={press}
      onScroll={event => {
        setTop(event.currentTarget.scrollTop);
        props.onScroll(event.currentTarget.scrollTop);
      }}
      onFocusIn={event => {
        event.currentTarget.dataset['focused'] = 'true';
        const index = event.target instanceof HTMLElement ? Number(event.target.dataset['index']) : NaN;
        const row = items[index]?.row;
        if (row && row.id !== props.focus) props.onFocus(row.id);
      }}
      onFocusOut={event => {
        // An element that goes away has no next one: the focus is put back.
        if (event.relatedTarget !== null) event.currentTarget.dataset['focused'] = 'false';
      }}
    >
      <div class="rows" role="none" style={{ height: `${items.length * ROW_HEIGHT_PX}px` }}>
        {drawn.flatMap(index => {
          const item = items[index];
          return item === undefined
            ? []
            : [
                <RowView
                  key={item.row.id}
                  item={item}
                  index={index}
                  isFocused={index === focused}
                  isSelected={index === focused && found >= 0}
                  onClick={click}
                  onAction={props.onRun}
                />,
              ];
        })}
      </div>
    </div>
  );
}

/** The rows that are seen, a few beyond, and the focused one, in order. */
function indicesDrawn(count: number, top: number, page: number, focused: number): readonly number[] {
  const first = Math.max(0, Math.min(Math.floor(top / ROW_HEIGHT_PX), count - page) - OVERSCAN);
  const last = Math.min(count - 1, first + page + 2 * OVERSCAN);
  const seen = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  if (focused >= count || (focused >= first && focused <= last)) return seen;
  return focused < first ? [focused, ...seen] : [...seen, focused];
}

function reveal(element: HTMLElement, index: number): void {
  const top = index * ROW_HEIGHT_PX;
  const bottom = top + ROW_HEIGHT_PX;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (bottom > element.scrollTop + element.clientHeight)
    element.scrollTop = bottom - element.clientHeight;
}

/** The height of an element, kept up to date. */
function useHeight(element: { readonly current: HTMLElement | null }): number {
  const [height, setHeight] = useState(window.innerHeight);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    setHeight(watched.clientHeight);
    const observer = new ResizeObserver(() => setHeight(watched.clientHeight));
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return height;
}
