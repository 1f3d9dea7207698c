import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Row } from '../../src/shared/explorer/picture';
import { bringsServers, pack, unpack } from './drag';
import { useHoverCard } from './hoverCard';
import { type Step, stepOf } from './keys';
import { enterActions, pressInActions } from './rowActions';
import { contextOf, ROW_HEIGHT_PX, RowView } from './rowView';
import { between, menuContext, type Selection, toggled } from './selection';
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
  readonly selection: Selection;
  readonly scrollTop: number;
  /** One row is selected at a time: the one that has the focus. */
  readonly isSingle?: true;
  /** There is more to come, or it may not be so any more. */
  readonly isBusy?: boolean;
  readonly onFocus: (id: string) => void;
  readonly onSelect?: (selection: Selection) => void;
  readonly onScroll?: (scrollTop: number) => void;
  readonly onOpen: (id: string, isOpen: boolean) => void;
  readonly onCollapseAll: () => void;
  readonly onSearch?: () => void;
  /** `isPreview`: for a look, by a single click. */
  readonly onRun: (row: Row, command: string, isPreview?: boolean) => void;
  readonly onDrop?: (row: Row, servers: readonly string[]) => void;
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
  /** Row from which a range is selected; without it, from the one that is focused. */
  const anchor = useRef('');
  const [dropTarget, setDropTarget] = useState('');
  const hover = useHoverCard(at);
  const run = useRef(props.onRun);
  run.current = props.onRun;
  /** The same for each drawing, so that rows that stay as they are need none. */
  const act = useMemo<TreeProps['onRun']>(
    () =>
      (...call) =>
        run.current(...call),
    [],
  );
  const selected = useMemo(() => new Set(props.selection), [props.selection]);

  const found = items.findIndex(({ row }) => row.id === props.focus);
  const focused = Math.max(0, Math.min(items.length - 1, found < 0 ? lastFocused.current : found));
  const page = Math.max(1, Math.floor(height / ROW_HEIGHT_PX));
  const drawn = indicesDrawn(items.length, top, page, focused);

  useLayoutEffect(() => {
    lastFocused.current = focused;
    const element = scroller.current;
    if (!element) return;
    // The row or the button that had the focus may be gone: its place has it then.
    const isLost = document.activeElement === document.body && document.hasFocus();
    const hadFocus = isMoving.current || (isLost && element.dataset['focused'] === 'true');
    if (!hadFocus) return;
    if (isMoving.current) reveal(element, focused);
    isMoving.current = false;
    rowElement(focused)?.focus({ preventScroll: true });
  });

  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = props.scrollTop;
  }, []);

  function at(index: number): Row | undefined {
    return items[index]?.row;
  }

  function take(step: Step): void {
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
      case 'extend':
        return extend(step.index);
      case 'toggle': {
        const row = at(step.index);
        if (row) props.onSelect?.(toggled(props.selection, row.id));
        anchor.current = row?.id ?? '';
        return;
      }
      case 'selectAll':
        return props.onSelect?.(between(items, 0, items.length - 1));
      case 'selectNone':
        return props.onSelect?.([]);
      case 'actions':
        return enterActions(rowElement(focused));
      case 'menu':
        return openMenu(rowElement(focused));
      case 'collapseAll':
        return props.onCollapseAll();
      case 'search':
        return props.onSearch?.();
      case 'move': {
        const row = at(focused);
        if (row?.moves !== undefined) props.onRun(row, row.moves[step.to]);
        return;
      }
      case 'letter': {
        const labels = items.map(({ row }) => row.label);
        const index = typed.current.add(step.letter, performance.now(), labels, focused);
        if (index !== undefined) move(index);
      }
    }
  }

  function move(index: number): void {
    const row = at(index);
    if (!row) return;
    isMoving.current = true;
    props.onFocus(row.id);
  }

  function extend(index: number): void {
    const from = items.findIndex(({ row }) => row.id === anchor.current);
    if (from < 0) anchor.current = at(focused)?.id ?? '';
    props.onSelect?.(between(items, from < 0 ? focused : from, index));
    move(index);
  }

  function select(index: number): void {
    const id = at(index)?.id ?? '';
    anchor.current = id;
    props.onSelect?.([id]);
  }

  function rowElement(index: number): HTMLElement | null | undefined {
    return scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
  }

  function rowOf(event: Event): number {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    return Number(row?.dataset['index'] ?? Number.NaN);
  }

  function enter(index: number, isPreview = false): void {
    const item = items[index];
    if (!item) return;
    select(index);
    if (item.row.enter !== undefined) props.onRun(item.row, item.row.enter, isPreview);
    else if (item.hasChildren) props.onOpen(item.row.id, !item.isOpen);
  }

  function click(index: number, event: MouseEvent): void {
    const item = items[index];
    if (!item) return;
    if (event.shiftKey) return extend(index);
    move(index);
    if (event.ctrlKey || event.metaKey) return take({ type: 'toggle', index });
    const isTwistie = event.target instanceof Element && event.target.classList.contains('twistie');
    if (isTwistie && item.hasChildren) props.onOpen(item.row.id, !item.isOpen);
    // The second click of two keeps what the first one showed.
    else enter(index, event.detail < 2);
  }

  /** VS Code reads the row's context when this event has passed: what is selected with it is added only now. */
  function addSelection(event: Event): void {
    const index = rowOf(event);
    const row = at(index);
    const element = rowElement(index);
    if (row && element)
      element.dataset['vscodeContext'] = contextOf(row, menuContext(items, selected, index));
  }

  function drag(event: DragEvent): void {
    const row = at(rowOf(event));
    if (!row || !event.dataTransfer) return;
    const rows = items.filter(item => selected.has(item.row.id)).map(item => item.row);
    pack(event.dataTransfer, selected.has(row.id) ? rows : [row]);
  }

  function dragOver(event: DragEvent): void {
    const row = at(rowOf(event));
    const takes = row?.drop !== undefined && bringsServers(event.dataTransfer);
    if (takes) event.preventDefault();
    setDropTarget(takes ? row.id : '');
  }

  function drop(event: DragEvent): void {
    const row = at(rowOf(event));
    setDropTarget('');
    if (row?.drop === undefined || !bringsServers(event.dataTransfer)) return;
    event.preventDefault();
    props.onDrop?.(row, unpack(event.dataTransfer));
  }

  function press(event: KeyboardEvent): void {
    if (hover.press(event, rowElement(focused))) return event.stopPropagation();
    if (pressInActions(event)) return;
    const isTyping = typed.current.isTyping(performance.now());
    const step = stepOf(event, {
      items,
      index: focused,
      page,
      isTyping,
      hasSelection: selected.size > 0,
    });
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    take(step);
  }

  return (
    <>
      <div
        ref={scroller}
        class="tree"
        role="tree"
        aria-label={props.label}
        aria-busy={props.isBusy === true}
        aria-multiselectable={props.isSingle !== true}
        onKeyDown={press}
        onMouseOver={hover.over}
        onMouseLeave={hover.leave}
        onMouseDown={hover.hide}
        onClick={event => click(rowOf(event), event)}
        onContextMenu={addSelection}
        onDragStart={drag}
        onDragOver={dragOver}
        onDragLeave={() => setDropTarget('')}
        onDrop={drop}
        onScroll={event => {
          hover.hide();
          setTop(event.currentTarget.scrollTop);
          props.onScroll?.(event.currentTarget.scrollTop);
        }}
        onFocusIn={event => {
          event.currentTarget.dataset['focused'] = 'true';
          const index = event.target instanceof HTMLElement ? Number(event.target.dataset['index']) : NaN;
          const row = at(index);
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
                    isSelected={selected.has(item.row.id)}
                    isDropTarget={item.row.id === dropTarget}
                    onAction={act}
                  />,
                ];
          })}
        </div>
      </div>
      {hover.card}
    </>
  );
}

/** The rows that are seen, a few beyond, and the focused one, in order. */
function indicesDrawn(count: number, top: number, page: number, focused: number): readonly number[] {
  const first = Math.max(0, Math.min(Math.floor(top / ROW_HEIGHT_PX), count - page) - OVERSCAN);
  const length = Math.max(0, Math.min(count - first, page + 2 * OVERSCAN + 1));
  const seen = Array.from({ length }, (_, i) => first + i);
  if (focused >= count || seen.includes(focused)) return seen;
  return focused < first ? [focused, ...seen] : [...seen, focused];
}

/** As the key for menus does; some systems have no such key. */
function openMenu(row: HTMLElement | null | undefined): void {
  if (!row) return;
  const { left, bottom } = row.getBoundingClientRect();
  row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, clientX: left + 40, clientY: bottom }));
}

/** Brings the row at an index of a tree into sight, in the middle where it was not; the keyboard stays where it is. */
export function scrollToRow(tree: Element | null | undefined, index: number): void {
  if (!tree) return;
  const top = index * ROW_HEIGHT_PX;
  const bottom = top + ROW_HEIGHT_PX;
  if (top < tree.scrollTop || bottom > tree.scrollTop + tree.clientHeight)
    tree.scrollTop = top - tree.clientHeight / 2;
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
