import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Row } from '../../src/shared/explorer/picture';
import type { RowList } from '../../src/shared/taskPage/picture';
import { allClosed, treeItems } from '../explorer/treeModel';
import { scrollToRow, TreeView } from '../explorer/treeView';

/** A named tree of any length that scrolls on its own. */
export function TreePane({
  id,
  list,
  focus,
  onFocus,
  onRun,
}: {
  readonly id: string;
  readonly list: RowList;
  /** The row that is brought into sight wherever somebody else moves it; without it, the tree minds its own. */
  readonly focus?: string;
  readonly onFocus?: (row: string) => void;
  readonly onRun: (row: Row, command: string) => void;
}) {
  const { rows, title, count, note } = list;
  const [openness, setOpenness] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [own, setOwn] = useState('');
  const pane = useRef<HTMLDivElement>(null);
  const items = useMemo(() => treeItems(rows, openness), [rows, openness]);
  const here = focus ?? own;
  const place = focus === undefined ? -1 : items.findIndex(({ row }) => row.id === focus);

  useLayoutEffect(() => {
    if (place >= 0) scrollToRow(pane.current?.querySelector('.tree'), place);
  }, [place]);

  return (
    <section class="pane" aria-labelledby={id}>
      <h2 id={id}>
        {title} {count > 0 && <span class="badge">{count}</span>}
      </h2>
      {rows.length > 0 && (
        <div class="tree-pane" ref={pane}>
          <TreeView
            label={title}
            items={items}
            focus={here}
            selection={[here]}
            scrollTop={0}
            isSingle
            onFocus={onFocus ?? setOwn}
            onOpen={(row, isOpen) => setOpenness(old => new Map(old).set(row, isOpen))}
            onCollapseAll={() =>
              setOpenness(new Map(allClosed(rows).map(({ id: row, isOpen }) => [row, isOpen])))
            }
            onRun={onRun}
          />
        </div>
      )}
      {note !== undefined && <p class="remark">{note}</p>}
    </section>
  );
}
