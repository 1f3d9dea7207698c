import type { Row } from '../../src/shared/explorer/picture';
import type { RowList } from '../../src/shared/taskPage/picture';
import { enterActions, pressInActions } from '../explorer/rowActions';
import { contextOf, RowContent } from '../explorer/rowView';
import { nameOf } from '../explorer/treeModel';
import { useRoving } from '../kit/roving';
import type { Run } from './run';

/** A list of the sidebar's rows, flat, as long as it is. */
export function Rows({
  id,
  list,
  onRun,
}: {
  readonly id: string;
  readonly list: RowList;
  readonly onRun: Run;
}) {
  const { rows, title, count, note } = list;
  const enter = (row: Row | undefined): void => {
    if (row?.enter !== undefined) onRun(row.id, row.enter);
  };
  const enterRow = (rowId: string): void => enter(rows.find(row => row.id === rowId));
  const roving = useRoving(
    rows.map(row => row.id),
    { Enter: enterRow, ' ': enterRow },
  );
  function press(event: KeyboardEvent): void {
    if (pressInActions(event)) return;
    const row = event.target instanceof HTMLElement ? event.target : null;
    if (event.key === '.' && (event.ctrlKey || event.metaKey)) enterActions(row);
    else roving.list.onKeyDown(event);
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title} {count > 0 && <span class="badge">{count}</span>}
      </h2>
      {rows.length > 0 && (
        <div class="list" role="tree" aria-labelledby={id} {...roving.list} onKeyDown={press}>
          {rows.map((row, index) => (
            <div
              key={row.id}
              class="row"
              role="treeitem"
              aria-level={1}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              aria-selected={false}
              aria-label={nameOf(row, document.documentElement.lang)}
              aria-keyshortcuts={row.actions && 'Control+.'}
              tabIndex={index === roving.at ? 0 : -1}
              title={row.tooltip}
              data-index={index}
              data-place={`${id} ${row.id}`}
              data-vscode-context={contextOf(row)}
              onClick={() => enter(row)}
            >
              <RowContent row={row} onAction={command => onRun(row.id, command)} />
            </div>
          ))}
        </div>
      )}
      {note !== undefined && <p class="remark">{note}</p>}
    </section>
  );
}
