import { useState } from 'preact/hooks';
import {
  ROW_COMMANDS,
  type RowCommand,
  type StateCell,
  type StateColumn,
  type StateRow,
  type StateTable,
  type StateWords,
} from '../../src/shared/sharedState/picture';
import { useRoving } from '../kit/roving';
import { nextOrder, type Order, sortedRows } from './sortedRows';

/** Icons of the commands that a row has a button for; its menu has all of them. */
const BUTTONS: readonly (readonly [RowCommand, string])[] = [
  ['showEntryHistory', 'history'],
  ['copyStateValue', 'copy'],
  ['deleteStateEntry', 'trash'],
];

/** Entries or triples as a table whose rows can be walked through, and sorted by a press on a heading. */
export function StateTableView({
  table: { label, columns, rows: newestFirst },
  words,
  onRun,
}: {
  readonly table: StateTable;
  readonly words: StateWords;
  readonly onRun: (item: string, command: string) => void;
}) {
  const [order, setOrder] = useState<Order>();
  const rows = sortedRows(newestFirst, order);
  const roving = useRoving(
    rows.map(({ id }) => id),
    { Enter: id => onRun(id, 'copyStateValue'), Delete: id => onRun(id, 'deleteStateEntry') },
  );
  return (
    <table class="state-table" role="grid" aria-label={label} aria-rowcount={rows.length + 1}>
      <thead>
        <tr>
          {columns.map(({ name, width }, at) => (
            <HeadingView
              key={name}
              column={{ name, width }}
              direction={order?.column === at ? order.direction : undefined}
              onSort={() => setOrder(nextOrder(order, at))}
            />
          ))}
          <th scope="col" class="row-buttons">
            <span class="unseen">{words.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody {...roving.list}>
        {rows.map((row, index) => (
          <tr
            key={row.id}
            tabIndex={index === roving.at ? 0 : -1}
            data-index={index}
            data-place={row.id}
            data-vscode-context={contextOf(row)}
          >
            {row.cells.map((cell, at) => (
              <CellView key={at} cell={cell} width={columns[at]?.width} />
            ))}
            <td class="row-buttons">
              {BUTTONS.filter(([command]) => command !== 'showEntryHistory' || row.kind === 'entry').map(
                ([command, icon]) => {
                  const title = words.rowCommands[ROW_COMMANDS.indexOf(command)];
                  return (
                    <button
                      key={command}
                      type="button"
                      class={`action codicon codicon-${icon}`}
                      tabIndex={-1}
                      title={title}
                      aria-label={title}
                      onClick={() => onRun(row.id, command)}
                    />
                  );
                },
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A heading that says how its column is sorted, by a mark and to a screen reader. */
function HeadingView({
  column: { name, width },
  direction,
  onSort,
}: {
  readonly column: StateColumn;
  readonly direction: Order['direction'] | undefined;
  readonly onSort: () => void;
}) {
  const mark = direction === 'descending' ? 'codicon-arrow-down' : 'codicon-arrow-up';
  return (
    <th scope="col" class={width} aria-sort={direction ?? 'none'}>
      <button type="button" class="heading" onClick={onSort}>
        {name}
        {direction !== undefined && <span class={`codicon ${mark}`} aria-hidden="true" />}
      </button>
    </th>
  );
}

function CellView({
  cell: { text, tooltip, badges },
  width,
}: {
  readonly cell: StateCell;
  readonly width: string | undefined;
}) {
  return (
    <td class={width} title={tooltip} dir={width === 'figure' || width === 'minor' ? undefined : 'auto'}>
      {text}
      {badges?.map(badge => (
        <>
          <span key={badge} class="badge">
            {badge}
          </span>{' '}
        </>
      ))}
    </td>
  );
}

/** What VS Code reads when the row's menu is opened. */
function contextOf({ id, kind }: StateRow): string {
  return JSON.stringify({ webviewItem: kind, webviewItemId: id, preventDefaultContextMenuItems: true });
}
